// What the schedules page asks and does.
import {
  type MissedPolicy,
  removedAnswer,
  type ScheduleList,
  type ScheduleRow,
  scheduleList,
  scheduleRow,
} from '#lib/domain/queue/schedule-row.ts';
import { type ApiAccess, ask, browserAccess } from '../api.ts';

export function readSchedules(signal?: AbortSignal, access: ApiAccess = browserAccess): Promise<ScheduleList> {
  return ask(access, scheduleList, '/api/schedules', signal === undefined ? {} : { signal });
}

/** The whole of a schedule as a person writes it. */
export interface ScheduleWish {
  readonly name: string;
  readonly cron: string;
  readonly time_zone: string;
  readonly missed: MissedPolicy;
  readonly text: string;
  readonly options: { readonly model?: string; readonly max_attempts?: number };
  readonly priority?: number;
}

/** ApiProblem with `errors` by field when something cannot be meant. */
export function createSchedule(wish: ScheduleWish, access: ApiAccess = browserAccess): Promise<ScheduleRow> {
  return ask(access, scheduleRow, '/api/schedules', { method: 'POST', body: JSON.stringify(wish) });
}

/** Changes the named fields; with other times the next tick is counted from now. */
export function changeSchedule(
  id: string,
  change: Partial<ScheduleWish>,
  access: ApiAccess = browserAccess,
): Promise<ScheduleRow> {
  return ask(access, scheduleRow, pathOf(id), { method: 'PATCH', body: JSON.stringify(change) });
}

export function setSchedulePaused(
  id: string,
  isPaused: boolean,
  access: ApiAccess = browserAccess,
): Promise<ScheduleRow> {
  const path = `${pathOf(id)}/${isPaused ? 'pause' : 'resume'}`;
  return ask(access, scheduleRow, path, { method: 'POST', body: '{}' });
}

/** What it has sent stays. `keepalive`: also when the page is just closing. */
export async function removeSchedule(id: string, keepalive = false, access: ApiAccess = browserAccess): Promise<void> {
  await ask(access, removedAnswer, pathOf(id), { method: 'DELETE', keepalive });
}

function pathOf(id: string): string {
  return `/api/schedules/${encodeURIComponent(id)}`;
}
