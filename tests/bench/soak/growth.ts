// What a row of readings over time says: does it stay, or does it grow?
import { percentile } from '#tests/bench/statistics.ts';

export interface Sample {
  /** Since the start, milliseconds. */
  readonly atMs: number;
  readonly value: number;
}

export interface Growth {
  readonly min: number;
  readonly median: number;
  readonly max: number;
  /** Least squares over all samples, per hour. */
  readonly slopePerHour: number;
  /** The furthest that the median of any stretch lies from the median of all, in percent: garbage collection's saw teeth do not count. */
  readonly driftPercent: number;
}

const longestStretchMs = 5 * 60_000;
const fewestStretches = 6;

export function growthOf(samples: readonly Sample[]): Growth {
  const values = samples.map(({ value }) => value);
  const median = percentile(values, 0.5);
  const medians = stretchesOf(samples).map((stretch) => percentile(stretch, 0.5));
  return {
    min: Math.min(...values),
    median,
    max: Math.max(...values),
    slopePerHour: slopeOf(samples) * 3_600_000,
    driftPercent: Math.max(0, ...medians.map((value) => (Math.abs(value - median) / median) * 100)),
  };
}

function stretchesOf(samples: readonly Sample[]): number[][] {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined) return [];
  const stretchMs = Math.min(longestStretchMs, (last.atMs - first.atMs) / fewestStretches) || 1;
  const stretches: number[][] = [];
  for (const { atMs, value } of samples) {
    // The last sample stands at the end of the last stretch, not at the start of one of its own.
    const index = Math.min(
      Math.floor((atMs - first.atMs) / stretchMs),
      Math.ceil((last.atMs - first.atMs) / stretchMs) - 1,
    );
    stretches[Math.max(0, index)] ??= [];
    stretches[Math.max(0, index)]?.push(value);
  }
  return stretches.filter((stretch) => stretch !== undefined);
}

function slopeOf(samples: readonly Sample[]): number {
  const meanOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const at = meanOf(samples.map(({ atMs }) => atMs));
  const mean = meanOf(samples.map(({ value }) => value));
  const above = samples.reduce((sum, { atMs, value }) => sum + (atMs - at) * (value - mean), 0);
  const below = samples.reduce((sum, { atMs }) => sum + (atMs - at) ** 2, 0);
  return below === 0 ? 0 : above / below;
}
