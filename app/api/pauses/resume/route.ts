// POST /api/pauses/resume: what was paused is claimed again.
import { resumeOperation } from '#app/door/operations/operator.ts';
import { handle } from '#app/handle.ts';
import { resumeScopes } from '#lib/store/lanes/pausing.ts';

export const POST = handle(resumeOperation, async ({ db, body }) => ({
  resumed: await resumeScopes(db, body.scopes),
}));
