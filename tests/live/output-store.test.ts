// Text of running jobs: exact or asked for again, never wrong.
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { OutputFrame } from '#lib/domain/event.ts';
import { foldFrame, type LiveText, OutputStore } from '#lib/live/output-store.ts';

const frame = (claim: number, from: number, text: string): OutputFrame => ({
  job_id: 'job',
  prompt_id: 'prompt',
  claim,
  from,
  text,
});

/** Slices of the texts of several claims, in any order, with repeats and overlaps. */
const deliveries = fc
  .array(fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }), { minLength: 1, maxLength: 3 })
  .chain((truths) => {
    const slice = fc.record({
      claim: fc.integer({ min: 1, max: truths.length }),
      from: fc.nat(30),
      length: fc.nat(30),
    });
    return fc.record({ truths: fc.constant(truths), slices: fc.array(slice, { maxLength: 40 }) });
  });
const framesOf = (truths: readonly string[], slices: { claim: number; from: number; length: number }[]) =>
  slices.map(({ claim, from, length }) => {
    const truth = truths[claim - 1] ?? '';
    const start = Math.min(from, truth.length);
    return frame(claim, start, truth.slice(start, start + length));
  });

function refuseWrong(
  truths: readonly string[],
  next: OutputFrame,
  before: LiveText | undefined,
  after: LiveText | undefined,
  kind: string,
): void {
  if (after === undefined) throw new Error('a frame was lost');
  expect(after.claim).toBeGreaterThanOrEqual(before?.claim ?? 0);
  expect(truths[after.claim - 1]?.startsWith(after.text)).toBe(true);
  const reachesFurther = next.claim === after.claim && next.from + next.text.length > after.text.length;
  if (reachesFurther) expect(kind).toBe('gap');
}

function storeWith(fetchOutput: (jobId: string, from: number) => Promise<OutputFrame>, hasEnded = false) {
  return new OutputStore({ fetchOutput, soon: (work) => work(), hasEnded: () => hasEnded });
}

describe('folding frames', () => {
  it('any order, repetition and overlap gives a beginning of the newest claim’s text, or asks', () => {
    fc.assert(
      fc.property(deliveries, ({ truths, slices }) => {
        let held: LiveText | undefined;
        for (const next of framesOf(truths, slices)) {
          const result = foldFrame(held, next);
          const after = result.kind === 'skipped' ? held : result.held;
          refuseWrong(truths, next, held, after, result.kind);
          held = after;
        }
      }),
    );
  });

  it('a new claim starts clean, and the old one’s late text is dropped', () => {
    const second = foldFrame({ claim: 1, text: 'first try' }, frame(2, 0, 'sec'));
    expect(second).toEqual({ kind: 'changed', held: { claim: 2, text: 'sec' } });
    expect(foldFrame({ claim: 2, text: 'sec' }, frame(1, 9, ' late')).kind).toBe('skipped');
  });
});

describe('the store', () => {
  it('ends with the exact text after any delivery, since gaps are fetched', async () => {
    await fc.assert(
      fc.asyncProperty(deliveries, async ({ truths, slices }) => {
        const last = truths.length;
        const truth = truths[last - 1] ?? '';
        const store = storeWith(async (_, from) => frame(last, from, truth.slice(from)));
        for (const next of framesOf(truths, slices)) {
          store.apply([next]);
          if (next.text.length % 3 === 0) await Promise.resolve();
        }
        store.apply([frame(last, truth.length, '')]);
        await new Promise((resolve) => setImmediate(resolve));
        expect(store.read('job')).toEqual({ claim: last, text: truth });
      }),
      { numRuns: 60 },
    );
  });

  it('asks once for a gap, from the end of what it holds, and joins what came meanwhile', async () => {
    const fetchOutput = vi.fn(async (_: string, from: number) => frame(1, from, 'cdef'));
    const store = storeWith(fetchOutput);
    store.apply([frame(1, 0, 'ab'), frame(1, 4, 'ef'), frame(1, 6, 'gh')]);
    expect(store.read('job')?.text).toBe('ab');
    await vi.waitFor(() => expect(store.read('job')?.text).toBe('abcdefgh'));
    expect(fetchOutput.mock.calls).toEqual([['job', 2]]);
  });

  it('does not ask for ever when nothing comes back, and asks again at the next frame', async () => {
    const fetchOutput = vi.fn(async (_: string, from: number) => frame(1, from, ''));
    const store = storeWith(fetchOutput);
    store.apply([frame(1, 4, 'ef')]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(fetchOutput).toHaveBeenCalledTimes(1);
    fetchOutput.mockRejectedValueOnce(new Error('offline'));
    store.apply([frame(1, 6, 'gh')]);
    await new Promise((resolve) => setImmediate(resolve));
    fetchOutput.mockResolvedValueOnce(frame(1, 0, 'abcdefgh'));
    store.apply([frame(1, 6, 'gh')]);
    await vi.waitFor(() => expect(store.read('job')?.text).toBe('abcdefgh'));
  });

  it('keeps a finished text while somebody looks, and forgets it after; late frames bring nothing back', () => {
    let hasEnded = false;
    const store = new OutputStore({
      fetchOutput: () => Promise.reject(new Error('no gap here')),
      soon: (work) => work(),
      hasEnded: () => hasEnded,
    });
    const listener = vi.fn();
    const leave = store.subscribe('job', listener);
    store.apply([frame(1, 0, 'all of it')]);
    expect(listener).toHaveBeenCalledTimes(1);
    hasEnded = true;
    store.end('job');
    expect(store.read('job')?.text).toBe('all of it');
    leave();
    expect(store.read('job')).toBeUndefined();
    store.apply([frame(1, 0, 'all of it')]);
    expect(store.read('job')).toBeUndefined();
  });

  it('tells each job’s own listeners, once for all frames of one paint, and keeps the object when nothing changed', () => {
    const paints: (() => void)[] = [];
    const store = new OutputStore({
      fetchOutput: () => Promise.reject(new Error('no gap here')),
      soon: (work) => paints.push(work),
      hasEnded: () => false,
    });
    const [mine, other] = [vi.fn(), vi.fn()];
    store.subscribe('job', mine);
    store.subscribe('other', other);
    store.apply([frame(1, 0, 'a'), frame(1, 1, 'b'), frame(1, 0, 'ab')]);
    for (const paint of paints) paint();
    expect(mine).toHaveBeenCalledTimes(1);
    expect(other).not.toHaveBeenCalled();
    const held = store.read('job');
    store.apply([frame(1, 0, 'ab')]);
    expect(store.read('job')).toBe(held);
    expect(paints).toHaveLength(1);
  });
});
