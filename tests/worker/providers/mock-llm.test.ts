// The OpenAI-compatible provider against a server that somebody else wrote.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProviderError } from '#worker/providers/contract.ts';
import { openCompatible } from '#worker/providers/openai.ts';
import { openProviders } from '#worker/providers/registry.ts';
import { startMockLlm } from './mock-llm.ts';

let mock: Awaited<ReturnType<typeof startMockLlm>>;
beforeAll(async () => {
  mock = await startMockLlm();
});
afterAll(() => mock.stop());

function ask(text: string, onText: (delta: string) => void = () => {}) {
  const call = { model: 'mock-1', history: [], text, attempt: 1, signal: new AbortController().signal, onText };
  return openCompatible({ baseUrl: mock.url }).answer(call);
}

test('a 200 streams its text, without a key', async () => {
  const pieces: string[] = [];
  const { text, usage } = await ask('The quick brown fox', (delta) => void pieces.push(delta));
  expect(text).toBe('The quick brown fox');
  expect(pieces).toEqual(['The q', 'uick ', 'brown', ' fox']);
  expect(usage).toMatchObject({ provider: 'openai', model: 'mock-1', isEstimate: true, tokensOut: 5 });
});

// In a stream this server tells its errors as frames after a 200, as several compatible servers do.
test.each([
  ['error-400', 'provider_4xx'],
  ['error-401', 'auth'],
  ['error-429', 'rate_limit'],
  ['error-500', 'provider_5xx'],
])('%s told in the stream is %s, after one request', async (text, kind) => {
  const before = await mock.chatRequests();
  const error = await ask(text).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ProviderError);
  expect(error).toMatchObject({ kind });
  expect((await mock.chatRequests()) - before).toBe(1);
});

test('a path it does not have is refused, not retried', async () => {
  const provider = openCompatible({ baseUrl: mock.url.replace('/v1', '/v7') });
  const asked = provider.answer({
    model: 'mock-1',
    history: [],
    text: 'hello',
    attempt: 1,
    signal: new AbortController().signal,
    onText: () => {},
  });
  await expect(asked).rejects.toMatchObject({ kind: 'provider_4xx' });
});

test('its models are offered, and the first one is the default', async () => {
  const { default: name, models } = await openProviders({ OPENAI_BASE_URL: mock.url }).catalog();
  expect(name).toBe('openai/mock-1');
  expect(models[0]).toEqual({ id: 'openai/mock-1', label: 'mock-1', provider: 'openai', is_demo: false });
  expect(models.at(-1)).toMatchObject({ id: 'demo', is_demo: true });
});
