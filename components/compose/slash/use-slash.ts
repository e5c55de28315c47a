// The state of the slash menu: what it offers for the text in the bar, which entry is active, and which keys it takes.
import { useMemo, useState } from 'react';
import { useModels } from '#components/ui/use-models.ts';
import { matchingCommands, type SlashCommand, slashCommands } from './slash-commands.ts';

export interface Slash {
  /** Null while it is closed. */
  readonly commands: readonly SlashCommand[] | null;
  readonly active: number;
  /** True when the key was for the menu. */
  readonly onKey: (key: string) => boolean;
}

export function useSlash(text: string, onPick: (command: SlashCommand) => void): Slash {
  const models = useModels(text.startsWith('/'));
  const all = useMemo(() => slashCommands(models), [models]);
  const found = useMemo(() => matchingCommands(text, all), [text, all]);
  const [at, setAt] = useState({ text: '', index: 0 });
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const commands = closedFor === text ? null : found;
  // Another text, another list: it begins at its first entry again.
  const active = at.text === text ? at.index : 0;
  const onKey = (key: string) => {
    if (commands === null) return false;
    const picked = commands[active];
    if (key === 'Escape') setClosedFor(text);
    else if (key === 'ArrowDown') setAt({ text, index: (active + 1) % commands.length });
    else if (key === 'ArrowUp') setAt({ text, index: (active + commands.length - 1) % commands.length });
    else if ((key === 'Enter' || key === 'Tab') && picked !== undefined) onPick(picked);
    else return false;
    return true;
  };
  return { commands, active, onKey };
}
