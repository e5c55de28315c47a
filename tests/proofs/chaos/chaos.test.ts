// Deaths, zombies, wrong clocks, stopped databases, dead lines: small enough for every test run. `npm run proofs -- chaos` is the whole.
import { describe, expect, inject, it } from 'vitest';
import { scenarios } from './scenarios.ts';
import { play } from './world/play.ts';

const jobs = 2_000;
/** Some wait and some compute; more at once would only make leases run out. */
const atOnce = 3;
let running = 0;
const queue: (() => void)[] = [];

/** Runs `work` when one of the places is free. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => queue.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }
}

// The longest first, so that nobody waits for it at the end.
describe.concurrent('under chaos', () => {
  for (const scenario of scenarios)
    it(`${scenario.name}: ${scenario.promise}`, { timeout: 240_000 }, async ({ skip }) => {
      const said: string[] = [];
      const say = (text: string) => said.push(text);
      const played = await inTurn(() =>
        play(scenario, { ...inject('server'), server: inject('server').url, jobs, say }),
      );
      if (played.result === 'left out') skip(played.facts);
      expect(played.result, `${played.facts}\n${said.join('\n')}`).toBe('holds');
    });
});
