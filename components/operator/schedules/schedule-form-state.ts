// A schedule as it is being written: its fields, what is wrong with them, and the commands that do the same.
import { quoted } from '#components/operator/frame/command-chip.tsx';
import { priorities } from '#lib/domain/job.ts';
import type { MissedPolicy, ScheduleRow } from '#lib/domain/queue/schedule-row.ts';
import { isCron, isTimeZone } from '#lib/domain/queue/ticks.ts';
import { ApiProblem } from '#lib/live/api.ts';
import type { ScheduleWish } from '#lib/live/operator/schedules-api.ts';

export interface Draft {
  readonly name: string;
  readonly text: string;
  readonly cron: string;
  readonly zone: string;
  readonly missed: MissedPolicy;
  /** Empty for the workers' default. */
  readonly model: string;
  readonly priority: number;
}

export type Faults = { readonly [Name in keyof Draft]?: string };

export function newDraft(zone: string, text: string): Draft {
  return { name: '', text, cron: '0 7 * * 1-5', zone, missed: 'once', model: '', priority: priorities.normal };
}

export function draftOf(row: ScheduleRow): Draft {
  const { name, text, cron, time_zone: zone, missed, model, priority } = row;
  return { name, text, cron, zone, missed, model: model ?? '', priority: priority ?? priorities.normal };
}

/** What the page itself can see is wrong; the server looks again. */
export function faultsOf({ name, text, cron, zone }: Draft): Faults {
  return {
    ...(name.trim() === '' ? { name: 'Give it a name.' } : {}),
    ...(name.trim().length > 120 ? { name: 'At most 120 characters.' } : {}),
    ...(text.trim() === '' ? { text: 'Write the prompt that it sends.' } : {}),
    ...(isCron(cron)
      ? {}
      : {
          cron: 'This is no cron expression. It has five parts: minute, hour, day, month, weekday, like 0 7 * * 1-5.',
        }),
    ...(isTimeZone(zone) ? {} : { zone: 'There is no such time zone. They are named like Europe/Berlin.' }),
  };
}

const fieldNames: Readonly<Record<string, keyof Draft>> = {
  name: 'name',
  text: 'text',
  cron: 'cron',
  time_zone: 'zone',
  missed: 'missed',
  'options.model': 'model',
  priority: 'priority',
};

/** What the server refused, by field; null when its refusal names none of them. */
export function refusedFaults(error: unknown): Faults | null {
  if (!(error instanceof ApiProblem)) return null;
  const named = error.errors.flatMap(({ field, message }) => {
    const name = fieldNames[field];
    return name === undefined ? [] : [[name, message] as const];
  });
  return named.length === 0 ? null : Object.fromEntries(named);
}

/** `row` is what it was before: attempts that were set elsewhere stay as they are. */
export function wishOf(draft: Draft, row?: ScheduleRow): ScheduleWish {
  const { name, text, cron, zone, missed, model, priority } = draft;
  const attempts = row?.max_attempts ?? null;
  return {
    name: name.trim(),
    text,
    cron: cron.trim(),
    time_zone: zone.trim(),
    missed,
    options: { ...(model === '' ? {} : { model }), ...(attempts === null ? {} : { max_attempts: attempts }) },
    priority,
  };
}

/** Only what differs from the row; empty when nothing does. */
export function changeOf(draft: Draft, row: ScheduleRow): Partial<ScheduleWish> {
  const [before, after] = [wishOf(draftOf(row), row), wishOf(draft, row)];
  const isChanged = (name: keyof ScheduleWish) => JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  const names: readonly (keyof ScheduleWish)[] = ['name', 'cron', 'time_zone', 'missed', 'text', 'options', 'priority'];
  return Object.fromEntries(names.filter(isChanged).map((name) => [name, after[name]]));
}

export function addCommand(draft: Draft): string {
  const { name, text, cron, time_zone, missed, options, priority } = wishOf(draft);
  // A prompt may begin with a dash, as lists do: after -- it is no option.
  const isOptionLike = text.startsWith('-');
  return [
    isOptionLike ? 'schedules add' : `schedules add ${quoted(text)}`,
    `--name ${quoted(name)} --cron ${quoted(cron)} --time-zone ${quoted(time_zone)}`,
    ...(missed === 'once' ? [] : [`--missed ${missed}`]),
    ...(options.model === undefined ? [] : [`--model ${quoted(options.model)}`]),
    ...(priority === undefined || priority === priorities.normal ? [] : [`--priority ${priority}`]),
    ...(isOptionLike ? [`-- ${quoted(text)}`] : []),
  ].join(' ');
}

export function editCommand(draft: Draft, row: ScheduleRow): string {
  const { name, text, cron, time_zone, missed, options, priority } = changeOf(draft, row);
  const flag = (word: string, value: string | undefined) => (value === undefined ? [] : [`--${word} ${quoted(value)}`]);
  return [
    `schedules edit ${row.id}`,
    ...flag('name', name),
    ...flag('text', text),
    ...flag('cron', cron),
    ...flag('time-zone', time_zone),
    ...flag('missed', missed),
    ...flag('model', options === undefined ? undefined : (options.model ?? 'default')),
    ...flag('priority', priority === undefined ? undefined : String(priority)),
  ].join(' ');
}
