// The thread that renews the worker's lease, so that a busy main thread never loses it.
import { parentPort, workerData } from 'node:worker_threads';
import { BeatConnection } from '#lib/store/beat.ts';
import type { BeatOrder, BeatReport, BeatSettings } from './heartbeat.ts';

if (parentPort === null) throw new Error('this file runs as a thread of the worker');
const port = parentPort;
const settings = workerData as BeatSettings;
// Two beats in a row may time out within a lease and the third still saves it.
const connection = new BeatConnection(settings.url, Math.max(50, Math.floor(settings.leaseMs / 4)));

let current: (BeatOrder & { type: 'adopt' }) | undefined;
let timer: NodeJS.Timeout | undefined;
/** When the next beat should start, monotonic nanoseconds. */
let dueAt: bigint | undefined;

const report = (message: BeatReport): void => port.postMessage(message);

async function beat(): Promise<void> {
  const identity = current;
  if (identity === undefined) return;
  // The lease counts from when the beat was sent: what the database has granted is never shorter than what we believe.
  const startedAt = process.hrtime.bigint();
  const lateMs = dueAt === undefined ? 0 : Number(startedAt - dueAt) / 1e6;
  // Nothing but this thread's timer is in question here: a late tick means the process or the machine stood still.
  if (lateMs > settings.beatEveryMs / 2) report({ type: 'late', lateMs: Math.round(lateMs) });
  const held = await connection.renew(identity.workerId, settings.leaseMs).catch((error: Error) => {
    report({ type: 'failed', message: error.message });
    return undefined;
  });
  if (held === true) Atomics.store(new BigInt64Array(identity.lastBeat), 0, startedAt);
  if (held === false) report({ type: 'refused', workerId: identity.workerId });
  if (current !== identity) return;
  if (held === false) current = undefined;
  else schedule(startedAt, held === undefined ? settings.beatEveryMs / 4 : settings.beatEveryMs);
}

/** The next beat comes `ms` after the start of the last one, however long that took; a failed one is tried again sooner. */
function schedule(startedAt: bigint, ms: number): void {
  const spentMs = Number(process.hrtime.bigint() - startedAt) / 1e6;
  const waitMs = Math.max(10, ms - spentMs);
  dueAt = process.hrtime.bigint() + BigInt(Math.round(waitMs * 1e6));
  clearTimeout(timer);
  timer = setTimeout(() => void beat(), waitMs);
}

port.on('message', (order: BeatOrder) => {
  clearTimeout(timer);
  if (order.type === 'adopt') {
    current = order;
    schedule(process.hrtime.bigint(), settings.beatEveryMs);
    return;
  }
  current = undefined;
  if (order.type === 'stop') {
    port.close();
    void connection.close();
  }
});
report({ type: 'ready' });
