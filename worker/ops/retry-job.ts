// `asterion retry-job`: a new job for the prompt of an ended one.
import { Argument, Command } from 'commander';
import { assertNever } from '#lib/domain/job.ts';
import { type RetryOutcome, retryJob } from '#lib/store/jobs/retry.ts';
import { flushTraces, trace, traceNow } from '#lib/trace.ts';
import { CommandError, jobId, withDatabase } from './command.ts';
import { printJson, printLine } from './print.ts';

interface Options {
  readonly model?: string;
  readonly confirm?: boolean;
  readonly json?: boolean;
}

export function retryJobCommand(): Command {
  return new Command('retry-job')
    .helpGroup('Jobs:')
    .description('run the prompt of an ended job again, as a new job')
    .addArgument(new Argument('<job-id>', 'as list-jobs shows it').argParser(jobId))
    .option('--model <name>', 'ask another model: provider/model, or demo')
    .option('--confirm', 'also when its answer was promoted')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nThe old job keeps its history and is marked as superseded by the new one.')
    .action(async (id: string, { model, confirm, json }: Options) => {
      const retry = { ...(model === undefined ? {} : { options: { model } }), ...(confirm ? { confirm } : {}) };
      const startedAt = traceNow();
      const outcome = await withDatabase((db) => retryJob(db, null, id, retry));
      if (outcome.ok) {
        const { job_id, prompt_id } = outcome.answer;
        trace({ name: 'submit', jobId: job_id, startedAt, facts: { prompt_id, by: 'cli', retries: id } });
        await flushTraces();
      } else throw new CommandError(refusal(id, outcome.code));
      if (json) printJson(outcome.answer);
      else printLine(`Job ${outcome.answer.job_id} runs the prompt again (${outcome.answer.state}).`);
    });
}

function refusal(id: string, code: Extract<RetryOutcome, { ok: false }>['code']): string {
  switch (code) {
    case 'unknown_job':
      return `There is no job ${id}.`;
    case 'still_live':
      return `Job ${id} has not ended yet. Wait for it, or stop it with cancel-job first.`;
    case 'superseded':
      return `Job ${id} was already replaced by a newer one; retry that one.`;
    case 'promoted':
      return `Job ${id} has a promoted answer. Add --confirm to replace it all the same.`;
    case 'not_a_prompt':
      return `Job ${id} runs no prompt, so there is nothing to ask again.`;
    default:
      return assertNever(code);
  }
}
