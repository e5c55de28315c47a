// Traces for whoever has a collector: the life of a job as spans, sent as OTLP over HTTP when an endpoint is set, else nothing.
//
// Written by hand: the official exporters need a newer Node than ours. One job is one trace, whose id is the job's: so the
// web and the worker write into the same one and nothing has to be handed from one to the other. No text is in a span.
import { randomBytes } from 'node:crypto';
import { readConfig } from './config.ts';
import { openLog } from './log.ts';

/** One step of a job's life. `submit` is the root; the others hang below it. */
export interface Step {
  readonly name: 'submit' | 'claim' | 'run' | 'settle';
  readonly jobId: string;
  /** From traceNow(). */
  readonly startedAt: number;
  /** Ids, numbers and kinds; never a text of a person or of a model. */
  readonly facts?: Readonly<Record<string, string | number | boolean>>;
  /** Why it failed, as a kind. */
  readonly failure?: string | undefined;
}

export interface TraceOptions {
  /** Of the collector; `/v1/traces` is added, as OTLP says. */
  readonly endpoint: string;
  readonly service: string;
  /** Sent with each batch, for collectors that ask for a key. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly onFailed?: (error: unknown, lost: number) => void;
}

const batchSize = 512;
/** Beyond this the oldest are lost: a collector that is away must not fill our memory. */
const mostHeld = 4_096;
const sendEveryMs = 5_000;
const sendWithinMs = 10_000;

/** Milliseconds since 1970 that never run backwards. */
export const traceNow = (): number => performance.timeOrigin + performance.now();

/** Holds spans for a moment and sends them in batches. Never throws, never makes anybody wait. */
export class Tracer {
  private held: object[] = [];
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> = Promise.resolve();
  private readonly url: string;

  constructor(private readonly options: TraceOptions) {
    this.url = `${options.endpoint.replace(/\/+$/, '')}/v1/traces`;
  }

  add(step: Step): void {
    this.held.push(spanOf(step, traceNow()));
    if (this.held.length > mostHeld) this.held.shift();
    if (this.held.length === batchSize) void this.flush();
    this.timer ??= setTimeout(() => void this.flush(), sendEveryMs).unref();
  }

  /** Sends what is held. Resolves when it is sent or lost. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.sending = this.sending.then(() => this.send(this.held.splice(0)));
    return this.sending;
  }

  private async send(spans: object[]): Promise<void> {
    if (spans.length === 0) return;
    const { service, headers, onFailed } = this.options;
    const resource = { attributes: attributesOf({ 'service.name': service }) };
    const body = JSON.stringify({
      resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'asterion' }, spans }] }],
    });
    try {
      const response = await fetch(this.url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(sendWithinMs),
      });
      await response.arrayBuffer();
      if (!response.ok) onFailed?.(new Error(`the collector answered ${response.status}`), spans.length);
    } catch (error) {
      onFailed?.(error, spans.length);
    }
  }
}

function spanOf({ name, jobId, startedAt, facts, failure }: Step, endedAt: number): object {
  const traceId = jobId.replaceAll('-', '');
  const root = traceId.slice(16);
  return {
    traceId,
    spanId: name === 'submit' ? root : randomBytes(8).toString('hex'),
    ...(name === 'submit' ? {} : { parentSpanId: root }),
    name,
    // SERVER for what a request does, CONSUMER for what a worker does with it.
    kind: name === 'submit' ? 2 : 5,
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(Math.max(startedAt, endedAt)),
    attributes: attributesOf({ 'asterion.job_id': jobId, ...prefixed(facts ?? {}) }),
    status: failure === undefined ? { code: 1 } : { code: 2, message: failure },
  };
}

const prefixed = (facts: NonNullable<Step['facts']>) =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [`asterion.${name}`, value]));

function attributesOf(facts: NonNullable<Step['facts']>): object[] {
  return Object.entries(facts).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: string | number | boolean): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** OTLP's JSON writes 64-bit numbers as text. */
function nanoseconds(ms: number): string {
  const whole = Math.floor(ms);
  return String(BigInt(whole) * 1_000_000n + BigInt(Math.round((ms - whole) * 1_000_000)));
}

let opened: Tracer | null | undefined;

/** Asked in hot places, so that nothing is put together for nobody. */
export function isTracing(): boolean {
  if (opened === undefined) opened = open();
  return opened !== null;
}

/** Writes a step that ends now into its job's trace; nothing when no endpoint is set. */
export function trace(step: Step): void {
  if (isTracing()) opened?.add(step);
}

/** Before the process ends. */
export async function flushTraces(): Promise<void> {
  await opened?.flush();
}

function open(): Tracer | null {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_SERVICE_NAME: service,
    OTEL_EXPORTER_OTLP_HEADERS,
  } = readConfig();
  if (endpoint === undefined) return null;
  const log = openLog('trace');
  let isAway = false;
  const onFailed = (error: unknown, lost: number): void => {
    if (!isAway) log.warn({ error, lost }, 'traces could not be sent; further losses are not said');
    isAway = true;
  };
  return new Tracer({ endpoint, service, headers: OTEL_EXPORTER_OTLP_HEADERS ?? {}, onFailed });
}
