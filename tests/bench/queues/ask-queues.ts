// Asks every queue the same questions, each time in an empty database of its own.

import type { Row } from '#tests/bench/report.ts';
import { type Asked, inScratchDatabase } from '#tests/bench/scratch-database.ts';
import { inRounds, mediansOf } from '#tests/bench/statistics.ts';
import { measureAdd } from './add.ts';
import { asterion, asterionBare } from './asterion.ts';
import { bullmq } from './bullmq.ts';
import { measureDrain } from './drain.ts';
import { graphileWorker } from './graphile-worker.ts';
import { pgBoss, pgBossBatched } from './pg-boss.ts';
import { measurePickup } from './pickup.ts';
import type { OpenQueue, Queue } from './queue.ts';

interface Question {
  readonly name: string;
  readonly text: string;
  readonly goal: string;
  measure(queue: OpenQueue, url: string): Promise<Record<string, number>>;
}

const questions: readonly Question[] = [
  { name: 'add', text: 'add one job, 16 clients', goal: '≥ 2 × the best peer', measure: measureAdd },
  { name: 'pickup', text: 'commit → handler starts', goal: '≤ 3 / ≤ 6 ms', measure: measurePickup },
  { name: 'drain', text: 'drain 20,000 waiting jobs', goal: '≥ 4 × graphile, ≥ 3 × pg-boss', measure: measureDrain },
];
const bareGoal = '≥ 13,000';
const queues: readonly Queue[] = [asterion, asterionBare, graphileWorker, pgBoss, pgBossBatched, bullmq];

export async function askQueues({ server, rounds, only, note }: Asked): Promise<Row[]> {
  const rows: Row[] = [];
  for (const question of questions.filter(({ name }) => only.includes(name))) {
    const asked = queues.filter((queue) => queue.only?.includes(question.name) ?? true);
    // The queues take turns within each round, so that a slow minute of the machine hits all of them.
    const measured = await inRounds(rounds, async () => {
      const figures = new Map<Queue, Record<string, number>>();
      for (const queue of asked) {
        note(`${question.text}: ${queue.name}`);
        figures.set(queue, await measureOnce(server, queue, question));
      }
      return figures;
    });
    for (const queue of asked) {
      const figures = mediansOf(measured.map((round) => round.get(queue) ?? {}));
      const goal = queue === asterion ? { goal: question.goal } : queue === asterionBare ? { goal: bareGoal } : {};
      rows.push({
        question: question.text,
        subject: `${queue.name} ${queue.version}`,
        figures,
        how: queue.how,
        ...goal,
      });
    }
  }
  return rows;
}

function measureOnce(server: string, queue: Queue, { measure }: Question): Promise<Record<string, number>> {
  return inScratchDatabase(server, async (url) => {
    const open = await queue.open(url);
    try {
      return await measure(open, url);
    } finally {
      await open.close();
    }
  });
}
