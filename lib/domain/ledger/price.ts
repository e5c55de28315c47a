// What a model call costs: prices people set, per million tokens, and which of them counts for a model.

/** US dollars per million tokens. */
export interface ModelPrice {
  /** `provider/model`, `demo`, `provider/*` or `*`. The closest match counts. */
  readonly models: string;
  readonly in: number;
  readonly out: number;
  /** Of tokens read from the provider's cache; as the others in when it is not named. */
  readonly cached: number;
}

export type ParsedPrices =
  | { readonly ok: true; readonly prices: readonly ModelPrice[] }
  | { readonly ok: false; readonly problem: string };

/** Reads `openai/gpt-5 in=1.25 out=10 cached=0.125; ollama/* in=0 out=0`. A problem is one sentence. */
export function parsePrices(text: string): ParsedPrices {
  const prices: ModelPrice[] = [];
  for (const part of text.split(/[;\n]/).map((one) => one.trim())) {
    if (part === '') continue;
    const price = parseOne(part);
    if (typeof price === 'string') return { ok: false, problem: price };
    if (prices.some(({ models }) => models === price.models))
      return { ok: false, problem: `${price.models} is named twice.` };
    prices.push(price);
  }
  return { ok: true, prices };
}

function parseOne(part: string): ModelPrice | string {
  const [models = '', ...words] = part.split(/\s+/);
  if (models.includes('='))
    return `"${part}" begins with a price; the model comes first, as in openai/gpt-5 in=1.25 out=10.`;
  const given = new Map<string, number>();
  for (const word of words) {
    const [, name, amount] = /^(in|out|cached)=(\d+(?:\.\d+)?)$/.exec(word) ?? [];
    if (name === undefined || amount === undefined)
      return `"${word}" of ${models} is no price: in=, out= or cached= and dollars for a million tokens.`;
    given.set(name, Number(amount));
  }
  const [asked, answered] = [given.get('in'), given.get('out')];
  if (asked === undefined || answered === undefined) return `${models} needs both in= and out=.`;
  return { models, in: asked, out: answered, cached: given.get('cached') ?? asked };
}

/** A call's tokens; those cached are among those in. */
export interface UsedTokens {
  readonly provider: string;
  readonly model: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly tokensCached: number;
}

/** US dollars; undefined when no price is known. The demo model is free unless a price is set for it. */
export function costOf(used: UsedTokens, prices: readonly ModelPrice[]): number | undefined {
  const isDemo = used.provider === 'demo';
  const name = isDemo ? 'demo' : `${used.provider}/${used.model}`;
  const wanted = isDemo ? [name] : [name, `${used.provider}/*`, '*'];
  const price = wanted.map((models) => prices.find((one) => one.models === models)).find((one) => one !== undefined);
  if (price === undefined) return isDemo ? 0 : undefined;
  const cached = Math.min(used.tokensCached, used.tokensIn);
  return ((used.tokensIn - cached) * price.in + cached * price.cached + used.tokensOut * price.out) / 1_000_000;
}
