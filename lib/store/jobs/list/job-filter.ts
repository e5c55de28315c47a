// Which jobs a list means, as the where clause of a statement: only what was asked for stands in it, states and kinds as
// literals, so that the planner sees which partial index holds them.
import type { Viewer } from '#lib/auth/viewer.ts';
import type { FailureKind } from '#lib/domain/failure.ts';
import type { JobKind, JobState } from '#lib/domain/job.ts';

export interface JobFilter {
  readonly state?: JobState | undefined;
  readonly kind?: JobKind | undefined;
  readonly errorKind?: FailureKind | undefined;
  /** A worker that held it in any attempt. */
  readonly worker?: string | undefined;
  readonly priority?: number | undefined;
  /** provider/model asked for or answering; `default` for those that named none. */
  readonly model?: string | undefined;
  /** A group of failures, by its id. */
  readonly group?: string | undefined;
  /** ISO 8601: created at or after, and before. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** In the first line of the prompt or the error message; or a whole id. */
  readonly text?: string | undefined;
  /** Operators only: a viewer sees their own org anyway. */
  readonly orgId?: number | undefined;
}

/** Values of one statement; `put` answers with the value's placeholder. */
export class Values {
  readonly list: unknown[] = [];
  put(value: unknown): string {
    return `$${this.list.push(value)}`;
  }
}

/** Over `j` (job) and `p` (its prompt, left joined). Never empty. */
export function whereOf(viewer: Viewer | null, filter: JobFilter, values: Values): string {
  const { state, kind, errorKind, worker, priority, model, group, since, until, text } = filter;
  const orgId = viewer?.orgId ?? filter.orgId;
  const parts = [
    'true',
    ...(orgId === undefined ? [] : [`j.org_id = ${values.put(orgId)}`]),
    ...(viewer === null ? [] : [`j.created_by = ${values.put(viewer.userId)}`]),
    // Checked words of ours, never text of a request.
    ...(state === undefined ? [] : [`j.state = '${state}'`]),
    ...(kind === undefined ? [] : [`j.kind = '${kind}'`]),
    ...(errorKind === undefined ? [] : [`j.error_kind = '${errorKind}'`]),
    ...(worker === undefined ? [] : [heldBy(values.put(worker))]),
    ...(priority === undefined ? [] : [`j.priority = ${values.put(priority)}`]),
    ...(model === undefined ? [] : [ofModel(values.put(model))]),
    ...(group === undefined
      ? []
      : [`j.id in (select f.job_id from failure f where f.group_id = ${values.put(group)})`]),
    ...(since === undefined ? [] : [`j.created_at >= ${values.put(since)}::timestamptz`]),
    ...(until === undefined ? [] : [`j.created_at < ${values.put(until)}::timestamptz`]),
    ...(text === undefined || text === '' ? [] : [withText(text, values)]),
  ];
  return parts.join(' and ');
}

// A worker's attempts lie in its own time, and the BRIN index on their start finds that; a forgotten worker's are looked for everywhere.
const heldBy = (id: string): string => `(j.worker_claim = ${id}::uuid or j.id in (
  select a.job_id from job_attempt a where a.worker_id = ${id}::uuid
    and a.started_at >= coalesce((select w.started_at from worker w where w.id = ${id}::uuid), '-infinity')))`;

const ofModel = (name: string): string =>
  `(j.lane = ${name} or exists (select from entity r where r.id = j.response_id and r.model = ${name}))`;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function withText(text: string, values: Values): string {
  if (uuid.test(text)) {
    const id = `${values.put(text)}::uuid`;
    return `(j.id = ${id} or j.prompt_id = ${id} or j.session_id = ${id})`;
  }
  const like = `${values.put(`%${text.replace(/[\\%_]/g, '\\$&')}%`)}`;
  return `(p.label ilike ${like} or j.error_message ilike ${like})`;
}
