// A local Ollama: named by OLLAMA_BASE_URL, or found by itself where it listens by default.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { z } from 'zod';
import { aiSdkProvider } from './ai-sdk.ts';
import type { Provider } from './contract.ts';
import { keepModelList } from './model-list.ts';

const usualUrl = 'http://127.0.0.1:11434';
/** A local server answers in a few; nobody may wait for one that isn't there. */
const probeMs = 300;
const tagList = z.object({ models: z.array(z.object({ name: z.string().min(1) })) });

/** `baseUrl` with or without the `/v1` that its OpenAI-like half lives under. */
export function openOllama({ baseUrl, limitMs }: { baseUrl?: string | undefined; limitMs?: number } = {}): Provider {
  const url = (baseUrl ?? usualUrl).replace(/\/+$/, '').replace(/\/v1$/, '');
  return aiSdkProvider({
    id: 'ollama',
    subject: { label: 'Ollama', address: url, addressSetting: 'OLLAMA_BASE_URL' },
    limitMs,
    models: keepModelList({
      provider: 'ollama',
      url: `${url}/api/tags`,
      read: (json) => tagList.parse(json).models.map(({ name }) => name),
      timeoutMs: baseUrl === undefined ? probeMs : 2_000,
    }),
    open: (model, fetch) =>
      createOpenAICompatible({ name: 'ollama', baseURL: `${url}/v1`, includeUsage: true, fetch }).chatModel(model),
  });
}
