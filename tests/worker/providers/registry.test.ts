// A model's name finds who answers for it, or a sentence that says which setting is missing.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { ConfigError } from '#lib/config.ts';
import { openProviders, type ProviderSettings } from '#worker/providers/registry.ts';

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

/** A server that answers GET with what `paths` holds, and counts. */
async function listServer(paths: Record<string, unknown>) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    const json = paths[request.url ?? ''];
    response.writeHead(json === undefined ? 404 : 200, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify(json ?? {}));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, seen };
}

/** No Ollama of the machine that runs the tests may show: the address is one where nobody listens. */
const noOllama: ProviderSettings = { OLLAMA_BASE_URL: 'http://127.0.0.1:9' };

describe('without any setting', () => {
  test('demo is found by its name', async () => {
    expect(await openProviders({}).resolve('demo')).toMatchObject({
      provider: { id: 'demo' },
      model: 'demo',
      name: 'demo',
    });
  });

  test.each([
    ['openai/gpt-5', 'auth', 'OPENAI_API_KEY'],
    ['anthropic/claude', 'auth', 'ANTHROPIC_API_KEY'],
    ['google/gemini', 'auth', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    ['gpt-5', 'provider_4xx', 'provider/model'],
    ['mistral/large', 'provider_4xx', 'provider/model'],
  ])('%s fails as %s and names what to do', async (name, kind, words) => {
    await expect(openProviders({}).resolve(name)).rejects.toMatchObject({
      kind,
      message: expect.stringContaining(words),
    });
  });
});

describe('the default', () => {
  test('is the one that is set', async () => {
    const providers = openProviders({
      ...noOllama,
      OPENAI_API_KEY: 'x',
      ASTERION_DEFAULT_MODEL: 'openai/my/own-model',
    });
    expect(await providers.resolve()).toMatchObject({ model: 'my/own-model', name: 'openai/my/own-model' });
  });

  test.each([
    [{ ASTERION_DEFAULT_MODEL: 'openai/gpt-5' }, 'OPENAI_API_KEY'],
    [{ ASTERION_DEFAULT_MODEL: 'nonsense' }, 'provider/model'],
  ])('%j stops the start with a sentence', (settings, words) => {
    expect(() => openProviders(settings)).toThrow(ConfigError);
    expect(() => openProviders(settings)).toThrow(words);
  });

  test('is the first model of a compatible server', async () => {
    const { url } = await listServer({ '/v1/models': { data: [{ id: 'llama/3' }, { id: 'b' }] } });
    expect(await openProviders({ OPENAI_BASE_URL: `${url}/v1/` }).resolve()).toMatchObject({ name: 'openai/llama/3' });
  });

  test('is a local Ollama’s when nothing else is configured', async () => {
    const { url } = await listServer({ '/api/tags': { models: [{ name: 'llama3.2:1b' }] } });
    const providers = openProviders({ OLLAMA_BASE_URL: `${url}/v1` });
    expect(await providers.resolve()).toMatchObject({ name: 'ollama/llama3.2:1b', model: 'llama3.2:1b' });
    expect((await providers.catalog()).models.map(({ id }) => id)).toEqual(['ollama/llama3.2:1b', 'demo']);
  });

  test('never slips to the demo when a configured server is silent', async () => {
    const providers = openProviders({ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' });
    await expect(providers.resolve()).rejects.toMatchObject({ kind: 'provider_5xx' });
    expect((await providers.catalog()).models.map(({ id }) => id)).toContain('demo');
  });
});

test('a list is asked for once, however many want it', async () => {
  const { url, seen } = await listServer({ '/v1/models': { data: [{ id: 'a' }] } });
  const providers = openProviders({ ...noOllama, OPENAI_BASE_URL: `${url}/v1` });
  await Promise.all([providers.catalog(), providers.catalog(), providers.resolve()]);
  await providers.catalog();
  expect(seen).toEqual(['/v1/models']);
});
