// `npm run proofs -- chaos [--jobs N] [--only name,…]`: every kind of trouble at full size, with progress and a table at the end.
import { parseArgs } from 'node:util';
import { openServer, statement } from '#tests/support/server.ts';
import { promiseCount } from './promises.ts';
import { scenarios } from './scenarios.ts';
import { type Played, play } from './world/play.ts';
import { makeTemplate } from './world/stage.ts';

const help = `npm run proofs -- chaos [--jobs N] [--only name,…]

  --jobs N      jobs of the largest scenario; the others take their share (default 100,000: some ten minutes)
  --only a,b    these alone

Each scenario runs real processes on a real PostgreSQL and ends with the same ${promiseCount} promises, asked of the tables.
`;

/** Resolves with the exit code: 0 all hold, 1 one does not, 2 wrong usage. */
export async function chaos(args: readonly string[]): Promise<number> {
  const asked = readArgs(args);
  if (typeof asked === 'string') {
    console.log(asked);
    return asked === help ? 0 : 2;
  }
  const startedAt = performance.now();
  const seconds = () => String(Math.round((performance.now() - startedAt) / 1_000)).padStart(4);
  const server = await openServer();
  const results: Played[] = [];
  try {
    const template = await makeTemplate(server.url);
    for (const scenario of scenarios.filter(({ name }) => asked.only.length === 0 || asked.only.includes(name))) {
      const say = (text: string) => console.log(`${seconds()} s  ${scenario.name}: ${text}`);
      say(scenario.promise);
      const played = await play(scenario, { server: server.url, template, jobs: asked.jobs, say });
      say(played.result);
      results.push(played);
    }
    await statement(server.url, `drop database if exists ${template} with (force)`);
  } finally {
    await server.stop();
  }
  print(results, asked.jobs);
  return results.every(({ result }) => result !== 'BROKEN') ? 0 : 1;
}

function readArgs(args: readonly string[]): string | { readonly jobs: number; readonly only: readonly string[] } {
  try {
    const options = {
      jobs: { type: 'string' },
      only: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    } as const;
    const { values } = parseArgs({ args: [...args], options });
    if (values.help) return help;
    const jobs = Number(values.jobs ?? 100_000);
    if (!Number.isInteger(jobs) || jobs < 100) return '--jobs must be a whole number of at least 100.';
    const only = values.only?.split(',') ?? [];
    const unknown = only.filter((name) => !scenarios.some((scenario) => scenario.name === name));
    if (unknown.length === 0) return { jobs, only };
    return `There is no scenario ${unknown.join(', ')}; there are ${scenarios.map(({ name }) => name).join(', ')}.`;
  } catch (error) {
    return `${(error as Error).message}\n\n${help}`;
  }
}

function print(results: readonly Played[], jobs: number): void {
  const width = Math.max(...results.map(({ name }) => name.length));
  console.log(
    `\nChaos with ${jobs.toLocaleString('en')} jobs, ${promiseCount} promises asked of the tables each time:\n`,
  );
  for (const { name, result, seconds, facts } of results)
    console.log(`  ${name.padEnd(width)}  ${result.padEnd(8)}  ${String(seconds).padStart(4)} s  ${facts}`);
  const broken = results.filter(({ result }) => result === 'BROKEN').length;
  const out = results.filter(({ result }) => result === 'left out').length;
  console.log(
    `\n${broken === 0 ? 'Everything holds' : `${broken} BROKEN`}${out === 0 ? '' : `; ${out} left out, see above`}.`,
  );
}
