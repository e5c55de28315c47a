// The few numbers that say how a measurement went.

/** The value below which `share` of the samples lie (nearest rank); NaN without samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

/** The median of each figure over several rounds. */
export function mediansOf(rounds: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const names = Object.keys(rounds[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, median(rounds.map((figures) => figures[name] ?? Number.NaN))]));
}

/** Runs something several times, one after the other. */
export async function inRounds<T>(count: number, round: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let index = 0; index < count; index++) results.push(await round());
  return results;
}
