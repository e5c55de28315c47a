// One suite that every kind of provider passes against real HTTP: what it sends, what it makes of each way to fail.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openAnthropic } from '#worker/providers/anthropic.ts';
import { type ModelAnswer, type ModelCall, type Provider, ProviderError } from '#worker/providers/contract.ts';
import { openGoogle } from '#worker/providers/google.ts';
import { openOllama } from '#worker/providers/ollama.ts';
import { openCompatible, openOpenAI } from '#worker/providers/openai.ts';
import { anthropicDialect, chatDialect, type Dialect, googleDialect, responsesDialect } from './dialects.ts';
import { begun, body, type ModelServer, refused, silent, startModelServer, streamed } from './model-server.ts';

const apiKey = 'sk-test-0123456789abcdefghij';

interface Subject {
  readonly name: string;
  readonly dialect: Dialect;
  readonly provider: string;
  open(url: string, limitMs: number): Provider;
}

const subjects: readonly Subject[] = [
  {
    name: 'OpenAI',
    dialect: responsesDialect,
    provider: 'openai',
    open: (url, limitMs) => openOpenAI({ apiKey, url: `${url}/v1`, limitMs }),
  },
  {
    name: 'OpenAI-compatible',
    dialect: chatDialect,
    provider: 'openai',
    open: (url, limitMs) => openCompatible({ apiKey, baseUrl: `${url}/v1`, limitMs }),
  },
  {
    name: 'Anthropic',
    dialect: anthropicDialect,
    provider: 'anthropic',
    open: (url, limitMs) => openAnthropic({ apiKey, url: `${url}/v1`, limitMs }),
  },
  {
    name: 'Google',
    dialect: googleDialect,
    provider: 'google',
    open: (url, limitMs) => openGoogle({ apiKey, url: `${url}/v1beta`, limitMs }),
  },
  {
    name: 'Ollama',
    dialect: chatDialect,
    provider: 'ollama',
    open: (baseUrl, limitMs) => openOllama({ baseUrl, limitMs }),
  },
];

const patientMs = 20_000;
const briefMs = 120;

