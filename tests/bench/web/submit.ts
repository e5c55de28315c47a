// How long does POST /api/prompts take with 50 people submitting at once, over HTTP against the real web process?
import { Agent, request } from 'node:http';
import { percentile } from '#tests/bench/statistics.ts';

const clients = 50;
const perClient = 40;
const warmUpPerClient = 10;
// A model that never answers keeps the worker's slots full: what adapters do must not matter here.
const body = JSON.stringify({ text: '@demo hang', options: { model: 'demo' } });

export async function measureSubmit(url: string): Promise<Record<'p50 ms' | 'p99 ms' | 'requests/s', number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const everyone = (count: number, took: number[]) =>
    Promise.all(
      Array.from({ length: clients }, async () => {
        for (let index = 0; index < count; index++) took.push(await post(url, agent));
      }),
    );
  await everyone(warmUpPerClient, []);
  const took: number[] = [];
  const startedAt = performance.now();
  await everyone(perClient, took);
  const seconds = (performance.now() - startedAt) / 1_000;
  agent.destroy();
  return {
    'p50 ms': percentile(took, 0.5),
    'p99 ms': percentile(took, 0.99),
    'requests/s': took.length / seconds,
  };
}

function post(url: string, agent: Agent): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request(`${url}/api/prompts`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => {
        if (response.statusCode === 202) resolve(performance.now() - startedAt);
        else reject(new Error(`POST /api/prompts answered ${response.statusCode}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
