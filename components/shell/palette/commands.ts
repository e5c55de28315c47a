// What the command palette can do, and which of it the typed words mean.

export interface PaletteCommand {
  readonly name: string;
  /** Other words a person may look for it by. */
  readonly also?: string;
  /** The key that does the same. */
  readonly key?: string;
  readonly run: () => void;
}

/** Every word must occur in the name or its other words; what begins with the text comes first. */
export function matchCommands(commands: readonly PaletteCommand[], typed: string): readonly PaletteCommand[] {
  const text = typed.trim().toLocaleLowerCase();
  const words = text.split(/\s+/).filter(Boolean);
  const found = commands.filter(({ name, also = '' }) => {
    const all = `${name} ${also}`.toLocaleLowerCase();
    return words.every((word) => all.includes(word));
  });
  const rank = ({ name }: PaletteCommand) => (name.toLocaleLowerCase().startsWith(text) ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b));
}