describe.each(subjects)('$name', ({ dialect, provider, open }) => {
  let server: ModelServer;
  beforeAll(async () => {
    server = await startModelServer(dialect);
  });
  afterAll(() => server.close());

  const prints = (['error', 'warn', 'log', 'info'] as const).map((name) => vi.spyOn(console, name));
  beforeEach(() => {
    for (const print of prints) print.mockClear();
  });
  afterEach(() => {
    for (const print of prints) expect(print).not.toHaveBeenCalled();
  });

  const ask = (call: Partial<ModelCall> = {}, limitMs = patientMs): Promise<ModelAnswer> =>
    open(server.url, limitMs).answer({ ...plainCall, ...call });

  test('gives the text in order, piece by piece, and the provider’s own counts', async () => {
    server.behave(streamed(['Hel', 'lo ', 'wörld 🦊']));
    const pieces: string[] = [];
    const { text, usage } = await ask({ onText: (delta) => void pieces.push(delta) });
    expect(pieces).toEqual(['Hel', 'lo ', 'wörld 🦊']);
    expect(text).toBe('Hello wörld 🦊');
    expect(usage).toMatchObject({
      provider,
      model: 'm',
      tokensIn: 11,
      tokensOut: 7,
      tokensCached: 3,
      isEstimate: false,
    });
    expect(usage.firstTokenMs).toBeLessThanOrEqual(usage.latencyMs);
    expect(server.requests).toHaveLength(1);
  });

  test('sends the thread root first, each turn once, then the prompt', async () => {
    server.behave(streamed(['ok']));
    await ask({
      system: 'Be brief.',
      history: [
        { role: 'user', content: 'first-question' },
        { role: 'assistant', content: 'first-answer' },
      ],
      text: 'second-question',
    });
    const sent = server.requests[0]?.body ?? '';
    const places = ['first-question', 'first-answer', 'second-question'].map((words) => sent.indexOf(words));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    for (const words of ['Be brief.', 'first-question', 'first-answer', 'second-question'])
      expect(sent.split(words)).toHaveLength(2);
  });

  test.each([
    ['400', refused(400, 'max_tokens is too large'), { kind: 'provider_4xx' }],
    ['401', refused(401, `Incorrect API key provided: ${apiKey}`), { kind: 'auth' }],
    ['403', refused(403, 'not allowed'), { kind: 'auth' }],
    ['404', refused(404, 'no such model'), { kind: 'provider_4xx' }],
    [
      '429 with Retry-After in seconds',
      refused(429, 'slow down', { 'retry-after': '7' }),
      { kind: 'rate_limit', retryAfterMs: 7_000 },
    ],
    [
      '429 with Retry-After as a date',
      refused(429, 'slow down', {
        date: 'Tue, 01 Dec 2026 02:00:00 GMT',
        'retry-after': 'Tue, 01 Dec 2026 02:01:30 GMT',
      }),
      { kind: 'rate_limit', retryAfterMs: 90_000 },
    ],
    ['429 without a wait', refused(429, 'slow down'), { kind: 'rate_limit', retryAfterMs: undefined }],
    ['500', refused(500, 'kaputt'), { kind: 'provider_5xx' }],
    ['529', refused(529, 'overloaded'), { kind: 'provider_5xx' }],
    ['a web page instead of a stream', body('text/html', '<html><body>Sign in</body></html>'), { kind: 'parse' }],
    ['JSON that is no answer', body('application/json', '{"hello":"world"}'), { kind: 'parse' }],
    ['an event that is not JSON', body('text/event-stream', 'data: {"id": oops\n\n'), { kind: 'parse' }],
    ['nothing at all', body('text/event-stream', ''), { kind: 'provider_5xx' }],
    ['a stream cut in the middle', begun(['Hel', 'lo'], (response) => response.destroy()), { kind: 'provider_5xx' }],
    [
      'a stream that stops before its end',
      begun(['Hel', 'lo'], (response) => void response.end()),
      { kind: 'provider_5xx' },
    ],
  ] as const)('%s fails as its kind, after one request', async (_, behaviour, expected) => {
    server.behave(behaviour);
    const error = await failureOf(ask());
    expect(error).toMatchObject(expected);
    expect(error.message).not.toContain('0123456789');
    expect(error.message.length).toBeLessThanOrEqual(300);
    expect(error.message).toMatch(/^(The |OpenAI|Anthropic|Google|Ollama)/);
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    ['before any text', (frame: string) => body('text/event-stream', frame)],
    ['in the middle of the text', (frame: string) => begun(['Hel', 'lo'], (response) => void response.end(frame))],
  ])('an overload told inside the stream %s is the provider’s fault, not garbage', async (_, behaviour) => {
    server.behave(behaviour(dialect.overloadedFrame));
    expect(await failureOf(ask())).toMatchObject({ kind: 'provider_5xx', message: expect.stringContaining('busy') });
    expect(server.requests).toHaveLength(1);
  });

  test('text that came before a cut is given, and counted as an estimate', async () => {
    server.behave(begun(['Hel', 'lo'], (response) => response.destroy()));
    const pieces: string[] = [];
    const error = await failureOf(ask({ onText: (delta) => void pieces.push(delta) }));
    expect(pieces.join('')).toBe('Hello');
    expect(error.usage).toMatchObject({ provider, model: 'm', isEstimate: true, tokensOut: 2 });
  });

  test.each([
    ['before the first byte', silent],
    ['in the middle of the text', begun(['Hel', 'lo'], () => {})],
  ])('a stall %s ends as a timeout, and the request with it', async (_, behaviour) => {
    server.behave(behaviour);
    const error = await failureOf(ask({}, briefMs));
    expect(error.kind).toBe('timeout');
    expect(server.requests).toHaveLength(1);
    await expect(server.requests[0]?.closed).resolves.toBe(true);
  });

  test('an abort before the first byte closes the request and gives back its own reason', async () => {
    server.behave(silent);
    const stop = new AbortController();
    const asked = ask({ signal: stop.signal });
    await server.arrived();
    const reason = new Error('cancelled by a person');
    stop.abort(reason);
    await expect(asked).rejects.toBe(reason);
    await expect(server.requests[0]?.closed).resolves.toBe(true);
    expect(server.requests).toHaveLength(1);
  });

  test('an abort in the middle closes the request, and no more text comes', async () => {
    server.behave(begun(['Hel', 'lo'], () => {}));
    const stop = new AbortController();
    const reason = { because: 'lease lost' };
    const pieces: string[] = [];
    const asked = ask({
      signal: stop.signal,
      onText: (delta) => {
        pieces.push(delta);
        if (pieces.length === 1) stop.abort(reason);
      },
    });
    await expect(asked).rejects.toBe(reason);
    await expect(server.requests[0]?.closed).resolves.toBe(true);
    expect(pieces).toEqual(['Hel']);
  });

  test('a signal aborted beforehand sends nothing', async () => {
    server.behave(streamed(['no']));
    const reason = new Error('too late');
    await expect(ask({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server.requests).toHaveLength(0);
  });

  test('a refused connection is the provider’s fault and worth a retry', async () => {
    const error = await failureOf(open(await deadAddress(), patientMs).answer(plainCall));
    expect(error.kind).toBe('provider_5xx');
    expect(error.message).toContain('refused the connection');
  });
});

const plainCall: ModelCall = {
  model: 'm',
  history: [],
  text: 'Say hello',
  attempt: 1,
  signal: new AbortController().signal,
  onText: () => {},
};

async function failureOf(asked: Promise<unknown>): Promise<ProviderError> {
  const error = await asked.then(
    () => new Error('it answered'),
    (reason: unknown) => reason,
  );
  if (error instanceof ProviderError) return error;
  throw error;
}

/** An address of this machine where nobody listens any more. */
async function deadAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
