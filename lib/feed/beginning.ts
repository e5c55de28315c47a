// What every stream begins with: the server's clock and cursor, and what changed since the reader was last here.
import type { Viewer } from '#lib/auth/viewer.ts';
import { type Cursor, formatCursor, type HelloFrame, type ResetFrame } from '#lib/domain/event.ts';
import type { Database } from '#lib/store/client.ts';
import { changedPrompts, startOfReading } from '#lib/store/events.ts';
import { readDrops } from '#lib/store/field.ts';
import { frame, retryLine } from './sse.ts';

/** hello, then either the rows that changed or, where they can't be known, the order to forget everything. */
export async function beginningOf(db: Database, viewer: Viewer, since: Cursor | null): Promise<string> {
  if (since === null) {
    const { asOf, now } = await startOfReading(db);
    return retryLine + hello(now, asOf);
  }
  const { ids, asOf, now } = await changedPrompts(db, viewer, since);
  if (ids === null) return retryLine + hello(now, asOf) + resetFrameAt(asOf);
  const rows = ids.length === 0 ? [] : await readDrops(db, viewer, ids);
  const [from, to] = [formatCursor(since), formatCursor(asOf)];
  const states = rows.map((row, index) =>
    frame('job.state_changed', JSON.stringify(row), index === rows.length - 1 ? to : from),
  );
  return retryLine + hello(now, since) + states.join('');
}

/** "Forget what you know, and begin at this cursor." */
export function resetFrameAt(asOf: Cursor): string {
  const data: ResetFrame = { as_of: formatCursor(asOf) };
  return frame('reset', JSON.stringify(data), data.as_of);
}

function hello(now: string, asOf: Cursor): string {
  const data: HelloFrame = { now, as_of: formatCursor(asOf) };
  return frame('hello', JSON.stringify(data));
}
