// What people make of an answer: how firm it is (its class), and what they say about it (verdicts).
import * as z from '../wire/shape.ts';

/** From loose to firm. A working or canonical answer counts as promoted: it is never replaced without being asked. */
export const stateClasses = ['draft', 'working', 'canonical'] as const;
export type StateClass = (typeof stateClasses)[number];

export const verdicts = ['accept', 'reject', 'needs_work'] as const;
export type VerdictWord = (typeof verdicts)[number];

export const verdictEntry = z.object({ verdict: z.enum(verdicts), note: z.string(), created_at: z.string() });
export type VerdictEntry = z.infer<typeof verdictEntry>;

/** The latest counts; `history` is newest first and begins with it. */
export const verdictAnswer = z.object({
  response_id: z.string(),
  prompt_id: z.string(),
  latest: z.nullable(verdictEntry),
  history: z.array(verdictEntry),
});
export type VerdictAnswer = z.infer<typeof verdictAnswer>;

/** `already`: it was there, or further on, and nothing changed. */
export const classAnswer = z.object({
  prompt_id: z.string(),
  response_id: z.string(),
  before: z.enum(stateClasses),
  state_class: z.enum(stateClasses),
  already: z.boolean(),
});
export type ClassAnswer = z.infer<typeof classAnswer>;

/** Where a step leads; the class itself where there is none in that direction. */
export function stepClass(from: StateClass, direction: 'up' | 'down', to?: StateClass): StateClass {
  const at = stateClasses.indexOf(from);
  const wanted = to === undefined ? at + (direction === 'up' ? 1 : -1) : stateClasses.indexOf(to);
  const leadsOn = direction === 'up' ? wanted > at : wanted < at;
  return (leadsOn ? stateClasses[wanted] : undefined) ?? from;
}
