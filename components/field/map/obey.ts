// What the keys of the map do, given what is on it.
import type { KeyboardEvent } from 'react';
import { lookOf } from '#components/field/drop-view.ts';
import type { FieldProps } from '#components/field/field-props.ts';
import { type Kinship, nextThatNeedsMe } from '#components/field/layout/neighbours.ts';
import type { Stage } from '#components/field/map/window/stage.ts';
import type { Marks } from '#components/field/several/use-marks.ts';
import { areLettersOn } from '#components/shell/shortcuts/use-shortcuts.ts';
import { mayCancel, mayRetry } from '#lib/domain/drop.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { commandOf, type DropCommand, type MapCommand } from './keys.ts';

export interface CommandInput {
  readonly props: FieldProps;
  readonly rows: readonly FieldDrop[];
  readonly byId: ReadonlyMap<string, FieldDrop>;
  readonly kinship: Kinship;
  readonly stage: Stage | null;
  readonly marks: Marks;
  /** The drop that keys act on. */
  readonly currentId: string | null;
  readonly goTo: (id: string | null) => void;
  readonly openMenu: (id: string, isChoosingModel: boolean) => void;
}

/** The key handler of the map's pane. Keys that it does not know go on to the page. */
export function onMapKey(event: KeyboardEvent, input: CommandInput): void {
  if (isTyping(event.target)) return;
  const command = commandOf(event, areLettersOn());
  // A focused chip or button of the toolbar keeps its own Enter and Space.
  if (command === null || (ofButtons.has(command.does) && !isDrop(event.target))) return;
  event.preventDefault();
  event.stopPropagation();
  obey(command, input);
}

/** A button is pressed when Space is let go: on a drop that has already picked it. */
export function onMapKeyUp(event: KeyboardEvent): void {
  if (event.key === ' ' && isDrop(event.target)) event.preventDefault();
}

const ofButtons: ReadonlySet<string> = new Set(['open', 'mark']);

function obey(command: MapCommand, input: CommandInput): void {
  const { kinship, stage, currentId, goTo, rows, marks } = input;
  switch (command.does) {
    case 'step':
      goTo(kinship.step(currentId, command.direction));
      break;
    case 'needs-me':
      goTo(nextThatNeedsMe(rows, currentId, command.by));
      break;
    case 'zoom':
      stage?.glideBy(command.factor);
      break;
    case 'fit':
      stage?.glideToFit();
      break;
    case 'life-size':
      stage?.glideToLifeSize();
      break;
    case 'mark-all':
      marks.add(rows.map(({ prompt_id }) => prompt_id));
      break;
    default:
      if (currentId !== null) act(command.does, currentId, input);
  }
}

function act(does: DropCommand, id: string, { props, byId, marks, openMenu }: CommandInput): void {
  const row = byId.get(id);
  if (row === undefined) return;
  const look = lookOf(row);
  switch (does) {
    case 'open':
      props.onOpen(id);
      break;
    case 'mark':
      marks.toggle(id);
      break;
    case 'menu':
      openMenu(id, false);
      break;
    case 'retry':
      if (look === 'failed' || look === 'unsent') props.onRetry(id);
      break;
    case 'retry-with':
      if (mayRetry(row) && look !== 'retrying') openMenu(id, true);
      break;
    case 'cancel':
      if (mayCancel(row) && look !== 'stopping') props.onCancel(id);
  }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}

export function isDrop(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.drop') !== null;
}
