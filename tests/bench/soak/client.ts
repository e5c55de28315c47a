// The product's HTTP interface for a soak: typed answers, and anything unexpected is an error that names the request.
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { jobStates } from '#lib/domain/job.ts';

const submitted = z.object({ prompt_id: z.string(), job_id: z.string() });
type Submitted = z.infer<typeof submitted>;
const job = z.object({ state: z.enum(jobStates) });
const many = z.object({ results: z.array(submitted) });

const endsWithinMs = 60_000;

export interface Client {
  submit(request: object, key?: string): Promise<Submitted>;
  submitMany(items: readonly object[]): Promise<Submitted[]>;
  retry(jobId: string, request: object): Promise<Submitted>;
  /** Already ended is fine: a stop may come too late. */
  cancel(jobId: string): Promise<void>;
  /** Resolves when the job has ended. */
  ended(jobId: string): Promise<void>;
  read(path: string): Promise<void>;
}

export function clientOf(origin: string): Client {
  const send = async (path: string, body: object | undefined, headers: Record<string, string> = {}) => {
    const response = await fetch(origin + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
  const taken = async (path: string, body: object | undefined, allowed: readonly number[], headers = {}) => {
    const { status, text } = await send(path, body, headers);
    if (!allowed.includes(status)) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`);
    return text;
  };
  return {
    submit: async (request, key) =>
      submitted.parse(
        JSON.parse(await taken('/api/prompts', request, [202], key === undefined ? {} : { 'idempotency-key': key })),
      ),
    submitMany: async (items) =>
      many.parse(JSON.parse(await taken('/api/prompts/bulk', { prompts: items }, [200, 202]))).results,
    retry: async (jobId, request) =>
      submitted.parse(JSON.parse(await taken(`/api/jobs/${jobId}/retry`, request, [202]))),
    cancel: async (jobId) => {
      await taken(`/api/jobs/${jobId}/cancel`, {}, [200, 202, 409]);
    },
    ended: async (jobId) => {
      const until = performance.now() + endsWithinMs;
      while (performance.now() < until) {
        const { state } = job.parse(JSON.parse(await taken(`/api/jobs/${jobId}`, undefined, [200])));
        if (state !== 'queued' && state !== 'running') return;
        await wait(250);
      }
      throw new Error(`job ${jobId} did not end within ${endsWithinMs / 1_000} s`);
    },
    read: async (path) => {
      await taken(path, undefined, [200]);
    },
  };
}
