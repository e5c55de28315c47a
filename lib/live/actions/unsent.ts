// A prompt the server does not have, or may not have: its kept form, its request, and how it is drawn.

import { priorities } from '#lib/domain/job.ts';
import type { SubmitRequest } from '#lib/domain/prompt.ts';
import { labelOf, maxAttemptsOf } from '#lib/domain/prompts/prompt-text.ts';
import * as z from '#lib/domain/wire/shape.ts';
import type { FieldDrop, FieldState } from '#lib/live/cache.ts';

const keptProblem = z.object({
  kind: z.enum(['network', 'refused', 'failed']),
  status: z.number(),
  detail: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
});
const unsentDrop = z.object({
  prompt_id: z.string(),
  parent_id: z.nullable(z.string()),
  text: z.string(),
  /** Where its drop stands among the others, from the server's clock as known then. */
  created_at: z.string(),
  options: z.optional(z.object({ model: z.optional(z.string()), max_attempts: z.optional(z.number()) })),
  priority: z.optional(z.number()),
  scheduled_for: z.optional(z.string()),
  /** Null while it is being sent. */
  problem: z.nullable(keptProblem),
});
/** A prompt the server does not have, or may not have. */
export type UnsentDrop = z.infer<typeof unsentDrop>;

/** Null for text that is no unsent prompt: not ours, or cut off. */
export function parseUnsent(text: string): UnsentDrop | null {
  try {
    return z.read(unsentDrop, JSON.parse(text)) ?? null;
  } catch {
    // Not JSON.
    return null;
  }
}

/** What is sent for it. */
export function requestOf({
  prompt_id,
  parent_id,
  text,
  options,
  priority,
  scheduled_for,
}: UnsentDrop): SubmitRequest & { prompt_id: string } {
  return {
    prompt_id,
    text,
    ...(parent_id === null ? {} : { parent_id }),
    ...(options === undefined ? {} : { options }),
    ...(priority === undefined ? {} : { priority }),
    ...(scheduled_for === undefined ? {} : { scheduled_for }),
  };
}

/** How it is drawn while the server has no row of it: version 0, below every real one. */
export function optimisticDrop(drop: UnsentDrop, field: FieldState): FieldDrop {
  const parent = drop.parent_id === null ? undefined : field.byId.get(drop.parent_id);
  const { text, problem } = drop;
  return {
    prompt_id: drop.prompt_id,
    job_id: '',
    session_id: parent?.session_id ?? '',
    parent_id: drop.parent_id,
    root_id: parent?.root_id ?? drop.parent_id ?? drop.prompt_id,
    kind: 'prompt',
    label: labelOf(text),
    state: 'queued',
    version: 0,
    attempt: 1,
    max_attempts: maxAttemptsOf(drop.options),
    claim: 0,
    priority: drop.priority ?? priorities.normal,
    model: drop.options?.model ?? null,
    answered_by: null,
    created_at: drop.created_at,
    available_at: drop.scheduled_for ?? null,
    depends_on: [],
    started_at: null,
    finished_at: null,
    error_kind: null,
    error_message: null,
    response_id: null,
    answer_length: 0,
    seen_at: null,
    supersedes: null,
    local: problem === null ? { kind: 'sending', text } : { kind: 'unsent', text, problem },
  };
}
