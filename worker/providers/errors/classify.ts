// The one place where whatever a provider, its SDK or the network throws becomes a failure kind and a sentence.
import {
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  LoadAPIKeyError,
  LoadSettingError,
  NoSuchModelError,
  TypeValidationError,
} from 'ai';
import type { FailureKind } from '#lib/domain/failure.ts';
import { type ModelUsage, ProviderError } from '../contract.ts';
import { kindOfCodes, kindOfStatus } from './error-codes.ts';
import { readRetryAfter } from './retry-after.ts';
import { safeWords } from './wording.ts';

/** Whom a failure is about: for its sentence, and for what must never stand in it. */
export interface Subject {
  readonly label: string;
  /** The setting that holds the key, e.g. `OPENAI_API_KEY`. */
  readonly keySetting?: string | undefined;
  /** The setting that holds the address, and the address. */
  readonly addressSetting?: string | undefined;
  readonly address?: string | undefined;
  readonly secrets?: readonly string[];
}

/** The answer stopped before its end. */
export class StreamCutError extends Error {
  override readonly name = 'StreamCutError';
}

/** What came is not an answer at all. */
export class UnreadableAnswerError extends Error {
  override readonly name = 'UnreadableAnswerError';
}

/** Turns any fault of a call into a ProviderError. Decides by class, status and code, never by message text. */
export function classify(error: unknown, subject: Subject, usage?: ModelUsage): ProviderError {
  if (error instanceof ProviderError) {
    return error.usage === undefined && usage !== undefined
      ? new ProviderError(error.kind, error.message, { retryAfterMs: error.retryAfterMs, usage, cause: error.cause })
      : error;
  }
  const { kind, sentence, retryAfterMs } = judge(error, subject, usage !== undefined);
  return new ProviderError(kind, safeWords(sentence, subject.secrets), { retryAfterMs, usage, cause: error });
}

interface Verdict {
  readonly kind: FailureKind;
  readonly sentence: string;
  readonly retryAfterMs?: number | undefined;
}

function judge(error: unknown, subject: Subject, isMidway: boolean): Verdict {
  if (APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode >= 400)
    return judgeResponse(error, error.statusCode, subject);
  // What broke is often wrapped, a connection fault up to three deep: the innermost known one names the reason.
  for (const link of chainOf(error).reverse()) {
    const verdict = judgeByClass(link, subject) ?? judgeByNetwork(link, subject, isMidway);
    if (verdict) return verdict;
  }
  return judgeFrame(error, subject);
}

function judgeResponse(error: APICallError, status: number, subject: Subject): Verdict {
  const coded = kindOfCodes(error.data) ?? kindOfCodes(jsonOf(error.responseBody));
  const byStatus = kindOfStatus(status);
  // A body may say more than its status: a bad key sent as 400, a first frame that the SDK could only call a 500.
  const isSharper = coded === 'auth' || coded === 'parse' || (coded === 'rate_limit' && status >= 500);
  const kind = isSharper ? coded : byStatus;
  return {
    kind,
    sentence: say(kind, subject, ` (${status})`, error.message),
    retryAfterMs: readRetryAfter(error.responseHeaders),
  };
}

function judgeByClass(error: Error, subject: Subject): Verdict | undefined {
  if (error instanceof StreamCutError) return cutOff(subject);
  if (
    error instanceof UnreadableAnswerError ||
    JSONParseError.isInstance(error) ||
    TypeValidationError.isInstance(error) ||
    InvalidResponseDataError.isInstance(error) ||
    EmptyResponseBodyError.isInstance(error)
  )
    return { kind: 'parse', sentence: say('parse', subject, '', '') };
  if (LoadAPIKeyError.isInstance(error) || LoadSettingError.isInstance(error))
    return { kind: 'auth', sentence: say('auth', subject, '', '') };
  if (NoSuchModelError.isInstance(error))
    return { kind: 'provider_4xx', sentence: `${subject.label} has no model named ${error.modelId}.` };
  return undefined;
}

function cutOff({ label }: Subject): Verdict {
  return { kind: 'provider_5xx', sentence: `the connection to ${label} broke in the middle of its answer.` };
}

const slowCodes = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
const brokenCodes = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'UND_ERR_CLOSED',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_SOCKET',
]);

function judgeByNetwork(error: Error, subject: Subject, isMidway: boolean): Verdict | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const at = subject.address === undefined ? '' : ` at ${originOf(subject.address)}`;
  const hint =
    subject.addressSetting === undefined ? '' : ` Is it running? Its address is set by ${subject.addressSetting}.`;
  if (slowCodes.has(code))
    return { kind: 'timeout', sentence: `${subject.label}${at} did not answer in time (${code}).` };
  if (isMidway && brokenCodes.has(code)) return cutOff(subject);
  if (code === 'ECONNREFUSED')
    return { kind: 'provider_5xx', sentence: `${subject.label}${at} refused the connection.${hint}` };
  if (brokenCodes.has(code))
    return { kind: 'provider_5xx', sentence: `The connection to ${subject.label}${at} broke (${code}).${hint}` };
  // Not HTTP at all, or compressed data that does not unpack.
  if (code.startsWith('HPE_') || code === 'Z_DATA_ERROR')
    return { kind: 'parse', sentence: say('parse', subject, '', '') };
  return undefined;
}

/** An error the provider sent inside a stream that had begun as 200. */
function judgeFrame(error: unknown, subject: Subject): Verdict {
  const kind = kindOfCodes(error) ?? 'unknown';
  return { kind, sentence: say(kind, subject, '', messageOf(error)) };
}

function say(kind: FailureKind, subject: Subject, status: string, words: string): string {
  const { label, keySetting } = subject;
  const detail = words.trim() === '' ? '.' : `: ${words.trim()}`;
  switch (kind) {
    case 'rate_limit':
      return `${label} is limiting requests right now${status}${detail}`;
    case 'provider_5xx':
      return `${label} had a problem${status}${detail}`;
    case 'provider_4xx':
      return `${label} refused this request${status}${detail}`;
    case 'auth':
      return `${label} did not accept the key${status}.${keySetting ? ` Check ${keySetting}, then retry.` : ''}${words.trim() === '' ? '' : ` It said: ${words.trim()}`}`;
    case 'parse':
      return `${label} sent an answer that could not be read.`;
    default:
      return `Something unexpected went wrong with ${label}${status}${detail}`;
  }
}

function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let link = error; link instanceof Error && !chain.includes(link); link = link.cause) chain.push(link);
  return chain;
}

function jsonOf(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    // Many error bodies are HTML or nothing: then the status alone decides.
    return undefined;
  }
}

function messageOf(error: unknown): string {
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error;
  return hasMessage && typeof error.message === 'string' ? error.message : '';
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}
