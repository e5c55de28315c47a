// How long after a commit does the news reach the browsers that watch, over many open streams?
import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { localViewer } from '#lib/auth/viewer.ts';
import { closeDatabase, openDatabase } from '#lib/store/client.ts';
import { submitPrompt } from '#lib/store/jobs/submit.ts';
import { percentile } from '#tests/bench/statistics.ts';

const commits = 60;
const warmUp = 5;
const gapMs = 60;

/** The commits come from this process, so the news takes the whole way: database, web process, HTTP, here. */
export async function measureReach(
  webUrl: string,
  databaseUrl: string,
  streams: number,
): Promise<Record<'p50 ms' | 'p99 ms', number>> {
  const db = openDatabase({ url: databaseUrl, name: 'asterion bench' });
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const arrivals: Map<string, number>[] = [];
  const open: ClientRequest[] = [];
  for (let index = 0; index < streams; index++) {
    const seen = new Map<string, number>();
    arrivals.push(seen);
    open.push(await watch(webUrl, agent, seen));
  }
  const committedAt = new Map<string, number>();
  for (let index = 0; index < warmUp + commits; index++) {
    // Scheduled, so that no worker adds news of its own.
    const scheduled_for = new Date(Date.now() + 3_600_000).toISOString();
    const outcome = await submitPrompt(db, localViewer, { text: 'news', scheduled_for });
    if (outcome.ok && index >= warmUp) committedAt.set(outcome.answer.prompt_id, performance.now());
    await wait(gapMs);
  }
  await wait(1_000);
  for (const stream of open) stream.destroy();
  await closeDatabase(db);
  const delays = [...committedAt].flatMap(([id, at]) =>
    arrivals.map((seen) => Math.max(0, (seen.get(id) ?? Number.POSITIVE_INFINITY) - at)),
  );
  return { 'p50 ms': percentile(delays, 0.5), 'p99 ms': percentile(delays, 0.99) };
}

/** Opens one stream and notes when each prompt is first named in it; resolves with the first bytes. */
function watch(url: string, agent: Agent, seen: Map<string, number>): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const headers = { accept: 'text/event-stream' };
    const stream = request(`${url}/api/mission/events`, { agent, headers }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`the stream answered ${response.statusCode}`));
      let rest = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        resolve(stream);
        const at = performance.now();
        const text = rest + chunk;
        for (const [, id] of text.matchAll(/"prompt_id":"([0-9a-f-]{36})"/g)) if (id && !seen.has(id)) seen.set(id, at);
        rest = text.slice(-64);
      });
      // Closed by us at the end: nothing to say.
      response.on('error', () => {});
    });
    stream.on('error', reject);
    stream.end();
  });
}
