// Which models there are on this machine, and who answers for a name.
import { type Config, ConfigError } from '#lib/config.ts';
import { openAnthropic } from './anthropic.ts';
import { type ModelInfo, type Provider, ProviderError } from './contract.ts';
import { openDemo } from './demo/demo.ts';
import { safeWords } from './errors/wording.ts';
import { openGoogle } from './google.ts';
import { openOllama } from './ollama.ts';
import { openCompatible, openOpenAI } from './openai.ts';

export type ProviderSettings = Pick<
  Config,
  | 'ASTERION_DEFAULT_MODEL'
  | 'OPENAI_API_KEY'
  | 'OPENAI_BASE_URL'
  | 'ANTHROPIC_API_KEY'
  | 'GOOGLE_GENERATIVE_AI_API_KEY'
  | 'OLLAMA_BASE_URL'
>;

interface ResolvedModel {
  readonly provider: Provider;
  /** The provider's own id of the model. */
  readonly model: string;
  /** `provider/model`, or `demo`. */
  readonly name: string;
}

export interface Providers {
  /**
   * Who answers for `provider/model`, for a provider's name alone (its recommended model), for `demo`, or for nothing
   * (the default). Throws a ProviderError that says which setting to set.
   */
  resolve(name?: string): Promise<ResolvedModel>;
  /** All that can be chosen now: the default first, the demo model last unless it is the default. Never throws. */
  catalog(): Promise<{ readonly default: string; readonly models: readonly ModelInfo[] }>;
}

/** The setting that makes each provider usable, in the order in which they become the default. */
const settingOf = {
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  google: 'GOOGLE_GENERATIVE_AI_API_KEY',
  ollama: 'OLLAMA_BASE_URL',
} as const;

/** Opens every provider the settings name. Throws ConfigError when ASTERION_DEFAULT_MODEL can't be meant. */
export function openProviders(settings: ProviderSettings, extra: { limitMs?: number } = {}): Providers {
  const providers = new Map(configured(settings, extra).map((provider) => [provider.id, provider]));
  if (settings.ASTERION_DEFAULT_MODEL !== undefined) checkDefault(settings.ASTERION_DEFAULT_MODEL, providers);
  const defaultName = () => readDefault(settings, providers);
  return {
    async resolve(name) {
      const wanted = name ?? (await defaultName());
      const [id, model] = splitName(wanted);
      const provider = providers.get(id);
      if (!provider) throw notConfigured(wanted, id);
      if (model !== undefined) return { provider, model, name: id === 'demo' ? 'demo' : wanted };
      const [first] = await provider.models();
      if (!first) throw noModels(provider, id);
      return { provider, model: splitName(first.id)[1] ?? first.id, name: first.id };
    },
    async catalog() {
      const lists = await Promise.all([...providers.values()].map((provider) => provider.models()));
      const offered = lists.flat();
      const first = await defaultName();
      return { default: first, models: [infoOf(first, offered), ...offered.filter(({ id }) => id !== first)] };
    },
  };
}

/** A default that no list names is offered all the same: lists are short-sighted, people know their models. */
function infoOf(name: string, offered: readonly ModelInfo[]): ModelInfo {
  const [provider, model = provider] = splitName(name);
  return offered.find(({ id }) => id === name) ?? { id: name, label: model, provider, is_demo: provider === 'demo' };
}

function configured(settings: ProviderSettings, extra: { limitMs?: number }): Provider[] {
  const { OPENAI_API_KEY: openAiKey, OPENAI_BASE_URL: baseUrl } = settings;
  const { ANTHROPIC_API_KEY: anthropicKey, GOOGLE_GENERATIVE_AI_API_KEY: googleKey } = settings;
  const openai = baseUrl
    ? [openCompatible({ ...extra, apiKey: openAiKey, baseUrl })]
    : openAiKey
      ? [openOpenAI({ ...extra, apiKey: openAiKey })]
      : [];
  return [
    ...openai,
    ...(anthropicKey ? [openAnthropic({ ...extra, apiKey: anthropicKey })] : []),
    ...(googleKey ? [openGoogle({ ...extra, apiKey: googleKey })] : []),
    openOllama({ ...extra, baseUrl: settings.OLLAMA_BASE_URL }),
    openDemo(undefined, extra.limitMs),
  ];
}

/** The chosen default, else the first configured provider's recommended model, else a local Ollama's, else `demo`. */
async function readDefault(settings: ProviderSettings, providers: ReadonlyMap<string, Provider>): Promise<string> {
  if (settings.ASTERION_DEFAULT_MODEL !== undefined) return settings.ASTERION_DEFAULT_MODEL;
  for (const [id, provider] of providers) {
    const [first] = await provider.models();
    if (first) return first.id;
    // Configured but silent: its name alone stays the default, so that the fault is said, never papered over by the demo.
    if (id !== 'ollama' || settings.OLLAMA_BASE_URL !== undefined) return id;
  }
  return 'demo';
}

/** At the first slash only: a model's own id may hold more of them. */
function splitName(name: string): [provider: string, model: string | undefined] {
  const slash = name.indexOf('/');
  if (name === 'demo') return ['demo', 'demo'];
  return slash === -1 ? [name, undefined] : [name.slice(0, slash), name.slice(slash + 1) || undefined];
}

function checkDefault(name: string, providers: ReadonlyMap<string, Provider>): void {
  const [id] = splitName(name);
  if (!providers.has(id)) throw new ConfigError(`ASTERION_DEFAULT_MODEL is ${name}, but ${whatToDo(id)}`);
}

function notConfigured(name: string, id: string): ProviderError {
  const kind = Object.hasOwn(settingOf, id) ? 'auth' : 'provider_4xx';
  return new ProviderError(kind, `The model ${name.slice(0, 100)} can't be used: ${whatToDo(id)}`);
}

function noModels(provider: Provider, id: string): ProviderError {
  return new ProviderError(
    'provider_5xx',
    safeWords(
      `${provider.label} names no models right now. Is it running? A model can also be named: ASTERION_DEFAULT_MODEL=${id}/<model>.`,
    ),
  );
}

function whatToDo(id: string): string {
  const setting = Object.entries(settingOf).find(([provider]) => provider === id)?.[1];
  if (setting) return `${setting} is not set. Set it and restart, or choose another model.`;
  return `there is no provider "${id.slice(0, 40)}". A model is named provider/model with openai, anthropic, google or ollama, or is demo.`;
}
