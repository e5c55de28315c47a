// What the operator pages offer to copy does in a shell what the page would have done.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { commandLine } from '#components/operator/frame/command-chip.tsx';
import { commandOf, jobShape } from '#components/operator/jobs/filters/job-filters.ts';
import {
  addCommand,
  type Draft,
  draftOf,
  editCommand,
  newDraft,
} from '#components/operator/schedules/schedule-form-state.ts';
import { pauseCommand } from '#components/operator/workers/pause-choices.ts';
import { readUrl } from '#components/ui/use-url-state.ts';
import { localViewer } from '#lib/auth/viewer.ts';
import type { ScheduleRow } from '#lib/domain/queue/schedule-row.ts';
import { createSchedule, listSchedules } from '#lib/store/schedules/schedules.ts';
import { testDatabase } from '#tests/support/database.ts';
import { emptyTables, sql } from '#tests/support/jobs.ts';
import type { Ran } from './command-line.ts';

const database = testDatabase();
beforeEach(async () => {
  await emptyTables(database.db);
  await sql(database.db, 'truncate schedule cascade');
});
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** As a person does it: the whole line, in a shell, where the product lies. */
function paste(command: string): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(
      'sh',
      ['-c', commandLine(command)],
      { cwd: root, env: { ...process.env, DATABASE_URL: database.url, ASTERION_LOG_LEVEL: 'silent' } },
      (error, stdout, stderr) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });
}

async function stored(): Promise<ScheduleRow[]> {
  return await listSchedules(database.db, null);
}

describe('a command copied from an operator page', { timeout: 60_000 }, () => {
  it.each([
    ['quotes and all a shell would replace', `it's "$HOME" \`id\` !x \\ #1`],
    ['several lines', 'One\n  two'],
    ['a list', '- the first\n- the second'],
    ['what looks like an option', '--help'],
  ])('makes the schedule that was written: %s', async (_, text) => {
    const draft: Draft = { ...newDraft('Asia/Kathmandu', text), name: text.split('\n')[0] ?? '', priority: 10 };
    expect(await paste(addCommand(draft))).toMatchObject({ code: 0 });
    expect(await stored()).toMatchObject([
      { text, name: draft.name, cron: draft.cron, time_zone: 'Asia/Kathmandu', priority: 10 },
    ]);
  });

  it('changes a schedule as the page does: back to the default model, its attempts kept', async () => {
    await createSchedule(database.db, localViewer, {
      name: 'morning',
      text: 'Sum up',
      cron: '0 7 * * *',
      time_zone: 'UTC',
      missed: 'once',
      options: { model: 'openai/gpt-5', max_attempts: 7 },
    });
    const [row] = await stored();
    if (row === undefined) throw new Error('no schedule');
    expect(await paste(editCommand({ ...draftOf(row), model: '' }, row))).toMatchObject({ code: 0 });
    expect(await stored()).toMatchObject([{ name: 'morning', model: null, max_attempts: 7 }]);
  });

  it('pauses and lists by whatever name a model has', async () => {
    const model = `local/it's $new`;
    const paused = await paste(pauseCommand(`lane:${model}`, ' --for 15m', "it's --over"));
    expect(paused).toMatchObject({ code: 0, stdout: expect.stringContaining(model) });
    const listed = await paste(commandOf(readUrl(jobShape, `model=${encodeURIComponent(model)}&q=-x`), 0));
    expect(listed).toMatchObject({ code: 0 });
  });
});
