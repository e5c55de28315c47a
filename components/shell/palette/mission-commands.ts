// The commands of the mission page, for what is selected and shown right now.
import { mayCancel, mayRetry } from '#lib/domain/drop.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { type FilterName, filterNames, filterWords } from '../filter-rows.ts';
import { askForNotices, noticePermission } from '../news/desktop-notice.ts';
import { areLettersOn, setLetters } from '../shortcuts/use-shortcuts.ts';
import type { ViewName } from '../use-mission-url.ts';
import type { PaletteCommand } from './commands.ts';

export interface MissionMoves {
  readonly selected: FieldDrop | null;
  readonly view: ViewName;
  readonly compose: () => void;
  readonly newThread: () => void;
  readonly search: () => void;
  readonly field: () => void;
  readonly operator: () => void;
  readonly conversations: () => void;
  readonly help: () => void;
  readonly undo: () => void;
  readonly changeView: (view: ViewName) => void;
  readonly filter: (state: FilterName | null) => void;
  readonly open: (promptId: string) => void;
  readonly trace: (promptId: string) => void;
  readonly stop: (promptId: string) => void;
  readonly retry: (promptId: string) => void;
  readonly copyLink: (promptId: string) => void;
  /** Null until this browser's choice is known. */
  readonly theme: string | null;
  readonly setTheme: (theme: string) => void;
}

export function missionCommands(moves: MissionMoves): readonly PaletteCommand[] {
  const otherView = moves.view === 'map' ? 'list' : 'map';
  return [
    ...(moves.selected === null ? [] : selectedCommands(moves.selected, moves)),
    { name: 'Write a prompt', also: 'compose', key: 'c', run: moves.compose },
    { name: 'Start a new thread', also: 'prompt compose', run: moves.newThread },
    { name: `Show the ${otherView}`, also: 'view switch', key: 'l', run: () => moves.changeView(otherView) },
    { name: 'Search in the field', also: 'find filter', key: '/', run: moves.search },
    { name: 'Go to the field', also: 'focus map', key: 'g f', run: moves.field },
    {
      name: 'Go to the operator pages',
      also: 'jobs workers schedules ledger failures',
      key: 'g o',
      run: moves.operator,
    },
    { name: 'Conversations', also: 'sessions history rename pin archive', run: moves.conversations },
    { name: 'Show everything', also: 'filter clear all', run: () => moves.filter(null) },
    ...filterNames.map((state) => ({
      name: `Show only: ${filterWords[state]}`,
      also: `filter state ${state}`,
      run: () => moves.filter(state),
    })),
    ...themes
      .filter(({ theme }) => theme !== moves.theme)
      .map(({ theme, name }) => ({ name, also: `theme look colours ${theme}`, run: () => moves.setTheme(theme) })),
    { name: 'Undo', also: 'take back', key: 'u', run: moves.undo },
    { name: 'Keyboard shortcuts', also: 'help keys', key: '?', run: moves.help },
    areLettersOn()
      ? { name: 'Turn single-letter shortcuts off', also: 'keyboard setting', run: () => setLetters(false) }
      : { name: 'Turn single-letter shortcuts on', also: 'keyboard setting', run: () => setLetters(true) },
    ...(noticePermission() === 'default'
      ? [
          {
            name: 'Tell me on the desktop when an answer is ready',
            also: 'notification',
            run: () => void askForNotices(),
          },
        ]
      : []),
  ];
}

const themes = [
  { theme: 'light', name: 'Use the light theme' },
  { theme: 'dark', name: 'Use the dark theme' },
  { theme: 'system', name: 'Use the theme of the system' },
] as const;

function selectedCommands(drop: FieldDrop, moves: MissionMoves): PaletteCommand[] {
  const id = drop.prompt_id;
  return [
    { name: 'Open the thread', also: `read ${drop.label}`, key: 'Enter', run: () => moves.open(id) },
    { name: 'Show the trace', also: `job attempts ${drop.label}`, key: 't', run: () => moves.trace(id) },
    ...(mayCancel(drop) ? [{ name: 'Stop', also: 'cancel', key: 'x', run: () => moves.stop(id) }] : []),
    { name: 'Continue this prompt', also: 'reply write', run: moves.compose },
    { name: 'Copy the link', also: `share address ${drop.label}`, run: () => moves.copyLink(id) },
    ...(mayRetry(drop) ? [{ name: 'Run again', also: 'retry', key: 'r', run: () => moves.retry(id) }] : []),
  ];
}
