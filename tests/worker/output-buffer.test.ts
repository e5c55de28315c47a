// Streamed text arrives whole: in order, without gaps or repetition, and never as half a character.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, testDatabase } from '#tests/support/database.ts';
import { emptyTables, jobRow, modelCall, sql, submitted } from '#tests/support/jobs.ts';
import { deferred, endWorkers, startWorker } from './support/worker-run.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));
afterEach(endWorkers);

interface Chunk extends Record<string, unknown> {
  readonly starts_at: number;
  readonly content: string;
}

const chunks = (): Promise<Chunk[]> =>
  sql<Chunk>(database.db, 'select starts_at, content from output_chunk order by starts_at');

/** Runs one job whose handler writes `pieces`, each only after the one before is stored or cannot be yet. */
async function streamed(pieces: readonly string[]): Promise<{ stored: Chunk[]; content: string }> {
  const { db } = database;
  const { job_id } = await submitted(db);
  const seen = deferred();
  const worker = startWorker(db.directUrl, async ({ write }) => {
    for (const piece of pieces) {
      write(piece);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    await seen.promise;
    return { content: pieces.join(''), model: 'test/test', ledger: modelCall };
  });
  const expected = pieces.join('').replaceAll('\u0000', '').length;
  await eventually(async () => {
    const last = (await chunks()).at(-1);
    return last !== undefined && last.starts_at + last.content.length === expected;
  });
  const stored = await chunks();
  seen.resolve();
  await eventually(async () => (await jobRow(db, job_id)).state === 'succeeded');
  const [response] = await sql<{ content: string }>(db, `select content from entity where kind = 'response'`);
  await worker.stop();
  return { stored, content: response?.content ?? '' };
}

describe('streamed text', () => {
  it('starts every chunk where the one before ended', async () => {
    const { stored } = await streamed(['one ', 'two ', 'three ', 'four']);
    expect(stored.length).toBeGreaterThan(1);
    let end = 0;
    for (const { starts_at, content } of stored) {
      expect(starts_at).toBe(end);
      end += content.length;
    }
    expect(stored.map(({ content }) => content).join('')).toBe('one two three four');
  });

  it('keeps both halves of a surrogate pair together', async () => {
    const [high, low] = ['\ud83d', '\ude00'];
    const { stored, content } = await streamed([`a${high}`, `${low}b`]);
    expect(stored.map((chunk) => chunk.content)).toEqual(['a', '😀b']);
    expect(content).toBe('a😀b');
  });

  it('leaves out NUL, which PostgreSQL cannot hold', async () => {
    const { stored, content } = await streamed(['a\u0000b', '\u0000', 'c']);
    expect(stored.map((chunk) => chunk.content).join('')).toBe('abc');
    expect(content).toBe('abc');
  });
});
