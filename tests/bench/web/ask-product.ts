// Asks the running product what people feel: how fast a prompt is taken, and how fast news reaches their browser.
import { startProduct } from '#tests/bench/product.ts';
import type { Row } from '#tests/bench/report.ts';
import { type Asked, inScratchDatabase } from '#tests/bench/scratch-database.ts';
import { inRounds, mediansOf } from '#tests/bench/statistics.ts';
import { measureReach } from './reach.ts';
import { measureSubmit } from './submit.ts';

export async function askProduct({ server, rounds, only, streams, note }: Asked): Promise<Row[]> {
  if (!only.includes('submit') && !only.includes('reach')) return [];
  return inScratchDatabase(server, async (url) => {
    note('starting the product');
    const product = await startProduct(url);
    const rows: Row[] = [];
    try {
      if (only.includes('reach')) {
        note(`commit → browser over ${streams} streams`);
        rows.push({
          question: `commit → browser, ${streams} streams`,
          subject: 'asterion web',
          figures: mediansOf(await inRounds(rounds, () => measureReach(product.url, url, streams))),
          goal: 'p99 ≤ 50 ms',
        });
      }
      if (only.includes('submit')) {
        note('POST /api/prompts at 50 concurrent');
        rows.push({
          question: 'POST /api/prompts, 50 at once',
          subject: 'asterion web',
          figures: mediansOf(await inRounds(rounds, () => measureSubmit(product.url))),
          goal: 'p99 ≤ 20 ms',
        });
      }
      return rows;
    } finally {
      await product.stop();
    }
  });
}
