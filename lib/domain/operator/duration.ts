// A length of time in as few words as say it, for terminals and findings.

/** "340 ms", "1.2 s", "3 min", "2.5 h"; null stays null. */
export function duration(ms: number): string;
export function duration(ms: number | null): string | null;
export function duration(ms: number | null): string | null {
  if (ms === null) return null;
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  return `${(ms / 3_600_000).toFixed(1)} h`;
}
