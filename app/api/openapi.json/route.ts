// GET /api/openapi.json: the interface, described by the schemas that check it.
import { openApiDocument } from '#app/door/openapi.ts';
import { readDocumentOperation } from '#app/door/operations.ts';
import { handle } from '#app/handle.ts';

export const GET = handle(readDocumentOperation, async () => openApiDocument());
