// A job's life reaches a collector as one trace, and a collector that is away harms nobody.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseConfig } from '#lib/config.ts';
import { Tracer, traceNow } from '#lib/trace.ts';

const span = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.string().regex(/^\d{19}$/),
  endTimeUnixNano: z.string().regex(/^\d{19}$/),
  attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
  status: z.object({ code: z.number(), message: z.string().optional() }),
});
const sent = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(span) })) })),
});

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

async function aCollector(status = 200) {
  const batches: { url: string; headers: IncomingHttpHeaders; spans: z.infer<typeof span>[] }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { resourceSpans } = sent.parse(JSON.parse(Buffer.concat(chunks).toString()));
    const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    batches.push({ url: request.url ?? '', headers: request.headers, spans });
    response.writeHead(status, { connection: 'close' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}/`, batches };
}

const jobId = '01990000-1111-7222-8333-444455556666';

describe('a trace', () => {
  it('is one per job, its steps below the submit, from whatever process they come', async () => {
    const { endpoint, batches } = await aCollector();
    const web = new Tracer({ endpoint, service: 'asterion', headers: { 'x-api-key': 'k' } });
    const worker = new Tracer({ endpoint, service: 'asterion' });
    web.add({ name: 'submit', jobId, startedAt: traceNow() - 5, facts: { prompt_id: 'p' } });
    worker.add({ name: 'claim', jobId, startedAt: traceNow(), facts: { attempt: 1, won: true } });
    worker.add({ name: 'run', jobId, startedAt: traceNow(), failure: 'timeout' });
    await web.flush();
    await worker.flush();
    expect(batches.map(({ url }) => url)).toEqual(['/v1/traces', '/v1/traces']);
    expect(batches[0]?.headers['x-api-key']).toBe('k');
    const [submit, claim, run] = batches.flatMap(({ spans }) => spans);
    expect([submit?.name, claim?.name, run?.name]).toEqual(['submit', 'claim', 'run']);
    expect(new Set([submit?.traceId, claim?.traceId, run?.traceId])).toEqual(new Set([jobId.replaceAll('-', '')]));
    expect([submit?.parentSpanId, claim?.parentSpanId, run?.parentSpanId]).toEqual([
      undefined,
      submit?.spanId,
      submit?.spanId,
    ]);
    expect(BigInt(submit?.endTimeUnixNano ?? 0) - BigInt(submit?.startTimeUnixNano ?? 0)).toBeGreaterThan(4_000_000n);
    expect(run?.status).toEqual({ code: 2, message: 'timeout' });
    expect(claim?.attributes).toContainEqual({ key: 'asterion.attempt', value: { intValue: '1' } });
    expect(claim?.attributes).toContainEqual({ key: 'asterion.job_id', value: { stringValue: jobId } });
  });

  it('to a collector that refuses or is away is lost, said, and harms nobody', async () => {
    const { endpoint } = await aCollector(503);
    const losses: number[] = [];
    const onFailed = (_error: unknown, lost: number) => losses.push(lost);
    for (const where of [endpoint, 'http://127.0.0.1:9']) {
      const tracer = new Tracer({ endpoint: where, service: 'asterion', onFailed });
      tracer.add({ name: 'claim', jobId, startedAt: traceNow() });
      await tracer.flush();
    }
    expect(losses).toEqual([1, 1]);
  });

  it('is sent in batches, and nothing is sent twice', async () => {
    const { endpoint, batches } = await aCollector();
    const tracer = new Tracer({ endpoint, service: 'asterion' });
    for (let n = 0; n < 600; n += 1) tracer.add({ name: 'claim', jobId, startedAt: traceNow() });
    await tracer.flush();
    await tracer.flush();
    expect(batches.map(({ spans }) => spans.length).reduce((sum, count) => sum + count, 0)).toBe(600);
  });
});

describe('the settings of traces', () => {
  it('are read as OpenTelemetry has them', () => {
    const config = parseConfig({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a=b,x=100%',
    });
    expect(config.OTEL_EXPORTER_OTLP_HEADERS).toEqual({ authorization: 'Bearer a=b', x: '100%' });
    expect(() => parseConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'nothing' })).toThrow('name=value');
    expect(() => parseConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' })).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT');
  });
});
