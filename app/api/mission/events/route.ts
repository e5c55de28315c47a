// GET /api/mission/events: the live view as server-sent events.
import { Reply } from '#app/door/exchange.ts';
import { invalidInput } from '#app/door/input.ts';
import { followEventsOperation } from '#app/door/operations.ts';
import { handle } from '#app/handle.ts';
import { type Cursor, parseCursor } from '#lib/domain/event.ts';
import { openFeed } from '#lib/feed/feed.ts';
import { streamHeaders } from '#lib/feed/sse.ts';

export const GET = handle(followEventsOperation, async ({ db, viewer, query, asked }) => {
  // A browser that reconnects repeats its first address and adds where it has got to: the header is newer.
  const since = cursorOf('Last-Event-ID', asked.headers.get('last-event-id')) ?? cursorOf('since', query.since ?? null);
  return new Reply(200, streamHeaders, await openFeed(db).open(viewer, since));
});

/** Otherwise HEAD is answered by GET: a stream that nobody reads. */
export const HEAD = handle(followEventsOperation, async () => new Reply(200, streamHeaders, ''));

function cursorOf(field: string, text: string | null): Cursor | null {
  if (text === null || text === '') return null;
  const cursor = parseCursor(text);
  if (cursor === null) throw invalidInput([{ field, message: `${field} is not a cursor` }]);
  return cursor;
}
