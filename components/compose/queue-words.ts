// "4 running, 6 waiting": what is under way while the next prompt is written.
import { type FieldDrop, isInFlight } from '#lib/live/cache.ts';

/** Empty when nothing is under way. */
export function queueWords(rows: readonly FieldDrop[]): string {
  let running = 0;
  let waiting = 0;
  let unsent = 0;
  for (const row of rows) {
    if (row.local?.kind === 'unsent') unsent++;
    else if (row.state === 'running') running++;
    else if (isInFlight(row)) waiting++;
  }
  return [
    running > 0 ? `${running} running` : '',
    waiting > 0 ? `${waiting} waiting` : '',
    unsent > 0 ? `${unsent} not sent` : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
