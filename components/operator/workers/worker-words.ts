// How workers and pauses are named to people.
import type { WorkerStatus } from '#lib/domain/operator/worker-row.ts';

export const statusWords: Readonly<Record<WorkerStatus, string>> = {
  working: 'Working',
  draining: 'Draining',
  silent: 'Silent',
  ended: 'Ended',
};

/** What each status means, in a sentence. */
export const statusMeaning: Readonly<Record<WorkerStatus, string>> = {
  working: 'It beats, and claims jobs whenever a slot is free.',
  draining: 'It finishes what it has and claims nothing more.',
  silent: 'It stopped beating without a goodbye. Its jobs are taken back and run again.',
  ended: 'It stopped in good order and held nothing any more.',
};

/** "provider:openai" → "Everything of openai"; kinds, models and unnamed models likewise. */
export function scopeName(scope: string): string {
  const name = scope.slice(scope.indexOf(':') + 1);
  if (scope === 'kind:prompt') return 'All prompts';
  if (scope === 'lane:default') return 'Prompts that name no model';
  if (scope.startsWith('kind:')) return `Jobs of kind ${name}`;
  return scope.startsWith('provider:') ? `Everything of ${name}` : name;
}
