// What the jobs page looks for: its address, the question to the server, and the command that asks the same.
import { quoted } from '#components/operator/frame/command-chip.tsx';
import type { ChangeUrl, UrlState } from '#components/ui/use-url-state.ts';
import { failureKinds } from '#lib/domain/failure.ts';
import { jobKinds, jobStates, priorities } from '#lib/domain/job.ts';
import { jobSorts } from '#lib/domain/jobs/job-sort.ts';

/** `since` and `until`: an age (`24h`), `today`, or an ISO 8601 time. `after`: a page's cursor. */
export const jobShape = {
  state: jobStates,
  kind: jobKinds,
  error: failureKinds,
  worker: 'text',
  priority: 'text',
  model: 'text',
  group: 'text',
  since: 'text',
  until: 'text',
  q: 'text',
  sort: jobSorts,
  after: 'text',
} as const;

export type JobUrl = UrlState<typeof jobShape>;
export type ChangeJobUrl = ChangeUrl<typeof jobShape>;
/** What a saved view keeps: all but the page. */
export type JobFilters = Partial<Omit<JobUrl, 'after'>>;

export const filterNames = [
  'state',
  'kind',
  'error',
  'worker',
  'priority',
  'model',
  'group',
  'since',
  'until',
  'q',
  'sort',
] as const satisfies readonly (keyof JobFilters)[];

/** Takes every filter out of the address but those given. */
export function onlyFilters(filters: JobFilters): Partial<JobUrl> {
  return { ...Object.fromEntries(filterNames.map((name) => [name, null])), after: null, ...filters };
}

export function sameFilters(url: JobUrl, filters: JobFilters): boolean {
  return filterNames.every((name) => (url[name] ?? null) === (filters[name] ?? null));
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const group = /^[0-9a-f]{12}$/;
const cursor = /^\d{1,18}_[0-9a-f-]{36}$/;

/** For GET /api/jobs. What an address holds that no job can match by is left out: a hand-written one must not end in a refusal. */
export function queryOf(url: JobUrl, nowMs: number, limit: number): Record<string, string> {
  const parts: Record<string, string | null> = {
    state: url.state,
    kind: url.kind,
    error_kind: url.error,
    worker: matching(uuid, url.worker),
    priority: priorityOf(url.priority),
    model: url.model,
    group: matching(group, url.group),
    since: instantOf(url.since, nowMs),
    until: instantOf(url.until, nowMs),
    q: url.q?.trim().slice(0, 200) ?? null,
    sort: url.sort,
    cursor: matching(cursor, url.after),
    limit: String(limit),
    count: 'true',
  };
  return kept(parts);
}

/** The part after `npm run asterion --`. */
export function commandOf(url: JobUrl, nowMs: number): string {
  const parts = {
    state: url.state,
    kind: url.kind,
    'error-kind': url.error,
    worker: matching(uuid, url.worker),
    priority: priorityOf(url.priority),
    model: url.model,
    group: matching(group, url.group),
    since: momentOf(url.since, nowMs),
    until: momentOf(url.until, nowMs),
    text: url.q,
    sort: url.sort,
  };
  const options = Object.entries(kept(parts)).map(([name, value]) => `--${name} ${quoted(value)}`);
  return ['list-jobs', ...options].join(' ');
}

function kept(parts: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parts).filter((part): part is [string, string] => part[1] !== null && part[1] !== ''),
  );
}

function matching(shape: RegExp, value: string | null): string | null {
  return value !== null && shape.test(value) ? value : null;
}

/** A name people choose, or the number itself. */
function priorityOf(value: string | null): string | null {
  if (value === null) return null;
  const named = Object.entries(priorities).find(([name]) => name === value)?.[1];
  if (named !== undefined) return String(named);
  return /^\d{1,3}$/.test(value) && Number(value) <= 100 ? value : null;
}

const age = /^(\d{1,6})([smhd])$/;
const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The instant that a time of the address means now; null for one that means none. */
export function instantOf(value: string | null, nowMs: number): string | null {
  if (value === null) return null;
  if (value === 'today') return startOfDay(nowMs);
  const [, count, unit = ''] = age.exec(value) ?? [];
  const ms = count === undefined ? Date.parse(value) : nowMs - Number(count) * (unitMs[unit] ?? 0);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/** As the command line takes it: an age stays one. */
function momentOf(value: string | null, nowMs: number): string | null {
  return value !== null && age.test(value) ? value : instantOf(value, nowMs);
}

/** In the zone of whoever looks. */
function startOfDay(nowMs: number): string {
  const day = new Date(nowMs);
  day.setHours(0, 0, 0, 0);
  return day.toISOString();
}
