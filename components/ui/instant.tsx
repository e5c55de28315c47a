// One moment in time: short for the eye, whole in the tooltip, machine-readable underneath.
import { clockWords, instantWords } from './time-words.ts';

export function Instant({ iso, nowMs }: { readonly iso: string; readonly nowMs: number }) {
  return (
    <time dateTime={iso} title={instantWords(iso)}>
      {clockWords(iso, nowMs)}
    </time>
  );
}
