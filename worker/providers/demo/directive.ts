// Reads the `@demo …` line that steers the demo model; a wrong one becomes sentences, never a fault.

const demoFailures = ['429', '500', '400', '401', 'timeout', 'parse', 'cut', 'crash'] as const;
export type DemoFailure = (typeof demoFailures)[number];

/** What the line asks for. An absent field means the demo model's own default. */
export interface Directive {
  readonly delayMs?: number;
  /** Tokens a second; 0 means all at once. */
  readonly rate?: number;
  readonly tokens?: number;
  readonly fail?: DemoFailure;
  /** Attempts 1 … times fail, later ones succeed; absent means every attempt fails. */
  readonly times?: number;
  readonly retryAfterMs?: number;
  readonly reply?: string;
  readonly hang?: boolean;
  readonly deaf?: boolean;
}

export type ReadDirective =
  | {
      readonly ok: true;
      readonly directive: Directive /** The prompt without its directive line. */;
      readonly text: string;
    }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The help shown for a wrong directive; one line per key. */
export const directiveHelp: readonly (readonly [example: string, meaning: string])[] = [
  ['delay=3s', 'wait before the first token (`250ms`, `3s`, `1m`, or `0`)'],
  ['rate=50', 'tokens a second; `0` sends everything at once'],
  ['tokens=400', 'length of the answer, up to 50,000 tokens'],
  ['fail=429', `fail on purpose: ${demoFailures.map((kind) => `\`${kind}\``).join(', ')}`],
  ['times=2', 'only attempts 1 to 2 fail, the next one succeeds'],
  ['retry-after=2s', 'with `fail=429` or `fail=500`: how long the provider asks to wait'],
  ['reply="text"', 'answer exactly this (`\\n` is a new line, `\\"` a quote)'],
  ['hang', 'never answer; only a stop ends it'],
  ['deaf', 'ignore a stop and go on to the end'],
];

/** Splits a prompt into its directive and the rest. A prompt without one has an empty directive. */
export function readDirective(prompt: string): ReadDirective {
  const match = /^\s*@demo(?:[^\S\n]+([^\n]*))?(?:\n|$)/.exec(prompt);
  if (!match) return { ok: true, directive: {}, text: prompt };
  const settings = new Map<string, string | true>();
  const problems: string[] = [];
  for (const { key, value } of splitSettings(match[1] ?? '')) {
    if (settings.has(key)) problems.push(`\`${key}\` is given twice.`);
    settings.set(key, value);
  }
  let directive: Directive = {};
  for (const [key, value] of settings) {
    const read = readers.get(key);
    const outcome = read ? read(value) : `\`${shown(key)}\` is not a setting of the demo model.`;
    if (typeof outcome === 'string') problems.push(outcome);
    else directive = { ...directive, ...outcome };
  }
  problems.push(...contradictions(directive));
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, directive, text: prompt.slice(match[0].length).trim() };
}

function splitSettings(line: string): { key: string; value: string | true }[] {
  const setting = /([^\s=]+)(?:=("(?:[^"\\]|\\.)*"|\S*))?/g;
  return [...line.matchAll(setting)].map(([, key = '', value]) => ({ key, value: value ?? true }));
}

type Reader = (value: string | true) => Directive | string;

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['delay', duration('delay', (delayMs) => ({ delayMs }))],
  ['rate', count('rate', 0, 100_000, (rate) => ({ rate }))],
  ['tokens', count('tokens', 1, 50_000, (tokens) => ({ tokens }))],
  ['fail', readFail],
  ['times', count('times', 1, 1_000, (times) => ({ times }))],
  ['retry-after', duration('retry-after', (retryAfterMs) => ({ retryAfterMs }))],
  ['reply', readReply],
  ['hang', flag('hang', { hang: true })],
  ['deaf', flag('deaf', { deaf: true })],
]);

function flag(name: string, meaning: Directive): Reader {
  return (value) => (value === true ? meaning : `\`${name}\` stands alone, without a value.`);
}

function count(name: string, min: number, max: number, meaning: (value: number) => Directive): Reader {
  const wrong = `\`${name}\` must be a whole number from ${min} to ${max.toLocaleString('en')}.`;
  return (value) => {
    if (value === true || !/^\d{1,9}$/.test(value)) return wrong;
    const number = Number(value);
    return number < min || number > max ? wrong : meaning(number);
  };
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };
const longestMs = 24 * 3_600_000;

function duration(name: string, meaning: (ms: number) => Directive): Reader {
  return (value) => {
    if (value === '0') return meaning(0);
    const match = value === true ? null : /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m)$/.exec(value);
    const ms = Math.round(Number(match?.[1]) * (unitMs[match?.[2] ?? ''] ?? Number.NaN));
    return ms <= longestMs ? meaning(ms) : `\`${name}\` must be a time such as \`250ms\`, \`3s\` or \`1m\`.`;
  };
}

function readFail(value: string | true): Directive | string {
  const fail = demoFailures.find((kind) => kind === value);
  return fail ? { fail } : `\`fail\` must be one of ${demoFailures.map((kind) => `\`${kind}\``).join(', ')}.`;
}

function readReply(value: string | true): Directive | string {
  if (value === true || value === '' || value === '""') return '`reply` needs a text, such as `reply="Hello"`.';
  if (!value.startsWith('"')) return { reply: value };
  if (!/^"(?:[^"\\]|\\.)*"$/.test(value)) return '`reply` has an opening quote without a closing one.';
  return { reply: value.slice(1, -1).replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char)) };
}

function contradictions(directive: Directive): string[] {
  const problems: string[] = [];
  if (directive.times !== undefined && !directive.fail) problems.push('`times` needs a `fail=…` to repeat.');
  if (directive.retryAfterMs !== undefined && directive.fail !== '429' && directive.fail !== '500')
    problems.push('`retry-after` belongs to `fail=429` or `fail=500`.');
  if (directive.hang && directive.fail) problems.push('`hang` and `fail` cannot both happen.');
  if (directive.reply !== undefined && directive.tokens !== undefined)
    problems.push('`reply` is the whole answer, so `tokens` has nothing to do.');
  return problems;
}

/** What a person typed, short enough to repeat and unable to break out of its code span. */
function shown(key: string): string {
  const plain = key.replaceAll('`', '');
  return plain.length <= 40 ? plain : `${plain.slice(0, 39)}…`;
}
