// What went wrong, on the wire: problem+json (RFC 9457) with one stable code per kind of refusal.
import * as z from './wire/shape.ts';

/** Every way a request is refused, with its HTTP status and title. The code is the `type`, and never changes meaning. */
export const problems = {
  invalid_input: { status: 422, title: 'The request has fields that cannot be used' },
  invalid_path: { status: 400, title: 'The address holds something that is not an id' },
  invalid_body: { status: 400, title: 'The body cannot be read' },
  body_too_large: { status: 413, title: 'The body is too large' },
  not_json: { status: 415, title: 'The body must be JSON' },
  not_found: { status: 404, title: 'There is no such thing' },
  method_not_allowed: { status: 405, title: 'This address does not know that method' },
  key_reused: { status: 409, title: 'The key was used with another body' },
  id_reused: { status: 409, title: 'The id was used with another body' },
  already_ended: { status: 409, title: 'It has already ended' },
  still_live: { status: 409, title: 'It is still queued or running' },
  not_settled: { status: 409, title: 'It has no answer yet' },
  promoted: { status: 409, title: 'A promoted answer would be replaced' },
  superseded: { status: 409, title: 'A newer run has replaced it' },
  unknown_host: { status: 421, title: 'This host name is not served here' },
  foreign_site: { status: 403, title: 'Other sites may not use this' },
  busy: { status: 503, title: 'Too much is asked at once' },
  database_away: { status: 503, title: 'The database is away' },
  internal: { status: 500, title: 'Something went wrong here' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

/** One field that was refused. `field` is its path in the body (`options.model`), a parameter, a header, or `body`. */
export const fieldFault = z.object({ field: z.string(), message: z.string() });
export type FieldFault = z.infer<typeof fieldFault>;

/** The body of every answer with a status of 400 or more. */
export const problem = z.object({
  /** `urn:asterion:problem:` and a code of `problems`. */
  type: z.string(),
  title: z.string(),
  status: z.int(),
  /** One sentence for a person. */
  detail: z.string(),
  errors: z.array(fieldFault),
  /** Found in the server's log next to the cause. */
  request_id: z.string(),
});
export type Problem = z.infer<typeof problem>;

const problemPrefix = 'urn:asterion:problem:';

export function problemType(code: ProblemCode): string {
  return `${problemPrefix}${code}`;
}
