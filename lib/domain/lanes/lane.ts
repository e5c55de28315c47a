// Limits of models: how many requests and tokens a minute, how many calls at a time, and which limit a model falls under.

/** What one model may be asked. Each model that `models` matches has this budget for itself, over all workers together. */
export interface LaneLimit {
  /** `provider/model`, `demo`, `provider/*` or `*`. The closest match counts, and only that one. */
  readonly models: string;
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
  /** Calls at the same time. */
  readonly concurrency?: number;
}

/** What a model is using now, counted from the running jobs, the claims and the model calls of the last minute. */
export interface LaneUse {
  readonly running: number;
  readonly requests: number;
  readonly tokens: number;
  /** What a call is expected to use. */
  readonly tokensPerCall: number;
  /** Until the oldest claim of the last minute is a minute old; null when there is none. */
  readonly requestFreeInMs: number | null;
  /** The same for the oldest counted call. */
  readonly tokensFreeInMs: number | null;
}

/** How many more calls may begin now. `freeInMs`: when time alone makes room again; null when only an ending call does. */
export interface LaneRoom {
  readonly room: number;
  readonly full: 'concurrency' | 'requests' | 'tokens' | null;
  readonly freeInMs: number | null;
}

/** Stands for "no limit of ours" where a number is needed. */
export const noLimit = 1_000_000;

type LimitKey = Exclude<keyof LaneLimit, 'models'>;
const keys: Readonly<Record<string, LimitKey>> = {
  rpm: 'requestsPerMinute',
  tpm: 'tokensPerMinute',
  concurrency: 'concurrency',
};

export type ParsedLimits =
  | { readonly ok: true; readonly limits: readonly LaneLimit[] }
  | { readonly ok: false; readonly problem: string };

/** Reads `openai/gpt-5 rpm=60 tpm=100000 concurrency=4; openai/* concurrency=8`. A problem is one sentence. */
export function parseLaneLimits(text: string): ParsedLimits {
  const limits: LaneLimit[] = [];
  for (const part of text.split(/[;\n]/).map((one) => one.trim())) {
    if (part === '') continue;
    const limit = parseOne(part);
    if (typeof limit === 'string') return { ok: false, problem: limit };
    if (limits.some(({ models }) => models === limit.models))
      return { ok: false, problem: `${limit.models} is named twice; write its limits together.` };
    limits.push(limit);
  }
  return { ok: true, limits };
}

function parseOne(part: string): LaneLimit | string {
  const [models = '', ...words] = part.split(/\s+/);
  if (!/^(\*|[^\s*=/]+\/\*|[^\s*=]+)$/.test(models))
    return `"${models}" is not a model; write provider/model, provider/* or *, then its limits.`;
  const found: Partial<Record<LimitKey, number>> = {};
  for (const word of words) {
    const [, name = '', count = ''] = /^([a-z]+)=(\d{1,10})$/.exec(word) ?? [];
    const key = Object.hasOwn(keys, name) ? keys[name] : undefined;
    if (key === undefined || Number(count) < 1)
      return `"${word}" is not a limit; use rpm=, tpm= or concurrency= with a whole number from 1.`;
    found[key] = Number(count);
  }
  if (words.length === 0) return `${models} has no limit; add rpm=, tpm= or concurrency=.`;
  return { models, ...found };
}

/** The limit a model falls under: its own, else its provider's, else everybody's. */
export function limitOf(model: string, limits: readonly LaneLimit[]): LaneLimit | undefined {
  const wanted = [model, `${model.split('/', 1)[0]}/*`, '*'];
  for (const name of wanted) {
    const limit = limits.find(({ models }) => models === name);
    if (limit) return limit;
  }
  return undefined;
}

/** What a lane asks when it names no model: `default`, or a provider alone. */
export type LaneAliases = Readonly<Record<string, string>>;

/** Read off a worker's models, its default first. */
export function aliasesOf(models: readonly { readonly id: string; readonly provider: string }[]): LaneAliases {
  const [first] = models;
  const byProvider = [...models.slice(1), ...models.slice(0, 1)].reverse().map(({ id, provider }) => [provider, id]);
  return { ...Object.fromEntries(byProvider), ...(first ? { default: first.id } : {}) };
}

/** The model a lane's jobs ask, as limits name it. */
export function modelOfLane(lane: string, aliases: LaneAliases): string {
  if (Object.hasOwn(aliases, lane)) return aliases[lane] ?? lane;
  return lane.startsWith('demo/') ? 'demo' : lane;
}

/** How much of its limit a model has left. With nothing counted at all one call may always begin: no limit stops a model for ever. */
export function roomOf(limit: LaneLimit, use: LaneUse): LaneRoom {
  const left = [
    { full: 'concurrency' as const, room: (limit.concurrency ?? noLimit) - use.running, freeInMs: null },
    {
      full: 'requests' as const,
      room: (limit.requestsPerMinute ?? noLimit) - use.requests,
      freeInMs: use.requestFreeInMs,
    },
    { full: 'tokens' as const, room: tokenRoom(limit, use), freeInMs: use.tokensFreeInMs },
  ].sort((a, b) => a.room - b.room);
  const [least] = left;
  if (least === undefined || least.room > 0) return { room: least?.room ?? noLimit, full: null, freeInMs: null };
  return { ...least, room: 0 };
}

/** A call's tokens are known when it ends; until then it counts as what calls of this model usually use. */
function tokenRoom({ tokensPerMinute }: LaneLimit, { tokens, running, tokensPerCall }: LaneUse): number {
  if (tokensPerMinute === undefined) return noLimit;
  if (tokens === 0 && running === 0) return Math.max(1, Math.floor(tokensPerMinute / tokensPerCall));
  return Math.floor((tokensPerMinute - tokens - running * tokensPerCall) / tokensPerCall);
}

/** A limit as people read it: `at most 4 at a time, 60 requests a minute`. */
export function explainLimit({ concurrency, requestsPerMinute, tokensPerMinute }: LaneLimit): string {
  const parts = [
    ...(concurrency === undefined ? [] : [`${concurrency} at a time`]),
    ...(requestsPerMinute === undefined ? [] : [`${requestsPerMinute} requests a minute`]),
    ...(tokensPerMinute === undefined ? [] : [`${tokensPerMinute} tokens a minute`]),
  ];
  return `at most ${parts.join(', ')}`;
}
