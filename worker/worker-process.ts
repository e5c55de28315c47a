// A worker as a process: settings, signals, and an exit code. main.ts and the operator's command both start here.
import { type Config, ConfigError, readConfig } from '#lib/config.ts';
import { type JobKind, jobKinds, stuckCeilingMs } from '#lib/domain/job.ts';
import { aliasesOf } from '#lib/domain/lanes/lane.ts';
import { type Log, openLog } from '#lib/log.ts';
import { flushTraces } from '#lib/trace.ts';
import type { Handler } from './handlers/handler.ts';
import { promptHandler } from './handlers/prompt.ts';
import { openProviders } from './providers/registry.ts';
import { runWorker, type WorkerOptions } from './run-worker.ts';

/** What an operator may set for one run; absent means: from the settings, without limit. */
export interface WorkerFlags {
  readonly once?: boolean | undefined;
  /** Jobs in one claim at most; with `once` also in all. */
  readonly batchSize?: number | undefined;
  readonly priorityCeiling?: number | undefined;
  readonly concurrency?: number | undefined;
  readonly kinds?: readonly JobKind[] | undefined;
}

/** What a caller knows better than the settings: the database; and for tests other handlers and shorter times. */
export type Instead = Partial<Pick<WorkerOptions, 'url' | 'directUrl' | 'handlers' | 'graceMs' | 'limits'>>;

/** Running jobs may finish for this long after the first signal. Source: execution contract §4. */
const graceMs = 30_000;
const deafAfterMs = 5_000;
const lowestPriority = 100;

/** Runs a worker until a signal (or its `once` work) ends it. Resolves with the exit code: 0 done, 1 fault, 2 wrong setting. */
export async function runWorkerProcess(flags: WorkerFlags = {}, instead: Instead = {}): Promise<0 | 1 | 2> {
  try {
    const config = readConfig();
    const log = openLog('worker');
    exitOnFault(log);
    await runWorker(await optionsOf(config, flags, instead, log));
    await flushTraces();
    return 0;
  } catch (error) {
    if (error instanceof ConfigError) {
      process.stderr.write(`${error.message}\n`);
      return 2;
    }
    openLog('worker').fatal({ error }, 'the worker ended by a fault');
    return 1;
  }
}

async function optionsOf(config: Config, flags: WorkerFlags, instead: Instead, log: Log): Promise<WorkerOptions> {
  const url = instead.url ?? config.DATABASE_URL;
  if (url === undefined)
    throw new ConfigError('DATABASE_URL is not set: a worker of its own needs the database of a running Asterion');
  const providers = openProviders(config);
  const handlers = new Map<JobKind, Handler>([['prompt', promptHandler(providers)]]);
  for (const kind of jobKinds) if (flags.kinds && !flags.kinds.includes(kind)) handlers.delete(kind);
  const { models } = await providers.catalog();
  return {
    url,
    directUrl: config.DIRECT_URL,
    concurrency: flags.concurrency ?? config.ASTERION_WORKER_CONCURRENCY,
    beatEveryMs: config.ASTERION_HEARTBEAT_MS,
    leaseMs: config.ASTERION_LEASE_MS,
    once: flags.once ?? false,
    batchSize: flags.batchSize ?? Number.MAX_SAFE_INTEGER,
    mostJobs: flags.once ? (flags.batchSize ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY,
    priorityCeiling: flags.priorityCeiling ?? lowestPriority,
    limits: { jobLimitMs: stuckCeilingMs, deafAfterMs, retryScale: config.ASTERION_RETRY_SCALE },
    graceMs,
    handlers,
    models,
    prices: config.ASTERION_PRICES,
    lanes: { limits: config.ASTERION_LANE_LIMITS, aliases: aliasesOf(models) },
    onIdentity: tellSupervisor,
    signal: stopOnSignal(log),
    log,
    ...instead,
  };
}

/** A supervisor that knows the id can end the lease of a process that it has seen die. Without one this does nothing. */
function tellSupervisor(workerId: string): void {
  if (process.connected) process.send?.({ workerId }, undefined, undefined, () => undefined);
}

/** One Ctrl-C can arrive twice: from the terminal, and from npm or a supervisor that passes it on. */
const echoMs = 250;

/** The first SIGTERM or SIGINT asks for a graceful end; the second ends the process at once, its jobs are reclaimed. */
function stopOnSignal(log: Log): AbortSignal {
  const stopping = new AbortController();
  let firstAt = 0;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping.signal.aborted && performance.now() - firstAt < echoMs) return;
    if (stopping.signal.aborted) {
      log.warn({ signal }, 'second signal: leaving at once');
      process.exit(1);
    }
    log.info({ signal }, 'signal: finishing what runs');
    firstAt = performance.now();
    stopping.abort();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  return stopping.signal;
}

/** A fault nobody caught leaves the process in a state nobody knows: it is said and the process ends; its jobs are reclaimed. */
function exitOnFault(log: Log): void {
  const onFault = (error: unknown): void => {
    log.fatal({ error }, 'uncaught fault; the worker ends');
    process.exit(1);
  };
  process.on('uncaughtException', onFault);
  process.on('unhandledRejection', onFault);
}
