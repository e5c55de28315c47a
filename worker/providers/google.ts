// Google's Gemini models.
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { z } from 'zod';
import { aiSdkProvider, type Service } from './ai-sdk.ts';
import type { Provider } from './contract.ts';
import { keepModelList } from './model-list.ts';

const googleUrl = 'https://generativelanguage.googleapis.com/v1beta';
const wellKnown = ['gemini-flash-latest', 'gemini-pro-latest', 'gemini-flash-lite-latest'];
const modelList = z.object({
  models: z.array(z.object({ name: z.string(), supportedGenerationMethods: z.array(z.string()).default([]) })),
});

export function openGoogle({ apiKey, url = googleUrl, limitMs }: Service): Provider {
  return aiSdkProvider({
    id: 'google',
    subject: { label: 'Google', keySetting: 'GOOGLE_GENERATIVE_AI_API_KEY', secrets: [apiKey] },
    limitMs,
    models: keepModelList({
      provider: 'google',
      url: `${url}/models?pageSize=1000`,
      headers: { 'x-goog-api-key': apiKey },
      read: (json) =>
        modelList
          .parse(json)
          .models.filter(({ supportedGenerationMethods }) => supportedGenerationMethods.includes('generateContent'))
          .map(({ name }) => name.replace(/^models\//, ''))
          .filter((name) => /^gemini-/.test(name) && !/image|tts|audio|live|computer|robotics|embedding/.test(name)),
      wellKnown,
    }),
    open: (model, fetch) => createGoogleGenerativeAI({ apiKey, baseURL: url, fetch })(model),
  });
}
