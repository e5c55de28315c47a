// What the keys of the list do, given what is in it.
import type { KeyboardEvent } from 'react';
import { lookOf } from '#components/field/drop-view.ts';
import { nextThatNeedsMe } from '#components/field/layout/neighbours.ts';
import type { ListViewProps } from '#components/field/list-view.tsx';
import type { OpenMenu } from '#components/field/map/menu/map-menu.tsx';
import { areLettersOn } from '#components/shell/shortcuts/use-shortcuts.ts';
import { mayCancel, mayRetry } from '#lib/domain/drop.ts';
import type { ListEntry } from '../order/list-entries.ts';
import { idsOf, type Picking } from '../use-picking.ts';
import { type ListCommand, listCommandOf, type Move } from './list-keys.ts';

export interface ListInput {
  readonly props: ListViewProps;
  readonly entries: readonly ListEntry[];
  readonly places: ReadonlyMap<string, number>;
  /** The line that keys act on. */
  readonly current: string | null;
  /** Lines in sight. */
  readonly pageSize: number;
  readonly picking: Picking;
  readonly goTo: (key: string | null) => void;
  readonly openMenu: (id: string, at: OpenMenu['at'] | null, isChoosingModel?: boolean) => void;
}

/** The key handler of the list. Keys that it does not know go on to the page. */
export function onListKey(event: KeyboardEvent, input: ListInput): void {
  if (!isOfRow(event.target)) return;
  const command = listCommandOf(event, areLettersOn());
  const entry = input.entries[input.places.get(input.current ?? '') ?? -1];
  // A focused box or button of a line keeps its own Enter and Space.
  if (command === null || entry === undefined) return;
  if ((command.does === 'open' || command.does === 'mark') && !isRow(event.target)) return;
  event.preventDefault();
  event.stopPropagation();
  obey(command, entry, input);
}

function obey(command: ListCommand, entry: ListEntry, input: ListInput): void {
  switch (command.does) {
    case 'move':
      move(command, entry, input);
      break;
    case 'expand':
      expand(entry, input);
      break;
    case 'collapse':
      collapse(entry, input);
      break;
    case 'mark-all':
      input.picking.all();
      break;
    case 'needs-me':
      input.goTo(nextThatNeedsMe([...input.props.byId.values()], entry.key, command.by));
      break;
    default:
      if (entry.kind === 'day') actOnDay(command.does, entry, input);
      else act(command.does, entry.key, input);
  }
}

function move({ to, isPicking }: Extract<ListCommand, { does: 'move' }>, { key }: ListEntry, input: ListInput): void {
  const { entries, places, picking, goTo } = input;
  const at = (places.get(key) ?? 0) + stepOf(to, input);
  const next = entries[Math.min(Math.max(at, 0), entries.length - 1)];
  if (next === undefined) return;
  if (isPicking) picking.range(next.key);
  else picking.from(next.key);
  goTo(next.key);
}

/** Opens what is closed; of what is open the first line below. */
function expand(entry: ListEntry, { entries, places, goTo, props }: ListInput): void {
  if (!hasBelow(entry)) return;
  if (entry.isOpen) goTo(entries[(places.get(entry.key) ?? 0) + 1]?.key ?? null);
  else props.onToggle(entry.key);
}

/** Closes what is open; from there on up. */
function collapse(entry: ListEntry, { goTo, props }: ListInput): void {
  if (hasBelow(entry) && entry.isOpen) props.onToggle(entry.key);
  else if (entry.kind === 'drop') goTo(entry.parentKey);
}

function stepOf(to: Move, { entries, pageSize }: ListInput): number {
  const step = { previous: -1, next: 1, 'page-up': -pageSize, 'page-down': pageSize };
  return to === 'first' ? -entries.length : to === 'last' ? entries.length : step[to];
}

function hasBelow(entry: ListEntry): boolean {
  return entry.kind === 'day' || entry.below.length > 0;
}

function actOnDay(does: string, entry: ListEntry, { props, picking, entries }: ListInput): void {
  if (does === 'open') props.onToggle(entry.key);
  if (does !== 'mark' || entry.kind !== 'day') return;
  const ids = new Set(entry.ids);
  picking.add(entry.isOpen ? idsOf(entries).filter((id) => ids.has(id)) : entry.ids);
}

function act(does: string, id: string, { props, picking, openMenu }: ListInput): void {
  const row = props.byId.get(id);
  if (row === undefined) return;
  const look = lookOf(row);
  const isHere = !props.outside.has(id);
  switch (does) {
    case 'open':
      props.onOpen(id);
      break;
    case 'mark':
      picking.toggle(id);
      break;
    case 'menu':
      openMenu(id, null);
      break;
    case 'retry':
      if (isHere && (look === 'failed' || look === 'unsent')) props.onRetry(id);
      break;
    case 'retry-with':
      if (isHere && mayRetry(row) && look !== 'retrying') openMenu(id, null, true);
      break;
    case 'cancel':
      if (isHere && mayCancel(row) && look !== 'stopping') props.onCancel(id);
  }
}

function isOfRow(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.list-row, .list-day') !== null && !target.matches('select');
}

function isRow(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('.list-row, .list-day, .list-row .drop');
}
