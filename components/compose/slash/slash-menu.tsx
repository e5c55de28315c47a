// The list above the bar while a slash command is typed; the text field keeps the focus.
import type { SlashCommand } from './slash-commands.ts';

export const slashListId = 'slash-commands';
export const slashOptionId = (index: number) => `slash-${index}`;

interface SlashMenuProps {
  readonly commands: readonly SlashCommand[];
  readonly active: number;
  readonly onPick: (command: SlashCommand) => void;
}

export function SlashMenu({ commands, active, onPick }: SlashMenuProps) {
  return (
    <div
      id={slashListId}
      role="listbox"
      aria-label="Commands"
      tabIndex={-1}
      className="absolute right-0 bottom-full left-0 z-40 mb-2 max-h-64 overflow-y-auto rounded-card border border-line-strong bg-raised p-1 text-ui shadow-panel"
    >
      {commands.map((command, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the text field, which keeps the focus
        <div
          key={command.name}
          id={slashOptionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(command)}
          className="flex min-h-8 cursor-default items-center gap-3 rounded-[8px] px-2.5 hover:bg-hover aria-selected:bg-hover"
        >
          <span className="font-medium">{command.name}</span>
          <span className="ml-auto text-small text-dim">{command.does}</span>
        </div>
      ))}
    </div>
  );
}
