// What a route takes and gives, said once: the door checks by it, the OpenAPI document is made from it.
import { z } from 'zod';
import type { ProblemCode } from '#lib/domain/problem.ts';

export interface Operation<Query = unknown, Body = unknown, Answer = unknown> {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** OpenAPI form: `/api/jobs/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly query: z.core.$ZodType<Query>;
  readonly body: z.core.$ZodType<Body>;
  /** Where a body may be larger than 1 MiB. */
  readonly bodyLimitBytes?: number;
  /** Takes an Idempotency-Key. */
  readonly isIdempotent?: true;
  readonly status: 200 | 201 | 202;
  readonly answer: z.core.$ZodType<Answer>;
  /** Server-sent events: the action gives the response itself. */
  readonly isStream?: true;
  /** Text of this media type instead of JSON: the action gives the reply itself. */
  readonly media?: string;
  /** The other success: the caller waited, and it is over. */
  readonly settled?: z.core.$ZodType;
  /** Refusals beyond those any request can meet. */
  readonly problems: readonly ProblemCode[];
}

export const hasBody = ({ method }: Pick<Operation, 'method'>): boolean => method === 'post' || method === 'patch';

export const noQuery = z.strictObject({});
/** Of a GET. */
export const noBody = z.undefined();
