// LISTEN connections that are half-open: still there, and silent. The probe finds out, polling bridges, and what was missed is read.
import { setTimeout as wait } from 'node:timers/promises';
import { sseSource } from '#lib/live/pipe/sse-source.ts';
import { nodeEnvironment, Watcher } from '#tests/proofs/support/http.ts';
import { type Ground, stopWell } from '../world/ground.ts';
import type { Scenario } from '../world/stage.ts';
import { TcpProxy } from '../world/tcp-proxy.ts';

// The probe asks every 10 s and waits 5 s for the answer; the rest is a busy machine's.
const foundWithinMs = 22_000;
/** A note that is lost costs one poll, 2 s. */
const polledWithinMs = 6_000;

export const halfOpen: Scenario = {
  name: 'half-open',
  promise: 'half-open LISTEN connections are found by the probe, bridged by polling, and what was missed is read',
  async run(stage) {
    const plain = await stage.ground();
    const proxy = await TcpProxy.start(stage, plain.url);
    const ground = stage.groundOn(plain.url, {
      DIRECT_URL: proxy.url,
      ASTERION_HEARTBEAT_MS: '1000',
      ASTERION_LEASE_MS: '8000',
    });
    const [worker, web] = await Promise.all([ground.worker(), ground.web()]);
    const watcher = new Watcher();
    const source = sseSource(nodeEnvironment(web.origin), watcher);
    source.start(watcher.handlers);
    try {
      await answerTimes(ground, watcher, 3, 30_000);
      proxy.freeze();
      const frozenAt = performance.now();
      const found = Promise.all([worker.said(/no notes for now/), web.said(/the LISTEN connection broke/)]).then(
        () => performance.now() - frozenAt,
      );
      const meanwhile = await answerTimes(ground, watcher, 5, polledWithinMs);
      const foundMs = await Promise.race([found, tooLate()]);
      // The next tries come within half a second.
      await wait(1_500);
      const after = await answerTimes(ground, watcher, 9, polledWithinMs);
      // Half of the polls would be as quick by chance, never most of them.
      if (median(after) > 700) throw new Error(`notes do not arrive again: ${after.map(Math.round).join(', ')} ms`);
      await stopWell(worker, web);
      await ground.expectAllAnswered();
      return `${proxy.frozenCount} connections half-open, found after ${(foundMs / 1_000).toFixed(1)} s; commit → seen in the stream ${Math.round(median(meanwhile))} ms meanwhile, ${Math.round(median(after))} ms after`;
    } finally {
      source.stop();
    }
  },
};

/** Milliseconds from the submit of each prompt until the watcher of the stream knows its answer is there. */
async function answerTimes(ground: Ground, watcher: Watcher, count: number, withinMs: number): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const startedAt = performance.now();
    const id = await ground.submit({ text: '@demo delay=0 rate=0 reply="answer 1"\nquestion 1' });
    await ground.until(
      'the stream tells of an answer',
      withinMs,
      async () => watcher.rows.get(id)?.state === 'succeeded',
    );
    times.push(performance.now() - startedAt);
  }
  return times;
}

async function tooLate(): Promise<never> {
  await wait(foundWithinMs, undefined, { ref: false });
  throw new Error(`the half-open connections were not found within ${foundWithinMs / 1_000} s`);
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
