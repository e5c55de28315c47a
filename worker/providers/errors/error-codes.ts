// The status and code words that providers use for their errors, each with the failure kind it stands for.
import type { FailureKind } from '#lib/domain/failure.ts';

export function kindOfStatus(status: number): FailureKind {
  if (status === 429) return 'rate_limit';
  if (status === 401 || status === 403) return 'auth';
  if (status >= 500) return 'provider_5xx';
  return status >= 400 ? 'provider_4xx' : 'unknown';
}

// OpenAI `type` and `code`, Anthropic `type`, Google `status` and `reason`, the SDK's `name`; compared in lower case.
// A body may carry several (OpenAI: type invalid_request_error with code invalid_api_key): the first kind wins.
const codeWords: readonly (readonly [FailureKind, ReadonlySet<string>])[] = [
  ['parse', new Set(['ai_jsonparseerror', 'ai_typevalidationerror'])],
  [
    'auth',
    new Set([
      'authentication_error',
      'permission_error',
      'invalid_api_key',
      'api_key_invalid',
      'invalid_authentication',
      'unauthenticated',
      'unauthorized',
      'permission_denied',
    ]),
  ],
  [
    'rate_limit',
    new Set([
      'rate_limit_error',
      'rate_limit_exceeded',
      'rate_limit',
      'insufficient_quota',
      'resource_exhausted',
      'too_many_requests',
    ]),
  ],
  [
    'provider_5xx',
    new Set([
      'api_error',
      'server_error',
      'internal_error',
      'internal_server_error',
      'internal',
      'overloaded_error',
      'overloaded',
      'service_unavailable',
      'unavailable',
      'timeout_error',
      'deadline_exceeded',
    ]),
  ],
  [
    'provider_4xx',
    new Set([
      'invalid_request_error',
      'invalid_prompt',
      'invalid_argument',
      'billing_error',
      'request_too_large',
      'not_found_error',
      'not_found',
      'model_not_found',
      'context_length_exceeded',
      'exceed_context_size_error',
      'failed_precondition',
    ]),
  ],
];

/** The kind that an error body or error frame names, or undefined when it names none that is known. */
export function kindOfCodes(body: unknown): FailureKind | undefined {
  const codes = codesOf(body, 0);
  for (const [kind, words] of codeWords) {
    if (codes.some((code) => words.has(code.toLowerCase()))) return kind;
  }
  const status = codes.map(Number).find((code) => code >= 400 && code <= 599);
  return status === undefined ? undefined : kindOfStatus(status);
}

const codeFields = ['type', 'code', 'status', 'reason', 'name', 'statusCode'] as const;
const innerFields = ['error', 'details', 'data'] as const;
/** Deep enough for Google's `error.details[].reason` and OpenAI's `data.response.error`, and bounded. */
const deepest = 4;

function codesOf(body: unknown, depth: number): string[] {
  if (typeof body !== 'object' || body === null || depth > deepest) return [];
  if (Array.isArray(body)) return body.slice(0, 10).flatMap((item) => codesOf(item, depth + 1));
  const fields = new Map<string, unknown>(Object.entries(body));
  const own = codeFields
    .map((field) => fields.get(field))
    .filter((code) => typeof code === 'string' || typeof code === 'number');
  return [...own.map(String), ...innerFields.flatMap((field) => codesOf(fields.get(field), depth + 1))];
}
