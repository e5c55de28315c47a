// Short notices at the edge of the screen; the library behind them is loaded with the first one.
import type { ExternalToast } from 'sonner';

let isWanted = false;
const listeners = new Set<() => void>();
let tellMounted = () => {};
const whenMounted = new Promise<void>((resolve) => {
  tellMounted = resolve;
});

/** Whether anything was ever to be shown: until then the page carries no notices. */
export const toasterWish = {
  read: () => isWanted,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Called by the place that shows notices, once it can. */
  tellMounted: () => tellMounted(),
};

/** Shows a notice. Returns at once; the text is never the only place where something is kept. */
export function notify(text: string, options: ExternalToast = {}): void {
  void withToaster((toast) => toast(text, options));
}

/** Takes a notice away by the id it was given. */
export function withdraw(id: string): void {
  void withToaster((toast) => toast.dismiss(id));
}

async function withToaster(use: (toast: typeof import('sonner').toast) => void): Promise<void> {
  isWanted = true;
  for (const listener of listeners) listener();
  const [{ toast }] = await Promise.all([import('sonner'), whenMounted]);
  use(toast);
}
