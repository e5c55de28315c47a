// The commands that a slash at the beginning of a prompt offers, and which of them the typed letters mean.
import type { ModelsAnswer } from '#lib/domain/model-choice.ts';
import type { ComposeSettings } from '../compose-settings.ts';

export interface SlashCommand {
  /** As it is typed, with its slash. */
  readonly name: string;
  readonly does: string;
  /** What it changes, or that it opens the options. */
  readonly change: Partial<ComposeSettings> | 'options' | 'attach';
}

const fixed: readonly SlashCommand[] = [
  { name: '/urgent', does: 'Runs before others', change: { priority: 'urgent' } },
  { name: '/normal', does: 'Runs in its turn', change: { priority: 'normal' } },
  { name: '/later', does: 'Runs when nothing else waits', change: { priority: 'later' } },
  { name: '/schedule', does: 'Runs at a time you choose', change: 'options' },
  { name: '/attach', does: 'Puts a text file into the prompt', change: 'attach' },
];

/** All that can be offered: one entry per model, then the fixed ones. */
export function slashCommands(models: ModelsAnswer | undefined): readonly SlashCommand[] {
  const choices = (models?.models ?? []).map(({ id, label }) => ({
    name: `/model ${label}`,
    does: id === models?.default ? 'Answers; the default' : 'Answers this and the next prompts',
    change: { model: id === models?.default ? null : id },
  }));
  return [...choices, ...fixed];
}

/** Null when the text is no command: it doesn't begin with a slash, or it goes on over a line. */
export function matchingCommands(text: string, commands: readonly SlashCommand[]): readonly SlashCommand[] | null {
  if (!text.startsWith('/') || text.includes('\n')) return null;
  const typed = text.toLocaleLowerCase();
  const found = commands.filter(({ name }) => name.toLocaleLowerCase().startsWith(typed));
  if (found.length > 0) return found;
  const words = typed.slice(1).split(' ').filter(Boolean);
  const loose = commands.filter(({ name }) => words.every((word) => name.toLocaleLowerCase().includes(word)));
  return loose.length > 0 && words.length > 0 ? loose : null;
}
