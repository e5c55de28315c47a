// What a look at the installation found: whether it is wrong, what it means, and what to do about it.
import * as z from '../wire/shape.ts';

/** `note`: worth knowing, nothing is wrong. */
export const findingLevels = ['ok', 'note', 'problem'] as const;

export const finding = z.object({
  check: z.string(),
  level: z.enum(findingLevels),
  found: z.string(),
  means: z.optional(z.string()),
  todo: z.optional(z.string()),
});
export type Finding = z.infer<typeof finding>;

export function ok(check: string, found: string): Finding {
  return { check, level: 'ok', found };
}

export function note(check: string, found: string, means: string, todo: string): Finding {
  return { check, level: 'note', found, means, todo };
}

export function problem(check: string, found: string, means: string, todo: string): Finding {
  return { check, level: 'problem', found, means, todo };
}
