// The wire format of the live view: the cursor, and the frames that a stream carries.
import { dropRow } from './drop.ts';
import * as z from './wire/shape.ts';

/**
 * A place in the event log. Order and filter both use (xid, seq): identity numbers alone become visible out of
 * order when transactions commit out of order. `epoch` names the cluster, since xids restart with a new one.
 * xid and seq are 64-bit, so they travel as decimal strings.
 */
export interface Cursor {
  readonly epoch: string;
  readonly xid: string;
  readonly seq: string;
}

const cursorShape = /^([0-9a-z]{4,32})\.(\d{1,20})\.(\d{1,20})$/;

export function formatCursor(cursor: Cursor): string {
  return `${cursor.epoch}.${cursor.xid}.${cursor.seq}`;
}

/** Null when the text is not a cursor; the caller says so to whoever sent it. */
export function parseCursor(text: string): Cursor | null {
  const match = cursorShape.exec(text);
  const [, epoch, xid, seq] = match ?? [];
  return epoch !== undefined && xid !== undefined && seq !== undefined ? { epoch, xid, seq } : null;
}

/** `event: job.state_changed`: the whole row as it was when the change committed. */
export const stateFrame = dropRow;

/** `event: job.output`: text of one claim, starting at UTF-16 offset `from`. A higher `claim` restarts the text. */
export const outputFrame = z.object({
  job_id: z.string(),
  prompt_id: z.string(),
  claim: z.int(),
  from: z.count(),
  text: z.string(),
});
export type OutputFrame = z.infer<typeof outputFrame>;

/** `event: hello`, first on every stream: server time (ISO, Z) and the cursor the stream starts at. */
export const helloFrame = z.object({ now: z.string(), as_of: z.string() });
export type HelloFrame = z.infer<typeof helloFrame>;

/** `event: reset`: the cursor is older than the retained log or of another cluster; refetch everything. */
export const resetFrame = z.object({ as_of: z.string() });
export type ResetFrame = z.infer<typeof resetFrame>;

/** Comment lines on a silent stream, and the silence after which a client distrusts it (two beats). */
export const streamBeatMs = 15_000;
export const streamSilenceMs = 2 * streamBeatMs;

/** The client polls this often while something it knows is in flight. */
export const pollEveryMs = 2_000;
