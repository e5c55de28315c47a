// After a soak: does every prompt that was accepted have exactly the ending it should, in the tables and on the stream?
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { DropRow } from '#lib/domain/drop.ts';
import type { Expected } from './stories.ts';

/** Backoffs and pauses that still run when the load has ended. */
const settlesWithinMs = 120_000;
/** What was committed last is on its way to the watcher. */
const arrivesWithinMs = 5_000;

interface Stored extends Record<string, unknown> {
  readonly prompt_id: string;
  readonly current: number;
  readonly state: string;
  readonly version: number;
  readonly successes: number;
  readonly responses: number;
}

/** One sentence for each kind of thing that is not as it must be; none when all is well. */
export async function findLosses(
  databaseUrl: string,
  expected: Expected,
  seen: ReadonlyMap<string, DropRow>,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const until = performance.now() + settlesWithinMs;
    while ((await countLive(client)) > 0 && performance.now() < until) await wait(500);
    await wait(arrivesWithinMs);
    const { rows } = await client.query<Stored>(everyPrompt);
    const stored = new Map(rows.map((row) => [row.prompt_id, row]));
    return [
      ...inTables(expected, stored),
      ...onStream(stored, seen),
      ...sentence(await countOpenAttempts(client), () => true, 'attempts of ended jobs are still open'),
    ];
  } finally {
    await client.end();
  }
}

function inTables(expected: Expected, stored: ReadonlyMap<string, Stored>): string[] {
  const accepted = [...expected.keys()];
  const known = [...stored.values()];
  return [
    ...sentence(accepted, (id) => !stored.has(id), 'accepted prompts are not in the tables'),
    ...sentence(
      accepted,
      (id) => isOtherThan(stored.get(id)?.state, expected.get(id)),
      'prompts did not end as they should',
    ),
    ...sentence(known, ({ current }) => current !== 1, 'prompts have not exactly one current job'),
    ...sentence(
      known,
      (row) => row.responses !== row.successes,
      'prompts have another number of answers than of successes',
    ),
    ...sentence(known, ({ prompt_id }) => !expected.has(prompt_id), 'prompts are in the tables that nobody sent'),
  ];
}

function onStream(stored: ReadonlyMap<string, Stored>, seen: ReadonlyMap<string, DropRow>): string[] {
  const isUnseen = ({ prompt_id, version }: Stored) => seen.get(prompt_id)?.version !== Number(version);
  return sentence([...stored.values()], isUnseen, 'prompts had a last change that the watcher who stayed did not see');
}

/** A stop may come after the end: then the prompt was answered. */
function isOtherThan(state: string | undefined, wanted: string | undefined): boolean {
  return state !== undefined && state !== wanted && !(wanted === 'cancelled' && state === 'succeeded');
}

function sentence<T>(things: readonly T[], isWrong: (thing: T) => boolean, what: string): string[] {
  const wrong = things.filter(isWrong);
  return wrong.length === 0 ? [] : [`${wrong.length} ${what}, e.g. ${JSON.stringify(wrong[0])}`];
}

async function countLive(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ live: string }>(
    `select count(*) as live from job where state = 'running' or (state = 'queued' and (ready or available_at < now() + interval '10 minutes'))`,
  );
  return Number(rows[0]?.live);
}

async function countOpenAttempts(client: pg.Client): Promise<unknown[]> {
  const { rows } = await client.query(
    `select a.job_id from job_attempt a join job j on j.id = a.job_id where a.finished_at is null and j.finished_at is not null`,
  );
  return rows;
}

const everyPrompt = `
select e.id as prompt_id, count(j.id) filter (where j.state <> 'superseded')::int as current,
  max(j.state) filter (where j.state <> 'superseded') as state, max(j.version) as version,
  count(*) filter (where coalesce(j.superseded_from, j.state) = 'succeeded')::int as successes,
  (select count(*)::int from entity r where r.parent_id = e.id and r.kind = 'response') as responses
from entity e left join job j on j.prompt_id = e.id where e.kind = 'prompt' group by e.id`;
