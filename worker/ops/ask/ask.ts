// `asterion ask`: submits a prompt and shows its answer as it is written. The terminal only watches: the job is the worker's.
import { text as readAll } from 'node:stream/consumers';
import { Command } from 'commander';
import { localViewer } from '#lib/auth/viewer.ts';
import { submitRequest } from '#lib/domain/prompt.ts';
import type { ThreadTurn } from '#lib/domain/thread.ts';
import type { Database } from '#lib/store/client.ts';
import { submitPrompt } from '#lib/store/jobs/submit.ts';
import { readThread } from '#lib/store/prompts/thread.ts';
import { listWorkers } from '#lib/store/workers.ts';
import { flushTraces, trace, traceNow } from '#lib/trace.ts';
import { CommandError, type ExitCode, jobId, UsageError, wholeNumber, withDatabase } from '../command.ts';
import { printJson } from '../print.ts';
import { type Watched, watchJob } from './watch.ts';

interface Options {
  readonly model?: string;
  readonly continues?: string;
  readonly priority?: number;
  readonly wait: number;
  readonly json?: boolean;
}

interface Asked {
  readonly prompt_id: string;
  readonly job_id: string;
}

export function askCommand(exit: (code: ExitCode) => void): Command {
  return new Command('ask')
    .helpGroup('Jobs:')
    .description('submit a prompt and print its answer as it is written')
    .argument('[text...]', 'the prompt; without it, or with -, it is read from stdin')
    .option('--model <name>', 'provider/model, or demo (default: the worker’s)')
    .option('--continues <prompt-id>', 'go on from this prompt or response', jobId)
    .option('--priority <n>', '0 first, 100 last (default: 50)', wholeNumber(0, 100))
    .option('--wait <seconds>', 'watch for so long at most', wholeNumber(1, 86_400), 900)
    .option('--json', 'print one JSON document at the end instead of the text')
    .addHelpText(
      'after',
      `
The answer goes to stdout, everything else to stderr. Ctrl-C, or a terminal that is closed, only stops
watching: the job goes on, and its answer is in the field like any other.

Exit codes: 0 answered, 1 it failed, was stopped or is still at work, 2 the prompt was refused.

Examples:
  asterion ask "Name three rivers"
  asterion ask --model openai/gpt-5 < prompt.txt
  asterion ask --json "Name three rivers" | jq -r .answer`,
    )
    .action(async (words: readonly string[], options: Options) => {
      const text = await promptText(words);
      exit(await withDatabase((db) => ask(db, text, options)));
    });
}

async function promptText(words: readonly string[]): Promise<string> {
  if (words.length > 0 && !(words.length === 1 && words[0] === '-')) return words.join(' ');
  if (process.stdin.isTTY) throw new UsageError('Say what to ask: asterion ask "…", or pipe it in.');
  return readAll(process.stdin);
}

async function ask(db: Database, text: string, options: Options): Promise<ExitCode> {
  const asked = await submit(db, text, options);
  const { json } = options;
  if (!(await listWorkers(db)).some(({ isAlive, state }) => isAlive && state === 'active'))
    say('No worker is there to answer it yet. It waits; start one with npm start or asterion run-worker.');
  const stopped = new AbortController();
  const onSignal = () => stopped.abort();
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  try {
    const print = json ? () => undefined : (piece: string) => void process.stdout.write(piece);
    const watched = await watchJob(db, asked.job_id, {
      signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(options.wait * 1_000)]),
      onText: print,
      onRestart: (why) => say(`\n(${why}; it is tried again, and the answer starts anew)`),
    });
    return await conclude(db, asked, watched, { json, print });
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}

async function submit(db: Database, text: string, options: Options): Promise<Asked> {
  const request = submitRequest.safeParse({
    text,
    ...(options.model === undefined ? {} : { options: { model: options.model } }),
    ...(options.continues === undefined ? {} : { parent_id: options.continues }),
    ...(options.priority === undefined ? {} : { priority: options.priority }),
  });
  if (!request.success) throw new UsageError(request.error.issues.map(({ message }) => message).join('\n'));
  const startedAt = traceNow();
  const outcome = await submitPrompt(db, localViewer, request.data);
  if (!outcome.ok) throw new UsageError(outcome.message);
  const { job_id: jobId, prompt_id } = outcome.answer;
  trace({ name: 'submit', jobId, startedAt, facts: { prompt_id, by: 'cli' } });
  // Sent now: the watching may be ended by a signal.
  void flushTraces();
  return outcome.answer;
}

/** What is left to print, and the exit code that says how it ended. */
async function conclude(
  db: Database,
  { prompt_id, job_id }: Asked,
  { state, printed }: Watched,
  { json, print }: { readonly json: boolean | undefined; readonly print: (piece: string) => void },
): Promise<ExitCode> {
  const turn = (await readThread(db, localViewer, prompt_id))?.path.find(({ row }) => row.prompt_id === prompt_id);
  if (json) printJson({ prompt_id, job_id, state: state ?? 'watched_no_longer', ...answerOf(turn) });
  const answer = turn?.answer ?? '';
  if (state === 'succeeded') {
    // The stored answer is what counts; what was streamed is normally the very same text.
    if (answer.startsWith(printed)) print(answer.slice(printed.length));
    else print(`\n${answer}`);
    print(answer.endsWith('\n') ? '' : '\n');
    return 0;
  }
  if (printed !== '') print('\n');
  if (state === null) {
    say(
      `No longer watching; the job goes on. Its answer: asterion job-details ${job_id}, or the field.\nTo stop it: asterion cancel-job ${job_id}`,
    );
    return 1;
  }
  throw new CommandError(endWords(state, turn, job_id));
}

function answerOf(turn: ThreadTurn | undefined) {
  if (turn === undefined) return { answer: null };
  const { row, answer, partial, usage } = turn;
  return {
    answer,
    partial: partial?.text ?? null,
    answered_by: row.answered_by,
    error_kind: row.error_kind,
    error_message: row.error_message,
    usage,
  };
}

function endWords(state: NonNullable<Watched['state']>, turn: ThreadTurn | undefined, id: string): string {
  if (state === 'cancelled') return 'It was stopped.';
  if (state === 'superseded') return `Somebody has asked it again; job ${id} was replaced.`;
  return turn?.row.error_message ?? 'It failed.';
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
