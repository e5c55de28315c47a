// Carries a call through an AI SDK model: one request, text as it comes, and an end that is really the end.
import type { OpenAIProvider } from '@ai-sdk/openai';
import { InvalidResponseDataError } from 'ai';
import {
  type ModelAnswer,
  type ModelCall,
  type ModelInfo,
  type ModelUsage,
  type Provider,
  ProviderError,
} from './contract.ts';
import { callLimitMs, runWithin } from './deadline.ts';
import { classify, StreamCutError, type Subject, UnreadableAnswerError } from './errors/classify.ts';
import { safeWords } from './errors/wording.ts';
import { estimateUsage, startWatch } from './usage.ts';

type SdkModel = ReturnType<OpenAIProvider['languageModel']>;
type StreamPart = Awaited<ReturnType<SdkModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never;
type FinishPart = Extract<StreamPart, { type: 'finish' }>;

export interface AiSdkSettings {
  readonly id: string;
  readonly subject: Subject;
  models(): Promise<readonly ModelInfo[]>;
  /** A model of the SDK that makes its requests through `fetch`. Built for every call; that costs microseconds. */
  open(model: string, fetch: typeof globalThis.fetch): SdkModel;
  readonly limitMs?: number | undefined;
}

/** A service that is paid by key. */
export interface Service {
  readonly apiKey: string;
  /** Elsewhere than at its own address: for tests. */
  readonly url?: string;
  readonly limitMs?: number;
}

/**
 * A provider on top of the AI SDK. The model's own `doStream` is called, not `streamText`: that layer retries,
 * prints to the console by itself and hides how a stream ended, and none of it is wanted here.
 */
export function aiSdkProvider({ id, subject, models, open, limitMs = callLimitMs }: AiSdkSettings): Provider {
  return {
    id,
    label: subject.label,
    models,
    async answer(call) {
      const watch = startWatch();
      let text = '';
      const usageSoFar = () => estimateUsage(call, text, { provider: id, model: call.model, ...watch.read() });
      try {
        return await runWithin(call.signal, { limitMs, label: subject.label }, async (signal) => {
          const sniffed = sniffingFetch();
          const finish = await readAnswer(open(call.model, sniffed.fetch), call, signal, sniffed, (delta) => {
            watch.first();
            text += delta;
            call.onText(delta);
          });
          return complete(text, finish, usageSoFar(), subject);
        });
      } catch (error) {
        if (call.signal.aborted) throw error;
        throw classify(error, subject, text === '' ? undefined : usageSoFar());
      }
    },
  };
}

async function readAnswer(
  model: SdkModel,
  call: ModelCall,
  signal: AbortSignal,
  sniffed: { looksLikeEvents(): boolean },
  onDelta: (delta: string) => void,
): Promise<FinishPart> {
  const { stream } = await model.doStream({ prompt: promptOf(call), abortSignal: signal });
  const reader = stream.getReader();
  for (;;) {
    const { done, value: part } = await reader.read();
    signal.throwIfAborted();
    if (done) throw unfinished(sniffed);
    if (part.type === 'text-delta' && part.delta !== '') onDelta(part.delta);
    if (part.type === 'error') throw isMissingEnd(part.error) ? unfinished(sniffed) : part.error;
    if (part.type !== 'finish') continue;
    if (isEndless(part)) throw unfinished(sniffed);
    return part;
  }
}

/** Some of the SDK's models end every stream with a finish part; only a reason proves that the model was done. */
function isEndless({ finishReason: { unified, raw } }: FinishPart): boolean {
  return raw === undefined && (unified === 'other' || unified === 'error');
}

/** The SDK's own word for "the stream ended without a finish reason": this class, with no data to complain about. */
function isMissingEnd(error: unknown): boolean {
  return InvalidResponseDataError.isInstance(error) && error.data === undefined;
}

function unfinished(sniffed: { looksLikeEvents(): boolean }): Error {
  return sniffed.looksLikeEvents()
    ? new StreamCutError('The stream ended before its finish.')
    : new UnreadableAnswerError('The body is not an event stream.');
}

function complete(text: string, finish: FinishPart, estimate: ModelUsage, subject: Subject): ModelAnswer {
  const { unified } = finish.finishReason;
  if (unified === 'error')
    throw new ProviderError('provider_5xx', safeWords(`${subject.label} ended its answer with an error.`));
  if (text === '' && unified === 'content-filter')
    throw new ProviderError(
      'provider_4xx',
      safeWords(`${subject.label} withheld its answer: the content filter stopped it.`),
    );
  if (text === '') throw new ProviderError('parse', safeWords(`${subject.label} ended its answer without any text.`));
  const { inputTokens, outputTokens } = finish.usage;
  if (inputTokens.total === undefined || outputTokens.total === undefined) return { text, usage: estimate };
  return {
    text,
    usage: {
      ...estimate,
      tokensIn: inputTokens.total,
      tokensOut: outputTokens.total,
      tokensCached: inputTokens.cacheRead ?? 0,
      isEstimate: false,
    },
  };
}

function promptOf(call: ModelCall): Parameters<SdkModel['doStream']>[0]['prompt'] {
  return [
    ...(call.system === undefined ? [] : [{ role: 'system' as const, content: call.system }]),
    ...[...call.history, { role: 'user' as const, content: call.text }].map(({ role, content }) => ({
      role,
      content: [{ type: 'text' as const, text: content }],
    })),
  ];
}

/** A fetch that remembers how a body began: an event stream that broke off is a cut, a web page is garbage. */
function sniffingFetch() {
  const decoder = new TextDecoder();
  let head = '';
  return {
    looksLikeEvents: () => head === '' || /^\uFEFF?\s*(?:data|event|id|retry)?:/.test(head),
    async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
      const response = await globalThis.fetch(input, init);
      if (!response.ok || !response.body) return response;
      const watched = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          if (head.length < 64) head += decoder.decode(chunk, { stream: true });
          controller.enqueue(chunk);
        },
      });
      return new Response(response.body.pipeThrough(watched), response);
    },
  };
}
