// Every fault has one kind, decided by class, status and code; what people read of it holds no secret.
import { APICallError, JSONParseError, LoadAPIKeyError, NoSuchModelError, TypeValidationError } from 'ai';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProviderError } from '#worker/providers/contract.ts';
import { classify } from '#worker/providers/errors/classify.ts';
import { messageLimit } from '#worker/providers/errors/wording.ts';

const subject = { label: 'the model server', keySetting: 'SOME_KEY', secrets: ['hunter2-hunter2'] };

function response(statusCode: number, rest: Partial<ConstructorParameters<typeof APICallError>[0]> = {}) {
  return new APICallError({ message: 'it said no', url: 'http://x/v1', requestBodyValues: {}, statusCode, ...rest });
}

function network(code: string): Error {
  const socket = Object.assign(new Error('whatever it says'), { code });
  return new APICallError({
    message: 'Cannot connect',
    url: 'http://x/v1',
    requestBodyValues: {},
    cause: new TypeError('fetch failed', { cause: socket }),
  });
}

describe('by status', () => {
  test.each([
    [400, 'provider_4xx'],
    [401, 'auth'],
    [402, 'provider_4xx'],
    [403, 'auth'],
    [404, 'provider_4xx'],
    [408, 'provider_4xx'],
    [409, 'provider_4xx'],
    [413, 'provider_4xx'],
    [422, 'provider_4xx'],
    [429, 'rate_limit'],
    [500, 'provider_5xx'],
    [502, 'provider_5xx'],
    [503, 'provider_5xx'],
    [504, 'provider_5xx'],
    [529, 'provider_5xx'],
  ])('%i is %s, whatever the SDK thinks of a retry', (status, kind) => {
    expect(classify(response(status, { isRetryable: true }), subject).kind).toBe(kind);
    expect(classify(response(status, { isRetryable: false }), subject).kind).toBe(kind);
  });

  test('a wait asked for in the headers is kept', () => {
    const responseHeaders = { 'Retry-After': '12' };
    expect(classify(response(429, { responseHeaders }), subject).retryAfterMs).toBe(12_000);
    expect(classify(response(503, { responseHeaders }), subject).retryAfterMs).toBe(12_000);
  });

  test('a bad key that Google calls a 400 is still a matter of the key', () => {
    const body = {
      error: {
        code: 400,
        message: 'API key not valid.',
        status: 'INVALID_ARGUMENT',
        details: [{ reason: 'API_KEY_INVALID' }],
      },
    };
    expect(classify(response(400, { responseBody: JSON.stringify(body) }), subject).kind).toBe('auth');
  });
});

describe('by class', () => {
  const parse = new JSONParseError({ text: '{', cause: new SyntaxError('x') });
  test.each([
    ['JSON that does not parse', parse, 'parse'],
    ['JSON of another shape', new TypeValidationError({ value: 1, cause: 'x' }), 'parse'],
    ['a 200 whose body is garbage', response(200, { cause: parse }), 'parse'],
    ['no key', new LoadAPIKeyError({ message: 'x' }), 'auth'],
    ['no such model', new NoSuchModelError({ modelId: 'm', modelType: 'languageModel' }), 'provider_4xx'],
    ['an error of ours', new ProviderError('timeout', 'x'), 'timeout'],
    ['a plain error', new Error('429 timeout ECONNREFUSED unauthorized'), 'unknown'],
    ['something that is no error', 'rate limit', 'unknown'],
    ['nothing', undefined, 'unknown'],
  ])('%s', (_, error, kind) => {
    expect(classify(error, subject).kind).toBe(kind);
  });
});

describe('by network code, however deep it is wrapped', () => {
  test.each([
    ['ECONNREFUSED', 'provider_5xx'],
    ['ECONNRESET', 'provider_5xx'],
    ['EPIPE', 'provider_5xx'],
    ['ENOTFOUND', 'provider_5xx'],
    ['EAI_AGAIN', 'provider_5xx'],
    ['UND_ERR_SOCKET', 'provider_5xx'],
    ['ETIMEDOUT', 'timeout'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
    ['HPE_INVALID_CONSTANT', 'parse'],
    ['ERR_SOMETHING_NEW', 'unknown'],
  ])('%s is %s', (code, kind) => {
    expect(classify(network(code), subject).kind).toBe(kind);
  });
});

describe('by the code of an error frame', () => {
  test.each([
    [{ type: 'overloaded_error', message: 'x' }, 'provider_5xx'],
    [{ type: 'invalid_request_error', code: 'invalid_api_key', message: 'x' }, 'auth'],
    [{ type: 'invalid_request_error', message: 'x' }, 'provider_4xx'],
    [{ code: 'rate_limit_exceeded', message: 'x' }, 'rate_limit'],
    [{ code: 503, message: 'x' }, 'provider_5xx'],
    [{ code: '429', message: 'x' }, 'rate_limit'],
    [{ status: 'RESOURCE_EXHAUSTED', message: 'x' }, 'rate_limit'],
    [{ type: 'never_heard_of', message: 'x' }, 'unknown'],
  ])('%j is %s', (frame, kind) => {
    expect(classify(frame, subject).kind).toBe(kind);
  });
});

describe('what people read', () => {
  test.each([
    'sk-proj-abcdEFGH1234567890',
    'Bearer abc.def-ghi_jkl=',
    'AIzaSyA1234567890abcdefg',
    'hunter2-hunter2',
    'sk-ab***********wxyz',
    '0123456789abcdef0123456789abcdef01',
  ])('%s never shows', (secret) => {
    const { message } = classify(response(401, { message: `Incorrect key: ${secret}, sorry` }), subject);
    expect(message).not.toContain(secret);
    expect(message).toContain('[hidden]');
    expect(message).toContain('SOME_KEY');
  });

  test('ordinary words stay', () => {
    const message = 'Missing bearer or basic authentication in header; see key-value-store and sk-learn.';
    expect(classify(response(401, { message }), subject).message).toContain(message);
  });

  test('a key in an address never shows', () => {
    const message = 'GET https://me:secret@host/v1?key=abcdef failed';
    expect(classify(response(400, { message }), subject).message).toContain('GET https://host/v1 failed');
  });

  test('it is one line of at most 300 characters that starts with a capital', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), (words) => {
        const { message } = classify(response(400, { message: words }), subject);
        expect(message.length).toBeLessThanOrEqual(messageLimit);
        expect(message).not.toMatch(/[\r\n]/);
        expect(message).toMatch(/^The model server/);
        expect(message.isWellFormed()).toBe(true);
      }),
    );
  });
});
