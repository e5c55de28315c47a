// Whatever a measurement starts is ended when it is left: at its end, by an error, by Ctrl-C, by a closed terminal.

type Ending = () => Promise<unknown>;

const endings = new Set<Ending>();
/** An ending that hangs must not keep the others from running. */
const patienceMs = 15_000;
let leaving: Promise<void> | undefined;

/** Registers how to end something. The function it gives does it, once, whoever comes first. */
export function atLeaving(end: Ending): () => Promise<void> {
  let running: Promise<unknown> | undefined;
  const once: Ending = async () => {
    running ??= end();
    await running;
    endings.delete(once);
  };
  endings.add(once);
  return async () => {
    await once();
  };
}

/** From now on a signal ends what is registered, the youngest first, and then the process; a second one does not wait. */
export function leaveOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (leaving !== undefined && performance.now() - firstAt > echoMs) process.exit(130);
      if (leaving !== undefined) return;
      firstAt = performance.now();
      process.stderr.write('leaving: ending what was started …\n');
      leaving = endAll().then(() => process.exit(130));
    });
  }
  // What is pulled away under a measurement complains; while leaving, nobody wants to hear it.
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
}

/** True from the first signal or fault on: what goes wrong now is no news. */
export const isLeaving = (): boolean => leaving !== undefined;

/** Resolves when everything registered has ended. */
export async function endAll(): Promise<void> {
  for (const end of [...endings].reverse()) {
    const patience = new Promise((resolve) => setTimeout(resolve, patienceMs).unref());
    await Promise.race([end(), patience]).catch((error: unknown) => complain(error));
  }
}

/** One Ctrl-C can arrive twice: from the terminal, and passed on by npm. */
const echoMs = 500;
let firstAt = 0;

/** Says why a measurement could not go on, ends what it started, and then the process. While leaving it is silent. */
export function fail(error: unknown): void {
  if (leaving !== undefined) return;
  complain(error);
  leaving = endAll().then(() => process.exit(1));
}

function complain(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
