// The few numbers that say how a measurement went.

/** The value below which `share` of the samples lie (nearest rank); NaN without samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

/** Runs `round` several times, one after the other, and gives the median of each figure. */
export async function mediansOf<Name extends string>(
  rounds: number,
  round: () => Promise<Record<Name, number>>,
): Promise<Record<Name, number>> {
  const results: Record<Name, number>[] = [];
  for (let index = 0; index < rounds; index++) results.push(await round());
  const [first] = results;
  if (!first) throw new RangeError('at least one round is needed');
  const figures = { ...first };
  for (const name in figures) figures[name] = median(results.map((result) => result[name]));
  return figures;
}
