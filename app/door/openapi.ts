// The OpenAPI 3.1 document, made from the operations that check the requests.
import { z } from 'zod';
import { type ProblemCode, problem, problems } from '#lib/domain/problem.ts';
import packageJson from '#package.json' with { type: 'json' };
import { hasBody, type Operation } from './operation.ts';
import * as ofArchive from './operations/archive.ts';
import * as ofFailures from './operations/failures.ts';
import * as ofJobs from './operations/jobs.ts';
import * as ofLedger from './operations/ledger.ts';
import * as ofOperator from './operations/operator.ts';
import * as ofPrompts from './operations/prompts.ts';
import * as ofQueue from './operations/queue.ts';
import * as ofSchedules from './operations/schedules.ts';
import * as ofSearch from './operations/search.ts';
import * as operations from './operations.ts';

const topics = [
  operations,
  ofArchive,
  ofFailures,
  ofJobs,
  ofLedger,
  ofOperator,
  ofPrompts,
  ofQueue,
  ofSchedules,
  ofSearch,
];

/** What any request can meet. */
const anywhere: readonly ProblemCode[] = [
  'unknown_host',
  'foreign_site',
  'invalid_input',
  'internal',
  'busy',
  'database_away',
];
const withBody: readonly ProblemCode[] = ['invalid_body', 'body_too_large', 'not_json'];
const withId: readonly ProblemCode[] = ['invalid_path'];

let made: Record<string, unknown> | undefined;

/** Built at the first call; it never changes while the process lives. */
export function openApiDocument(): Record<string, unknown> {
  made ??= build(documented());
  return made;
}

/** Every operation the document holds. */
export function documented(): Operation[] {
  return topics
    .flatMap((topic): Operation[] => Object.values(topic))
    .filter((operation) => operation !== operations.unknownAddressOperation);
}

function build(all: readonly Operation[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of all)
    paths[operation.path] = { ...paths[operation.path], [operation.method]: described(operation) };
  return {
    openapi: '3.1.0',
    info: {
      title: packageJson.name,
      version: packageJson.version,
      description: `${packageJson.description} Every refusal is problem+json; bodies are at most 1 MiB of UTF-8 JSON unless said otherwise.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: { schemas: { Problem: jsonSchema(problem, 'output') } },
  };
}

function described(operation: Operation): Record<string, unknown> {
  const parameters = parametersOf(operation);
  return {
    operationId: operationId(operation),
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hasBody(operation)
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: jsonSchema(operation.body, 'input') } },
          },
        }
      : {}),
    responses: { ...settledOf(operation), [operation.status]: successOf(operation), ...refusalsOf(operation) },
  };
}

function operationId({ method, path }: Operation): string {
  return `${method}${path.replace(/^\/api/, '').replace(/[^a-zA-Z]+([a-zA-Z]?)/g, (_, letter: string) => letter.toUpperCase())}`;
}

function parametersOf(operation: Operation): unknown[] {
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  }));
  const { properties } = querySchema.parse(jsonSchema(operation.query, 'input'));
  const inQuery = Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
  const header = (name: string) => ({
    name,
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: 200 },
  });
  return [
    ...inPath,
    ...inQuery,
    ...(operation.isIdempotent ? [header('Idempotency-Key')] : []),
    ...(operation.isStream ? [header('Last-Event-ID')] : []),
  ];
}

const querySchema = z.object({ properties: z.record(z.string(), z.unknown()).default({}) });

function successOf(operation: Operation): Record<string, unknown> {
  const text = operation.isStream ? 'text/event-stream' : operation.media;
  return text !== undefined
    ? {
        description: operation.isStream ? 'The stream' : 'The text',
        content: { [text]: { schema: { type: 'string' } } },
      }
    : {
        description: operation.status === 202 ? 'Accepted; the work goes on' : 'The answer',
        content: { 'application/json': { schema: jsonSchema(operation.answer, 'output') } },
      };
}

function settledOf({ settled }: Operation): Record<string, unknown> {
  if (settled === undefined) return {};
  const content = { 'application/json': { schema: jsonSchema(settled, 'output') } };
  return { 200: { description: 'The caller waited, and it is over', content } };
}

function refusalsOf(operation: Operation): Record<string, unknown> {
  const codes = [
    ...anywhere,
    ...(hasBody(operation) ? withBody : []),
    ...(operation.path.includes('{') ? withId : []),
    ...operation.problems,
  ];
  const statuses = [...new Set(codes.map((code) => problems[code].status))];
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: codes
          .filter((code) => problems[code].status === status)
          .map((code) => `${code}: ${problems[code].title}`)
          .join('. '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

/** Refinements (NUL, length by UTF-16) have no JSON Schema and are said by the refusals. */
function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): unknown {
  const { $schema: _, '~standard': __, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
