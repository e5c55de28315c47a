// The filters beyond state and words: conversation, model, days and replies, the same for map and list.
import type { FieldDrop } from '#lib/live/cache.ts';
import type { MissionUrl } from '../use-mission-url.ts';

export type MoreFilters = Pick<MissionUrl, 'session' | 'model' | 'from' | 'to' | 'replies'>;

/** The rows that pass all of them; the same array when none is set. */
export function filterMore(rows: readonly FieldDrop[], filters: MoreFilters): readonly FieldDrop[] {
  const { session, model, replies } = filters;
  const { since, until } = instantsOf(filters);
  if ([session, model, replies, since, until].every((filter) => filter === undefined || filter === null)) return rows;
  const continued = replies === null ? null : new Set(rows.map(({ parent_id }) => parent_id));
  return rows.filter(
    (row) =>
      (session === null || row.session_id === session) &&
      (model === null || row.answered_by === model || row.model === model) &&
      (since === undefined || row.created_at >= since) &&
      (until === undefined || row.created_at < until) &&
      (continued === null || continued.has(row.prompt_id) === (replies === 'with')),
  );
}

/** The days of the viewer's clock as instants: from the first day's beginning to the last one's end. */
export function instantsOf({ from, to }: Pick<MissionUrl, 'from' | 'to'>): {
  readonly since: string | undefined;
  readonly until: string | undefined;
} {
  return { since: startOf(from, 0), until: startOf(to, 1) };
}

/** ISO of the day's beginning, some days on; undefined for what is no day. */
function startOf(day: string | null, daysOn: number): string | undefined {
  const [year, month, date] =
    /^(\d{4})-(\d\d)-(\d\d)$/
      .exec(day ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const at = new Date(year, month - 1, date + daysOn);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
