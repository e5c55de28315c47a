// Any other address under /api: a problem in JSON instead of the page for people.
import { unknownAddressOperation } from '#app/door/operations.ts';
import { AppError } from '#app/door/refusal.ts';
import { handle } from '#app/handle.ts';

const refuse = handle(unknownAddressOperation, async () => {
  throw new AppError('not_found', 'There is no such address. GET /api/openapi.json lists them all.');
});

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as POST, refuse as PUT };
