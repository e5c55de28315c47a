// What a turn of a thread is made of, wherever its job lies: among the jobs or in the archive.
import type { StateClass, VerdictEntry } from '#lib/domain/prompts/verdict.ts';
import type { ThreadAttempt, ThreadUsage } from '#lib/domain/thread.ts';

export interface TurnColumns {
  readonly id: string;
  readonly text: string;
  readonly answer: string | null;
  readonly live_text: string | null;
  readonly live_claim: number;
  readonly sibling_ids: string[];
  readonly child_ids: string[];
  readonly usage: (ThreadUsage & { readonly calls: number }) | null;
  readonly state_class: StateClass | null;
  readonly verdict: VerdictEntry | null;
}

export type AttemptColumns = ThreadAttempt & { readonly prompt_id: string };

/**
 * A prompt among the replies to something. Said so that no index that holds all prompts offers itself: a plan made for an
 * empty table went through every prompt of the viewer for each turn.
 */
export const isPrompt = (entity: string): string => `${entity}.kind = (select 'prompt')`;

/** Over `p`, the prompt. */
export const familyColumns = `
  case when p.parent_id is null then array[p.id] else
    array(select s.id from entity s where s.parent_id = p.parent_id and ${isPrompt('s')} order by s.created_at, s.id) end as sibling_ids,
  array(select c.id from entity c where c.parent_id = p.id and ${isPrompt('c')} order by c.created_at, c.id) as child_ids`;

/** Over `r`, the response. */
export const opinionColumns = `
  r.state_class, (select jsonb_build_object('verdict', v.verdict, 'note', v.note, 'created_at', v.created_at)
    from verdict v where v.response_id = r.id order by v.id desc limit 1) as verdict`;

/** Over `l`, the model calls of one job. */
export const usageSums = `
  jsonb_build_object('calls', count(*), 'tokens_in', coalesce(sum(l.tokens_in), 0), 'tokens_out', coalesce(sum(l.tokens_out), 0),
    'tokens_cached', coalesce(sum(l.tokens_cached), 0), 'cost_usd', sum(l.cost_usd), 'is_estimate', coalesce(bool_or(l.is_estimate), false),
    'latency_ms', coalesce(sum(l.latency_ms), 0))`;

/** Over `r`, the response, and `t`, the attempt. */
export const answerOfAttempt = `
  case when t.outcome = 'succeeded' then r.content end as response, case when t.outcome = 'succeeded' then r.model end as answered_by,
  case when t.outcome = 'succeeded' then r.id end as response_id`;
