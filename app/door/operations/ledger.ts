// Operations on what models were asked for and what it cost.
import { z } from 'zod';
import { ledgerFiles, ledgerGroupings, ledgerReport } from '#lib/domain/ledger/ledger-report.ts';
import { isTimeZone } from '#lib/domain/queue/ticks.ts';
import { noBody, type Operation } from '../operation.ts';
import { wholeNumber } from '../query.ts';

const day = (name: string) => z.iso.date({ error: `${name} must be a day like 2026-12-31` });
const days = {
  from: day('from').optional(),
  to: day('to').optional(),
  zone: z
    .string()
    .max(64, 'zone is not an IANA time zone')
    .refine(isTimeZone, 'zone is not an IANA time zone, e.g. Europe/Berlin')
    .default('UTC'),
};

export const readLedgerOperation = {
  method: 'get',
  path: '/api/ledger',
  summary: 'Tokens and cost by day, model or thread',
  description:
    'Days are whole days of `zone`, both included; without them, the last thirty. Calls of failed and stopped attempts count too.',
  query: z.strictObject({
    group: z.enum(ledgerGroupings, { error: `group must be one of ${ledgerGroupings.join(', ')}` }).default('day'),
    ...days,
    limit: wholeNumber('limit', 1, 500).default(100),
  }),
  body: noBody,
  status: 200,
  answer: ledgerReport,
  problems: [],
} as const satisfies Operation;

export const exportLedgerOperation = {
  method: 'get',
  path: '/api/ledger/export',
  summary: 'The ledger as a CSV file',
  description:
    'UTF-8 with a byte order mark, CRLF. `group=call` is every model call. A text that a spreadsheet would take for a formula begins with an apostrophe.',
  query: z.strictObject({
    group: z.enum(ledgerFiles, { error: `group must be one of ${ledgerFiles.join(', ')}` }).default('day'),
    ...days,
  }),
  body: noBody,
  status: 200,
  answer: z.string(),
  media: 'text/csv',
  problems: [],
} as const satisfies Operation;
