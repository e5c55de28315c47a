// What an operator means by a pause: a provider's includes the prompts that name no model when the default model is its own.
import type { Database } from '#lib/store/client.ts';
import { listWorkers } from '#lib/store/workers.ts';
import { liftPauses, listPauses, type Pause, type PauseRequest, setPause } from './pauses.ts';

/** Pauses what is named and what is meant by it; everything that is paused then. */
export async function pauseScopes(db: Database, request: PauseRequest): Promise<Pause[]> {
  const scopes = [...new Set([...request.scopes, ...(await alsoMeant(db, request.scopes))])];
  if (scopes.length > 0) await setPause(db, { ...request, scopes });
  return listPauses(db);
}

/** Ends these pauses and what was paused along with them; the scopes that were paused. */
export async function resumeScopes(db: Database, scopes: readonly string[]): Promise<string[]> {
  const together = await pausedTogether(db, scopes);
  const lifted = await Promise.all(together.map((scope) => liftPauses(db, scope)));
  return lifted.flat();
}

/** Prompts that name no model ask the workers' default: they are the provider's as well when that is its model. */
async function alsoMeant(db: Database, scopes: readonly string[]): Promise<string[]> {
  if (!scopes.some((scope) => scope.startsWith('provider:'))) return [];
  const workers = (await listWorkers(db)).filter(({ isAlive }) => isAlive);
  const defaults = workers.map(({ models }) => `provider:${models[0]?.provider ?? ''}`);
  return scopes.some((scope) => defaults.includes(scope)) ? ['lane:default'] : [];
}

/** What was paused along with a provider, for the same reason by the same hand, ends with it. */
async function pausedTogether(db: Database, given: readonly string[]): Promise<string[]> {
  const pauses = await listPauses(db);
  const besides = pauses.find(({ scope }) => scope === 'lane:default');
  const isTwin = pauses.some(
    ({ scope, reason, setBy }) =>
      scope.startsWith('provider:') && given.includes(scope) && reason === besides?.reason && setBy === besides.setBy,
  );
  return [...new Set([...given, ...(isTwin ? ['lane:default'] : [])])];
}
