// OpenAI itself, or any server that speaks its chat protocol when OPENAI_BASE_URL names one.
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { z } from 'zod';
import { aiSdkProvider, type Service } from './ai-sdk.ts';
import type { Provider } from './contract.ts';
import { keepModelList } from './model-list.ts';

const openAiUrl = 'https://api.openai.com/v1';
const wellKnown = ['gpt-5.6', 'gpt-5.5', 'gpt-5.4-mini', 'gpt-5.4-nano', 'gpt-4.1'];
const modelList = z.object({ data: z.array(z.object({ id: z.string().min(1) })) });
const namesOf = (json: unknown) => modelList.parse(json).data.map(({ id }) => id);

/** OpenAI's own service. */
export function openOpenAI({ apiKey, url = openAiUrl, limitMs }: Service): Provider {
  return aiSdkProvider({
    id: 'openai',
    subject: { label: 'OpenAI', keySetting: 'OPENAI_API_KEY', secrets: [apiKey] },
    limitMs,
    models: keepModelList({
      provider: 'openai',
      url: `${url}/models`,
      headers: { authorization: `Bearer ${apiKey}` },
      read: (json) => namesOf(json).filter(isChatModel).sort().reverse(),
      wellKnown,
    }),
    open: (model, fetch) => createOpenAI({ apiKey, baseURL: url, fetch }).responses(model),
  });
}

/** A server of the same protocol: a local one needs no key. `baseUrl` includes its `/v1`, as the setting does. */
export function openCompatible({
  apiKey,
  baseUrl,
  limitMs,
}: {
  apiKey?: string | undefined;
  baseUrl: string;
  limitMs?: number;
}): Provider {
  const url = baseUrl.replace(/\/+$/, '');
  return aiSdkProvider({
    id: 'openai',
    subject: {
      label: `the model server at ${new URL(url).host}`,
      keySetting: 'OPENAI_API_KEY',
      addressSetting: 'OPENAI_BASE_URL',
      secrets: apiKey === undefined ? [] : [apiKey],
    },
    limitMs,
    models: keepModelList({
      provider: 'openai',
      url: `${url}/models`,
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      read: namesOf,
      wellKnown: [],
    }),
    open: (model, fetch) =>
      createOpenAICompatible({
        name: 'openai',
        baseURL: url,
        includeUsage: true,
        fetch,
        ...(apiKey === undefined ? {} : { apiKey }),
      }).chatModel(model),
  });
}

/** The list also holds models that hear, draw, embed or moderate. */
function isChatModel(id: string): boolean {
  const otherUses =
    /audio|realtime|image|transcribe|tts|embedding|moderation|instruct|search|codex|deep-research|computer/;
  return /^(gpt-|o\d|chatgpt-)/.test(id) && !otherUses.test(id);
}
