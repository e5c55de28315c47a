// Asks every queue the same questions, each round in an empty database of its own.
import { measureAdd } from './add.ts';
import { measureDrain } from './drain.ts';
import { measurePickup } from './pickup.ts';
import { asterion } from './queues/asterion.ts';
import { graphileWorker } from './queues/graphile-worker.ts';
import { pgBoss, pgBossBatched } from './queues/pg-boss.ts';
import type { OpenQueue, Queue } from './queues/queue.ts';
import type { Row } from './report.ts';
import { type Asked, inScratchDatabase } from './scratch-database.ts';
import { mediansOf } from './statistics.ts';

interface Question {
  readonly name: string;
  readonly text: string;
  readonly goal: string;
  measure(queue: OpenQueue, url: string): Promise<Record<string, number>>;
}

const questions: readonly Question[] = [
  { name: 'add', text: 'add one job, 16 clients', goal: '≥ 2 × the best peer', measure: measureAdd },
  { name: 'pickup', text: 'commit → handler starts', goal: '≤ 3 / ≤ 6 ms', measure: measurePickup },
  { name: 'drain', text: 'drain 5,000 waiting jobs', goal: '≥ 4 × graphile, ≥ 3 × pg-boss', measure: measureDrain },
];
const queues: readonly Queue[] = [asterion, graphileWorker, pgBoss, pgBossBatched];

export async function askQueues({ server, rounds, only, note }: Asked): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, text, goal, measure } of questions.filter((question) => only.includes(question.name))) {
    for (const queue of queues.filter((candidate) => candidate.only?.includes(name) ?? true)) {
      note(`${text}: ${queue.name}`);
      const figures = await mediansOf(rounds, () =>
        inScratchDatabase(server, async (url) => {
          const open = await queue.open(url);
          try {
            return await measure(open, url);
          } finally {
            await open.close();
          }
        }),
      );
      const isOurs = queue === asterion;
      rows.push({
        question: text,
        subject: `${queue.name} ${queue.version}`,
        figures,
        how: queue.how,
        ...(isOurs ? { goal } : {}),
      });
    }
  }
  return rows;
}
