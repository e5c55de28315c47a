// What people do all day with the product, as small stories over HTTP; each says how its prompts must have ended.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from './client.ts';

export type Ending = 'succeeded' | 'failed' | 'cancelled';
/** Prompt id → how it must have ended. */
export type Expected = Map<string, Ending>;

interface Story {
  /** How often, against the others. */
  readonly weight: number;
  tell(client: Client, expected: Expected): Promise<void>;
}

/** Answered prompts that may be continued; few, so that threads stay as short as people's. */
const continuable: string[] = [];
const keepContinuable = 40;

async function ask(client: Client, expected: Expected, text: string, more: object = {}): Promise<Submitted> {
  const answer = await client.submit({ text, options: { model: 'demo' }, ...more });
  expected.set(answer.prompt_id, 'succeeded');
  return answer;
}
type Submitted = Awaited<ReturnType<Client['submit']>>;

const stories: readonly Story[] = [
  {
    weight: 40,
    tell: async (client, expected) => {
      const { prompt_id } = await ask(client, expected, `How do tides work, explained in ${wordsOf(3)}?`);
      continuable.push(prompt_id);
      if (continuable.length > keepContinuable) continuable.shift();
    },
  },
  {
    weight: 20,
    tell: async (client, expected) => {
      await ask(client, expected, `@demo rate=60 tokens=200\nA longer answer about ${wordsOf(4)}`);
    },
  },
  {
    weight: 8,
    tell: async (client, expected) => {
      await ask(client, expected, '@demo fail=500 times=1 rate=200 tokens=30\nIt works at the second try');
    },
  },
  {
    // Its provider asks all workers to wait: other prompts queue up for a moment.
    weight: 1,
    tell: async (client, expected) => {
      await ask(client, expected, '@demo fail=429 times=1 retry-after=1s rate=0\nToo many at once');
    },
  },
  {
    weight: 5,
    tell: async (client, expected) => {
      const { job_id, prompt_id } = await ask(client, expected, '@demo fail=400\nThis one does not work');
      expected.set(prompt_id, 'failed');
      await client.ended(job_id);
      const edited = await client.retry(job_id, { text: '@demo rate=0\nThis one works' });
      expected.set(edited.prompt_id, 'succeeded');
      // The same text once more: a new job that ends as the first did.
      await client.retry(job_id, {});
    },
  },
  {
    weight: 5,
    tell: async (client, expected) => {
      const { job_id, prompt_id } = await ask(client, expected, '@demo rate=20 tokens=4000\nStopped in the middle');
      expected.set(prompt_id, 'cancelled');
      await wait(500 + Math.random() * 2_000);
      await client.cancel(job_id);
    },
  },
  {
    weight: 3,
    tell: async (client, expected) => {
      const scheduled_for = new Date(Date.now() + 3_600_000).toISOString();
      const { job_id, prompt_id } = await ask(client, expected, 'Not before tomorrow', { scheduled_for });
      expected.set(prompt_id, 'cancelled');
      await client.cancel(job_id);
    },
  },
  {
    weight: 8,
    tell: async (client, expected) => {
      const parent_id = continuable[Math.floor(Math.random() * continuable.length)];
      const { prompt_id } = await ask(client, expected, 'And what follows from that?', { parent_id });
      await client.read(`/api/threads/${prompt_id}`);
    },
  },
  {
    weight: 3,
    tell: async (client, expected) => {
      const key = randomUUID();
      const [first, second] = await Promise.all([0, 1].map(() => client.submit({ text: '@demo rate=0\nOnce' }, key)));
      if (first?.prompt_id !== second?.prompt_id) throw new Error('a repeated key made a second prompt');
      if (first) expected.set(first.prompt_id, 'succeeded');
    },
  },
  {
    weight: 2,
    tell: async (client, expected) => {
      const items = Array.from({ length: 10 }, (_, index) => ({ text: `@demo rate=0\nOne of ten: ${index}` }));
      for (const { prompt_id } of await client.submitMany(items)) expected.set(prompt_id, 'succeeded');
    },
  },
  {
    weight: 5,
    tell: async (client) => {
      for (const path of ['/api/search?q=tides', '/api/jobs?limit=50', '/api/models', '/api/metrics', '/mission'])
        await client.read(path);
    },
  },
];

const total = stories.reduce((sum, { weight }) => sum + weight, 0);

/** Any of the stories, the frequent ones more often. */
export async function tellOne(client: Client, expected: Expected): Promise<void> {
  let left = Math.random() * total;
  for (const story of stories) {
    left -= story.weight;
    if (left < 0) return story.tell(client, expected);
  }
}

function wordsOf(count: number): string {
  const words = ['rivers', 'tides', 'the moon', 'salt', 'harbours', 'maps', 'storms', 'whales'];
  return Array.from({ length: count }, () => words[Math.floor(Math.random() * words.length)]).join(', ');
}
