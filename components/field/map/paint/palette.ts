// The canvas's colours and font, read from the page's tokens whenever the theme changes.

export interface Palette {
  readonly ground: string;
  readonly ink: string;
  readonly inkDim: string;
  readonly line: string;
  readonly edge: string;
  readonly queued: string;
  readonly pending: string;
  readonly settled: string;
  readonly unread: string;
  readonly orphan: string;
  readonly cancelled: string;
  readonly font: string;
  /** Changes whenever any colour does: the key of prerendered drops. */
  readonly key: string;
}

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const wantsContrast = matchMedia('(prefers-contrast: more)').matches;
  const forced = matchMedia('(forced-colors: active)').matches;
  const token = (name: string, system: string) => (forced ? system : style.getPropertyValue(name).trim() || system);
  const colours = {
    ground: token('--ground', 'Canvas'),
    ink: token('--ink', 'CanvasText'),
    inkDim: token('--ink-dim', 'CanvasText'),
    line: token('--line', 'CanvasText'),
    edge: wantsContrast ? token('--ink-dim', 'CanvasText') : token('--edge', 'CanvasText'),
    queued: token('--state-queued', 'CanvasText'),
    pending: token('--state-pending', 'Highlight'),
    settled: token('--state-settled', 'CanvasText'),
    unread: token('--state-unread', 'Highlight'),
    orphan: token('--state-orphan', 'CanvasText'),
    cancelled: token('--state-cancelled', 'GrayText'),
    font: style.fontFamily || 'system-ui, sans-serif',
  };
  return { ...colours, key: Object.values(colours).join('|') };
}

/** Calls back when the theme, contrast or forced colours change; returns how to stop. */
export function watchPalette(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class', 'style'] });
  const queries = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'].map((query) =>
    matchMedia(query),
  );
  for (const query of queries) query.addEventListener('change', onChange);
  return () => {
    observer.disconnect();
    for (const query of queries) query.removeEventListener('change', onChange);
  };
}
