// The head of an operator page: its name, one sentence, what can be done here, and the command that does the same.
import type { ReactNode } from 'react';
import { CommandChip } from './command-chip.tsx';

interface PageHeaderProps {
  readonly title: string;
  /** One sentence: what this page answers. */
  readonly says: ReactNode;
  /** The part after `npm run asterion --`. */
  readonly command: string;
  /** Buttons of the page. */
  readonly children?: ReactNode;
}

export function PageHeader({ title, says, command, children }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 max-w-[68ch]">
        <h1 className="text-[20px] leading-7 font-semibold tracking-[-0.01em]">{title}</h1>
        <p className="text-ui text-dim">{says}</p>
      </div>
      <div className="flex min-w-0 max-w-full flex-wrap items-center gap-2">
        <CommandChip command={command} />
        {children}
      </div>
    </header>
  );
}
