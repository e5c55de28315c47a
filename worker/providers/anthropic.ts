// Anthropic's models.
import { createAnthropic } from '@ai-sdk/anthropic';
import { z } from 'zod';
import { aiSdkProvider, type Service } from './ai-sdk.ts';
import type { Provider } from './contract.ts';
import { keepModelList } from './model-list.ts';

const anthropicUrl = 'https://api.anthropic.com/v1';
const wellKnown = ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-haiku-5-5', 'claude-sonnet-4-5', 'claude-haiku-4-5'];
const modelList = z.object({ data: z.array(z.object({ id: z.string().min(1) })) });

export function openAnthropic({ apiKey, url = anthropicUrl, limitMs }: Service): Provider {
  return aiSdkProvider({
    id: 'anthropic',
    subject: { label: 'Anthropic', keySetting: 'ANTHROPIC_API_KEY', secrets: [apiKey] },
    limitMs,
    models: keepModelList({
      provider: 'anthropic',
      url: `${url}/models?limit=100`,
      headers: { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' },
      read: (json) => modelList.parse(json).data.map(({ id }) => id),
      wellKnown,
    }),
    open: (model, fetch) => createAnthropic({ apiKey, baseURL: url, fetch }).messages(model),
  });
}
