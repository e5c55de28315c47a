// GET /api/threads/:promptId/export: a thread as a file.
import { Reply } from '#app/door/exchange.ts';
import { exportThreadOperation } from '#app/door/operations/search.ts';
import { notFound, safeHeaders } from '#app/door/refusal.ts';
import { handle } from '#app/handle.ts';
import { threadMarkdown } from '#lib/domain/prompts/thread-markdown.ts';
import { readThread } from '#lib/store/prompts/thread.ts';

export const GET = handle(exportThreadOperation, async ({ db, viewer, id, query }) => {
  const thread = (await readThread(db, viewer, id)) ?? notFound('prompt', 'promptId');
  const isJson = query.format === 'json';
  const name = `thread-${id.slice(0, 8)}.${isJson ? 'json' : 'md'}`;
  const headers = {
    ...safeHeaders,
    'content-type': isJson ? 'application/json' : 'text/markdown; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
  };
  return new Reply(200, headers, isJson ? JSON.stringify(thread, null, 2) : threadMarkdown(thread));
});
