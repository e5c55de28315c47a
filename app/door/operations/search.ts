// Operations that find things again: search, conversations, and a thread to take away.
import { z } from 'zod';
import { jobStates } from '#lib/domain/job.ts';
import { searchAnswer, searchSorts } from '#lib/domain/prompts/search.ts';
import { sessionList, sessionRow } from '#lib/domain/prompts/session.ts';
import { verdicts } from '#lib/domain/prompts/verdict.ts';
import { noBody, noQuery, type Operation } from '../operation.ts';
import { instant, wholeNumber, yesOrNo } from '../query.ts';

const longestSearch = 500;

/** PostgreSQL stores no NUL and reads no half of a surrogate pair. */
const words = (name: string, longest: number) =>
  z
    .string()
    .max(longest, `${name} is longer than ${longest} characters`)
    .refine(
      (text) => !text.includes('\u0000') && text.isWellFormed(),
      `${name} holds characters that cannot be searched`,
    );

const cursor = (shape: RegExp) =>
  z.string().regex(shape, 'cursor must be the next_cursor of an earlier page').optional();

export const searchOperation = {
  method: 'get',
  path: '/api/search',
  summary: 'Search in prompts and answers',
  description:
    'Every word must occur, as it is or at the beginning of a longer one; "text in quotes" as it stands. Without `q` the filters alone, newest first. Snippets are plain text with ranges. By relevance, the newest 500 finds are weighed. Archived prompts are found too, unless `archived` says which. With `session_id` a conversation of anyone in the org. The first 100,000 characters of a text are searched.',
  query: z.strictObject({
    q: words('q', longestSearch).default(''),
    state: z.enum(jobStates, { error: `state must be one of ${jobStates.join(', ')}` }).optional(),
    model: words('model', 200).optional(),
    since: instant('since').optional(),
    until: instant('until').optional(),
    session_id: z.guid('session_id must be a UUID').optional(),
    verdict: z.enum([...verdicts, 'none'], { error: `verdict must be one of ${verdicts.join(', ')}, none` }).optional(),
    archived: yesOrNo('archived').optional(),
    sort: z.enum(searchSorts, { error: `sort must be one of ${searchSorts.join(', ')}` }).default('newest'),
    limit: wholeNumber('limit', 1, 100).default(20),
    cursor: cursor(/^(o_\d{1,4}|\d{1,18}_[0-9a-f-]{36})$/),
  }),
  body: noBody,
  status: 200,
  answer: searchAnswer,
  problems: [],
} as const satisfies Operation;

export const listSessionsOperation = {
  method: 'get',
  path: '/api/sessions',
  summary: 'List conversations',
  description: 'Pinned ones first, then by their newest prompt.',
  query: z.strictObject({
    archived: yesOrNo('archived').default(false),
    q: words('q', 200).optional(),
    limit: wholeNumber('limit', 1, 200).default(50),
    cursor: cursor(/^[01]_\d{1,18}_[0-9a-f-]{36}$/),
  }),
  body: noBody,
  status: 200,
  answer: sessionList,
  problems: [],
} as const satisfies Operation;

export const changeSessionOperation = {
  method: 'patch',
  path: '/api/sessions/{id}',
  summary: 'Rename, pin or put away a conversation',
  query: noQuery,
  body: z
    .strictObject({
      title: words('title', 200)
        .transform((text) => text.trim())
        .refine((text) => text !== '', 'title is empty')
        .optional(),
      pinned: z.boolean({ error: 'pinned must be true or false' }).optional(),
      archived: z.boolean({ error: 'archived must be true or false' }).optional(),
    })
    .refine((change) => Object.keys(change).length > 0, 'body names nothing to change: title, pinned or archived'),
  status: 200,
  answer: sessionRow,
  problems: ['not_found'],
} as const satisfies Operation;

export const readSessionOperation = {
  method: 'get',
  path: '/api/sessions/{id}',
  summary: 'Read one conversation, of anyone in the org',
  query: noQuery,
  body: noBody,
  status: 200,
  answer: sessionRow,
  problems: ['not_found'],
} as const satisfies Operation;

const exportFormats = ['markdown', 'json'] as const;

export const exportThreadOperation = {
  method: 'get',
  path: '/api/threads/{promptId}/export',
  summary: 'Take a thread away as a file',
  description:
    'From its root through the prompt to the newest end. `format=json` is the answer of /api/threads/{promptId}.',
  query: z.strictObject({
    format: z.enum(exportFormats, { error: `format must be one of ${exportFormats.join(', ')}` }).default('markdown'),
  }),
  body: noBody,
  status: 200,
  answer: z.string(),
  media: 'text/markdown',
  problems: ['not_found'],
} as const satisfies Operation;
