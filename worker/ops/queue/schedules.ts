// `asterion schedules`: prompts that are sent again and again.
import { Argument, Command } from 'commander';
import { localViewer } from '#lib/auth/viewer.ts';
import type { ExecutionOptions } from '#lib/domain/prompt.ts';
import { type MissedPolicy, missedPolicies, type ScheduleRow } from '#lib/domain/queue/schedule-row.ts';
import { scheduleChange, scheduleRequest } from '#lib/domain/schedule.ts';
import {
  changeSchedule,
  createSchedule,
  listSchedules,
  pauseSchedule,
  removeSchedule,
} from '#lib/store/schedules/schedules.ts';
import { CommandError, jobId, oneOf, UsageError, wholeNumber, withDatabase } from '../command.ts';
import { printJson, printLine, printTable, time } from '../print.ts';

interface AddOptions {
  readonly name: string;
  readonly cron: string;
  readonly timeZone?: string;
  readonly missed?: MissedPolicy;
  readonly model?: string;
  readonly priority?: number;
  readonly json?: boolean;
}

export function schedulesCommand(): Command {
  return new Command('schedules')
    .helpGroup('Queue:')
    .description('prompts that are sent again and again')
    .addCommand(list(), { isDefault: true })
    .addCommand(add())
    .addCommand(edit())
    .addCommand(pausing('pause', 'no further tick until it is resumed', true))
    .addCommand(pausing('resume', 'go on from the next tick; those that passed are not made up for', false))
    .addCommand(remove())
    .addHelpText(
      'after',
      `
Examples:
  asterion schedules add "Sum up yesterday" --name morning --cron "0 7 * * 1-5" --time-zone Europe/Berlin
  asterion schedules list
  asterion schedules edit <schedule-id> --cron "0 8 * * 1-5"
  asterion schedules pause <schedule-id>`,
    );
}

function list(): Command {
  return new Command('list')
    .description('show every schedule with its next tick')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const schedules = await withDatabase((db) => listSchedules(db, null));
      if (json) printJson({ schedules });
      else if (schedules.length === 0) printLine('There are no schedules.');
      else printSchedules(schedules);
    });
}

function add(): Command {
  return new Command('add')
    .description('send a prompt at each tick of a cron expression')
    .argument('<text>', 'the prompt')
    .requiredOption('--name <name>', 'what people call it')
    .requiredOption('--cron <expression>', 'minute hour day month weekday, or @daily')
    .option('--time-zone <zone>', 'whose clock the expression means, e.g. Europe/Berlin (default: UTC)')
    .option(
      '--missed <policy>',
      `ticks that passed while nobody was there: ${missedPolicies.join(', ')} (default: once)`,
      oneOf(missedPolicies),
    )
    .option('--model <name>', 'provider/model, or demo')
    .option('--priority <n>', '0 first, 100 last (default: 50)', wholeNumber(0, 100))
    .option('--json', 'print JSON')
    .action(async (text: string, { name, cron, timeZone, missed, model, priority, json }: AddOptions) => {
      const request = scheduleRequest.safeParse({
        text,
        name,
        cron,
        ...(timeZone === undefined ? {} : { time_zone: timeZone }),
        ...(missed === undefined ? {} : { missed }),
        ...(model === undefined ? {} : { options: { model } }),
        ...(priority === undefined ? {} : { priority }),
      });
      if (!request.success) throw new UsageError(request.error.issues.map(({ message }) => message).join('\n'));
      const schedule = await withDatabase((db) => createSchedule(db, localViewer, request.data));
      if (json) printJson(schedule);
      else printSchedules([schedule]);
    });
}

interface EditOptions extends Partial<AddOptions> {
  readonly text?: string;
}

function edit(): Command {
  return new Command('edit')
    .description('change a schedule; what it has sent stays as it is')
    .addArgument(new Argument('<schedule-id>', 'as list shows it').argParser(jobId))
    .option('--text <text>', 'the prompt')
    .option('--name <name>', 'what people call it')
    .option('--cron <expression>', 'minute hour day month weekday, or @daily; the next tick is counted from now')
    .option('--time-zone <zone>', 'whose clock the expression means, e.g. Europe/Berlin')
    .option(
      '--missed <policy>',
      `ticks that passed while nobody was there: ${missedPolicies.join(', ')}`,
      oneOf(missedPolicies),
    )
    .option('--model <name>', 'provider/model, or demo; default for that of the workers')
    .option('--priority <n>', '0 first, 100 last', wholeNumber(0, 100))
    .option('--json', 'print JSON')
    .action(async (id: string, { json, timeZone, model, ...fields }: EditOptions) => {
      const change = scheduleChange.safeParse({
        ...fields,
        ...(timeZone === undefined ? {} : { time_zone: timeZone }),
        ...(model === undefined ? {} : { options: { model } }),
      });
      if (!change.success) throw new UsageError(change.error.issues.map(({ message }) => message).join('\n'));
      const [schedule] = await withDatabase(async (db) => {
        const [before] = await listSchedules(db, null, id);
        if (before === undefined) return [];
        const options = model === undefined ? {} : { options: optionsWith(model, before) };
        return (await changeSchedule(db, null, id, { ...change.data, ...options })) ? listSchedules(db, null, id) : [];
      });
      if (schedule === undefined) throw unknown(id);
      if (json) printJson(schedule);
      else printSchedules([schedule]);
    });
}

/** Options are replaced as a whole: the attempts that were set stay. */
function optionsWith(model: string, { max_attempts }: ScheduleRow): ExecutionOptions {
  return { ...(model === 'default' ? {} : { model }), ...(max_attempts === null ? {} : { max_attempts }) };
}

function pausing(verb: 'pause' | 'resume', description: string, isPaused: boolean): Command {
  return new Command(verb)
    .description(description)
    .addArgument(new Argument('<schedule-id>', 'as list shows it').argParser(jobId))
    .option('--json', 'print JSON')
    .action(async (id: string, { json }: { json?: boolean }) => {
      const [schedule] = await withDatabase(async (db) =>
        (await pauseSchedule(db, null, id, isPaused)) ? listSchedules(db, null, id) : [],
      );
      if (schedule === undefined) throw unknown(id);
      if (json) printJson(schedule);
      else printSchedules([schedule]);
    });
}

function remove(): Command {
  return new Command('remove')
    .description('forget a schedule; what it has sent stays')
    .addArgument(new Argument('<schedule-id>', 'as list shows it').argParser(jobId))
    .option('--json', 'print JSON')
    .action(async (id: string, { json }: { json?: boolean }) => {
      if (!(await withDatabase((db) => removeSchedule(db, null, id)))) throw unknown(id);
      if (json) printJson({ removed: id });
      else printLine(`Removed schedule ${id}.`);
    });
}

function unknown(id: string): CommandError {
  return new CommandError(`There is no schedule ${id}.`);
}

function printSchedules(schedules: readonly ScheduleRow[]): void {
  printTable(schedules, {
    schedule: (row) => row.id,
    name: (row) => row.name,
    cron: (row) => row.cron,
    zone: (row) => row.time_zone,
    missed: (row) => row.missed,
    'next (UTC)': (row) => (row.paused_at === null ? time(row.next_tick_at) : 'paused'),
    last: (row) => time(row.last_tick_at),
    error: (row) => row.last_error,
    text: (row) => row.text.slice(0, 40),
  });
}
