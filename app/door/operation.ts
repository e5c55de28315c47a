// What a route takes and gives, said once: the door checks by it, the OpenAPI document is made from it.
import { z } from 'zod';
import type { ProblemCode } from '#lib/domain/problem.ts';

export interface Operation<Query = unknown, Body = unknown, Answer = unknown> {
  readonly method: 'get' | 'post';
  /** OpenAPI form: `/api/jobs/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly query: z.ZodType<Query>;
  readonly body: z.ZodType<Body>;
  /** Takes an Idempotency-Key. */
  readonly isIdempotent?: true;
  readonly status: 200 | 202;
  readonly answer: z.ZodType<Answer>;
  /** Server-sent events: the action gives the response itself. */
  readonly isStream?: true;
  /** Refusals beyond those any request can meet. */
  readonly problems: readonly ProblemCode[];
}

export const noQuery = z.strictObject({});
/** Of a GET. */
export const noBody = z.undefined();
