// The field as this browser knows it, in the query cache under ['field']: merged by id, forward only, cheap to compare.
//
// For components: everything a map, list or dock draws is a `FieldDrop`: a DropRow, plus `local` while this browser knows
// something the server's row does not say yet. A plain DropRow is a FieldDrop too.
//   local.kind 'sending'  submitted a moment ago: state 'queued', version 0, job_id '' until the server answered
//   local.kind 'unsent'   the submit failed: draw `is-unsent`, "Not sent · Retry"; `local.text` and `local.problem` say what
//   local.kind 'stopping' a cancel is under way: draw `is-stopping`
//   local.kind 'retrying' a retry is under way: the chip says "Retrying…"
//   local.kind 'archiving' it is put away when the undo notice is over: out of `rows` at once
// A drop keeps its object identity as long as nothing about it changed, so `===` and React.memo by drop are enough.
import type { QueryClient } from '@tanstack/react-query';
import { type DropRow, isNewer, isUnread } from '#lib/domain/drop.ts';
import { isLive } from '#lib/domain/job.ts';
import type { FieldFault } from '#lib/domain/problem.ts';

/** Why a prompt was not taken. `network`: no answer; `refused`: the server said no (see `errors`); `failed`: it tried and failed. */
export interface SubmitProblem {
  readonly kind: 'network' | 'refused' | 'failed';
  /** 0 when no answer came. */
  readonly status: number;
  /** One sentence for a person. */
  readonly detail: string;
  readonly errors: readonly FieldFault[];
}

export type LocalMark =
  | { readonly kind: 'sending'; readonly text: string }
  | { readonly kind: 'unsent'; readonly text: string; readonly problem: SubmitProblem }
  | { readonly kind: 'stopping'; readonly jobId: string; readonly sinceMs: number }
  | { readonly kind: 'retrying'; readonly jobId: string }
  | { readonly kind: 'archiving'; readonly jobId: string };

export type FieldDrop = DropRow & { readonly local?: LocalMark };

export interface FieldState {
  /** In (created_at, id) order, without those put away; a drop sent from here keeps the place it was first drawn at. */
  readonly rows: readonly FieldDrop[];
  /** With those put away, as far as they are known. */
  readonly byId: ReadonlyMap<string, FieldDrop>;
  /** The created_at under which a drop sent from here was placed. */
  readonly slots: ReadonlyMap<string, string>;
  /** A whole answer of the server has been merged: an empty field is really empty. */
  readonly isLoaded: boolean;
}

export const fieldKey = ['field'] as const;
export const emptyField: FieldState = { rows: [], byId: new Map(), slots: new Map(), isLoaded: false };

/**
 * Folds server rows into what is known: only a higher version replaces a row, whatever order or number of times they come.
 * With `reset` the rows are all there is: others go, except drops that this browser has not sent yet.
 * Returns the same object when nothing changed.
 */
export function mergeRows(known: FieldState, incoming: readonly DropRow[], reset = false): FieldState {
  if (reset) return replaceRows(known, incoming);
  let changed: Map<string, FieldDrop> | undefined;
  for (const row of incoming) {
    const current = changed?.get(row.prompt_id) ?? known.byId.get(row.prompt_id);
    if (!isNewer(current, row)) continue;
    changed ??= new Map();
    changed.set(row.prompt_id, carryMark(current, row));
  }
  return changed === undefined ? known : withDrops(known, changed);
}

/** Puts drops in (or replaces them by id), keeping order. Used for optimistic drops and marks too. */
export function withDrops(known: FieldState, changed: ReadonlyMap<string, FieldDrop>): FieldState {
  const byId = new Map(known.byId);
  const slots = new Map(known.slots);
  let isSorted = true;
  for (const [id, drop] of changed) {
    const before = byId.get(id);
    if (before === undefined || isInField(before) !== isInField(drop)) isSorted = false;
    if (drop.version === 0 && !slots.has(id)) slots.set(id, drop.created_at);
    byId.set(id, drop);
  }
  // Replacing keeps every place: created_at of a prompt never changes, and slots hold the ones first drawn here.
  const rows = isSorted
    ? known.rows.map((drop) => changed.get(drop.prompt_id) ?? drop)
    : inOrder([...byId.values()].filter(isInField), slots);
  return { ...known, rows, byId, slots };
}

