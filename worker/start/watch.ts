// Development: tells when the server's half of the sources changed. (The pages' half follows by itself, through Next.)
import { watch } from 'node:fs';
import path from 'node:path';

const places = ['app/api', 'app/door', 'app/server', 'app/handle.ts', 'app/server.ts'];
const below = ['lib/auth', 'lib/domain', 'lib/feed', 'lib/store'];
/** An editor writes a file in several steps, and a change of branch writes many. */
const settleMs = 300;

/** Calls `onChange` once for changes that come together. Ends with the signal. */
export function watchServerSources(root: string, signal: AbortSignal, onChange: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  for (const place of [...places, ...below]) {
    watch(path.join(root, place), { recursive: true, persistent: false, signal }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (!signal.aborted) onChange();
      }, settleMs);
    });
  }
}
