// Putting drops away: out of the field before the request leaves, back when it did not get through.
import { isLive } from '#lib/domain/job.ts';
import { type FieldDrop, type FieldState, withDrops } from '#lib/live/cache.ts';
import { archivePrompts, restorePrompts } from '#lib/live/list/archive-api.ts';
import type { LiveView } from '#lib/live/live-view.ts';

/** What one request names at most. */
const mostAtOnce = 1_000;

export interface Archivable {
  /** With everything that continues them. */
  readonly ids: readonly string[];
  /** Of those asked for: something of them is still at work, or was not sent. */
  readonly kept: readonly string[];
}

/** What would leave the field with these prompts. The server decides the same way by itself. */
export function archivableWith({ rows, byId }: FieldState, promptIds: readonly string[]): Archivable {
  const children = new Map<string, string[]>();
  for (const { prompt_id, parent_id } of rows) {
    if (parent_id !== null) children.set(parent_id, [...(children.get(parent_id) ?? []), prompt_id]);
  }
  const ids = new Set<string>();
  const kept: string[] = [];
  for (const id of promptIds) {
    const branch = branchOf(id, children);
    if (branch.some((one) => isAtWork(byId.get(one)))) kept.push(id);
    else for (const one of branch) ids.add(one);
  }
  return { ids: [...ids], kept };
}

function branchOf(id: string, children: ReadonlyMap<string, readonly string[]>): string[] {
  const branch = [id];
  for (const one of branch) branch.push(...(children.get(one) ?? []));
  return branch;
}

function isAtWork(drop: FieldDrop | undefined): boolean {
  return drop !== undefined && (isLive(drop.state) || drop.local?.kind === 'retrying' || drop.version === 0);
}

/** Takes drops out of the field, or back into it, in this browser alone. */
export function hideDrops(view: LiveView, promptIds: readonly string[], isHidden: boolean): void {
  view.edit((field) => {
    const changed = new Map<string, FieldDrop>();
    for (const id of promptIds) {
      const drop = field.byId.get(id);
      if (drop === undefined || drop.version === 0) continue;
      const { local: _, ...row } = drop;
      changed.set(id, isHidden ? { ...row, local: { kind: 'archiving', jobId: row.job_id } } : row);
    }
    return changed.size === 0 ? field : withDrops(field, changed);
  });
}

/** Resolves to how many were put away; rejects with ApiProblem or NetworkFailure, those not put away are back then. */
export async function archiveDrops(view: LiveView, promptIds: readonly string[]): Promise<number> {
  hideDrops(view, promptIds, true);
  let done = 0;
  for (let at = 0; at < promptIds.length; at += mostAtOnce) {
    try {
      const { archived, kept } = await archivePrompts(promptIds.slice(at, at + mostAtOnce), view.env);
      done += archived.length;
      if (kept.length > 0) hideDrops(view, kept, false);
    } catch (error) {
      hideDrops(view, promptIds.slice(at), false);
      view.nudge();
      throw error;
    }
  }
  view.nudge();
  return done;
}

/** Brings prompts back into the field, their threads with them. */
export async function restoreDrops(view: LiveView, promptIds: readonly string[]): Promise<number> {
  const { restored } = await restorePrompts(promptIds.slice(0, mostAtOnce), view.env);
  view.nudge();
  return restored.length;
}