/** What the field shows; the rest has been put away. */
function isInField({ archived_at, local }: FieldDrop): boolean {
  return archived_at === undefined && local?.kind !== 'archiving';
}

/** Takes drops out: an unsent one that was discarded. */
export function withoutDrops(known: FieldState, ids: ReadonlySet<string>): FieldState {
  if (![...ids].some((id) => known.byId.has(id))) return known;
  const isKept = ({ prompt_id }: FieldDrop) => !ids.has(prompt_id);
  const kept = [...known.byId.values()].filter(isKept);
  return { ...known, rows: known.rows.filter(isKept), byId: new Map(kept.map((drop) => [drop.prompt_id, drop])) };
}

/** Sets or clears the mark of a known drop. */
export function withMark(known: FieldState, promptId: string, local: LocalMark | null): FieldState {
  const drop = known.byId.get(promptId);
  if (drop === undefined || (local === null && drop.local === undefined)) return known;
  const { local: _, ...row } = drop;
  return withDrops(known, new Map([[promptId, local === null ? row : { ...row, local }]]));
}

/** How many answers wait to be seen. */
export function countUnread(field: FieldState): number {
  return field.rows.reduce((count, row) => (isUnread(row) ? count + 1 : count), 0);
}

/** Drops that still have work before them; what is unsent waits for a person and does not count. */
export function isInFlight(drop: FieldDrop): boolean {
  return isLive(drop.state) && drop.local?.kind !== 'unsent';
}

/** Reads the field out of the query cache. */
export function readField(client: QueryClient): FieldState {
  return client.getQueryData<FieldState>(fieldKey) ?? emptyField;
}

/** Writes the field; the same object is no write, so nobody renders for nothing. */
export function writeField(client: QueryClient, next: FieldState): void {
  if (client.getQueryData<FieldState>(fieldKey) !== next) client.setQueryData<FieldState>(fieldKey, next);
}

function replaceRows(known: FieldState, incoming: readonly DropRow[]): FieldState {
  const byId = new Map<string, FieldDrop>();
  for (const drop of known.rows) if (drop.version === 0) byId.set(drop.prompt_id, drop);
  for (const row of incoming) {
    const current = known.byId.get(row.prompt_id);
    byId.set(row.prompt_id, current !== undefined && isSameRow(current, row) ? current : carryMark(current, row));
  }
  const slots = new Map([...known.slots].filter(([id]) => byId.has(id)));
  const rows = inOrder([...byId.values()].filter(isInField), slots);
  const isSame = known.isLoaded && rows.length === known.rows.length && rows.every((row, at) => row === known.rows[at]);
  return isSame ? known : { rows, byId, slots, isLoaded: true };
}

/** A mark lives until the server's row shows its effect: then the row alone speaks. */
function carryMark(current: FieldDrop | undefined, row: DropRow): FieldDrop {
  const mark = current?.local;
  if (mark === undefined || mark.kind === 'sending' || mark.kind === 'unsent') return row;
  if (mark.kind === 'archiving') return row.archived_at === undefined ? { ...row, local: mark } : row;
  const isOver = mark.jobId !== row.job_id || (mark.kind === 'stopping' ? !isLive(row.state) : isLive(row.state));
  return isOver ? row : { ...row, local: mark };
}

function isSameRow(known: FieldDrop, row: DropRow): boolean {
  const { local: _, ...bare } = known;
  return known.version === row.version && JSON.stringify(bare) === JSON.stringify(row);
}

function inOrder(drops: FieldDrop[], slots: ReadonlyMap<string, string>): FieldDrop[] {
  const placed = drops.map((drop) => ({ drop, at: slots.get(drop.prompt_id) ?? drop.created_at }));
  placed.sort((a, b) => compareText(a.at, b.at) || compareText(a.drop.prompt_id, b.drop.prompt_id));
  return placed.map(({ drop }) => drop);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
