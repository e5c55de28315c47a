// The demo model: always there, deterministic, and steered by its directive line through every way a call can go.
import { type ModelAnswer, type ModelCall, type ModelInfo, type Provider, ProviderError } from '../contract.ts';
import { callLimitMs, runWithin } from '../deadline.ts';
import { estimateUsage, startWatch } from '../usage.ts';
import { composeAnswer, explainDirective, tokenize } from './answer.ts';
import { type DemoFailure, type Directive, readDirective } from './directive.ts';

const demoModel: ModelInfo = { id: 'demo', label: 'Demo model', provider: 'demo', is_demo: true };

const defaultDelayMs = 250;
const defaultRate = 60;
/** Text is handed over at most this often, as real providers do. */
const pieceEveryMs = 16;

/** The world outside, so that a test can move the clock and survive a crash. Milliseconds. */
export interface DemoWorld {
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  crash(): Promise<never>;
}

export function openDemo(world: DemoWorld = realWorld, limitMs = callLimitMs): Provider {
  return {
    id: 'demo',
    label: 'the demo model',
    models: async () => [demoModel],
    async answer(call) {
      const read = readDirective(call.text);
      const directive = read.ok ? read.directive : {};
      const text = read.ok ? answerTo(read.text, call, directive) : explainDirective(read.problems);
      if (directive.deaf) return speak(call, directive, text, world, new AbortController().signal);
      return runWithin(call.signal, { limitMs, label: 'the demo model' }, (signal) =>
        speak(call, directive, text, world, signal),
      );
    },
  };
}

function answerTo(text: string, call: ModelCall, directive: Directive): string {
  return directive.reply ?? composeAnswer(text, call.history, directive.tokens);
}

async function speak(
  call: ModelCall,
  directive: Directive,
  text: string,
  world: DemoWorld,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const watch = startWatch(world.now);
  const pieces = tokenize(text);
  const failure = failureNow(directive, call.attempt);
  const delayMs = directive.delayMs ?? defaultDelayMs;
  if (delayMs > 0) await world.wait(delayMs, signal);
  if (directive.hang) await world.wait(Number.POSITIVE_INFINITY, signal);
  // These two happen in the middle of an answer, where they hurt most.
  const isMidway = failure === 'cut' || failure === 'crash';
  if (failure && !isMidway) throw failed(failure, directive);

  const spoken = isMidway ? pieces.slice(0, Math.ceil(pieces.length / 2)) : pieces;
  const said = await stream(spoken, directive.rate ?? defaultRate, world, signal, (delta) => {
    watch.first();
    call.onText(delta);
  });
  const usage = {
    ...estimateUsage(call, said, { provider: 'demo', model: 'demo', ...watch.read() }),
    tokensOut: spoken.length,
  };
  if (failure === 'crash') return world.crash();
  if (failure === 'cut') throw new ProviderError('provider_5xx', failureSentences.cut, { usage });
  return { text: said, usage };
}

/** Hands over what is due at `rate` tokens a second; 0 means everything at once, without a timer. */
async function stream(
  pieces: readonly string[],
  rate: number,
  world: DemoWorld,
  signal: AbortSignal,
  onText: (delta: string) => void,
): Promise<string> {
  const startedAt = world.now();
  let sent = 0;
  while (sent < pieces.length) {
    const due = rate === 0 ? pieces.length : Math.floor(((world.now() - startedAt) * rate) / 1_000) + 1;
    if (due > sent) onText(pieces.slice(sent, due).join(''));
    sent = Math.max(sent, Math.min(due, pieces.length));
    if (sent === pieces.length) break;
    const nextAt = startedAt + (sent * 1_000) / rate;
    await world.wait(Math.max(pieceEveryMs, nextAt - world.now()), signal);
  }
  return pieces.join('');
}

function failureNow(directive: Directive, attempt: number): DemoFailure | undefined {
  return directive.fail && attempt <= (directive.times ?? Number.POSITIVE_INFINITY) ? directive.fail : undefined;
}

type ThrownFailure = Exclude<DemoFailure, 'crash'>;

const failureSentences: Readonly<Record<ThrownFailure, string>> = {
  '429': 'The demo model was asked to answer 429: too many requests.',
  '500': 'The demo model was asked to answer 500: a fault on the provider’s side.',
  '400': 'The demo model was asked to answer 400: the request was refused.',
  '401': 'The demo model was asked to answer 401: the key was not accepted.',
  timeout: 'The demo model was asked to let its time limit pass.',
  parse: 'The demo model was asked to send an answer that cannot be read.',
  cut: 'The demo model was asked to break off in the middle of its answer.',
};

const failureKindOf = {
  '429': 'rate_limit',
  '500': 'provider_5xx',
  '400': 'provider_4xx',
  '401': 'auth',
  timeout: 'timeout',
  parse: 'parse',
  cut: 'provider_5xx',
} as const satisfies Record<ThrownFailure, string>;

function failed(failure: ThrownFailure, directive: Directive): ProviderError {
  return new ProviderError(failureKindOf[failure], failureSentences[failure], { retryAfterMs: directive.retryAfterMs });
}

const realWorld: DemoWorld = {
  now: () => performance.now(),
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      // An endless wait keeps no timer: only the abort ends it. (A directive's delay is at most a day, which a timer holds.)
      const timer = Number.isFinite(ms) ? setTimeout(done, ms) : undefined;
      const stop = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      signal.addEventListener('abort', stop, { once: true });
      function done() {
        signal.removeEventListener('abort', stop);
        resolve();
      }
    }),
  // SIGKILL to ourselves: no handler, no farewell, like a real crash. It arrives a moment later, so nothing goes on.
  crash: () => {
    process.kill(process.pid, 'SIGKILL');
    return new Promise<never>(() => {});
  },
};
