// What every operator page stands in: the bar with the rooms, the row of pages, keys, palette and skip link.
'use client';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { useOtherTabs } from '#components/operator/batch/use-refresh.ts';
import { OperatorTabs } from '#components/operator/nav/operator-tabs.tsx';
import { usePageKeys } from '#components/operator/nav/use-page-keys.ts';
import { useShortcuts } from '#components/shell/shortcuts/use-shortcuts.ts';
import { LivePill } from '#components/shell/top-bar/live-pill.tsx';
import { Rooms } from '#components/shell/top-bar/rooms.tsx';
import { ThemeSwitch } from '#components/shell/top-bar/theme-switch.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { undoCancel } from '#components/ui/held-cancel.ts';
import './operator.css';

const ShortcutSheet = dynamic(() => import('#components/shell/shortcuts/shortcut-sheet.tsx'), { ssr: false });
const OperatorPalette = dynamic(() => import('#components/operator/nav/operator-palette.tsx'), { ssr: false });

/** The part that scrolls; the skip link leads here. */
const contentId = 'operator-page';

export function OperatorFrame({ children }: { readonly children: ReactNode }) {
  const router = useRouter();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const help = () => setHelpOpen(true);
  const undo = () => void undoCancel();
  useShortcuts({
    palette: () => setPaletteOpen(true),
    help,
    undo,
    field: () => router.push('/mission'),
    operator: () => router.push('/operator'),
    search: () => document.querySelector<HTMLElement>('[data-operator-search]')?.focus(),
  });
  usePageKeys();
  useOtherTabs();
  return (
    <div className="flex h-dvh flex-col overflow-clip">
      <a
        href={`#${contentId}`}
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-small focus:bg-raised focus:px-3 focus:py-2"
      >
        Skip to the page
      </a>
      <header className="z-30 flex min-h-11 shrink-0 items-center gap-x-3 border-b border-line bg-panel px-3 max-md:px-2">
        <Rooms current="operator" />
        <span className="min-w-0 flex-1" />
        <LivePill unsentCount={0} isBusy={false} />
        <div className="-mx-1.5 flex shrink-0">
          <IconButton icon="command" label="Commands" shortcut="⌘K" onClick={() => setPaletteOpen(true)} />
          <ThemeSwitch />
          <IconButton icon="help" label="Keyboard shortcuts" shortcut="?" onClick={help} className="max-md:hidden" />
        </div>
      </header>
      <OperatorTabs />
      <main
        id={contentId}
        tabIndex={-1}
        className="min-h-0 flex-1 overflow-x-clip overflow-y-auto overscroll-contain outline-none [scrollbar-gutter:stable]"
      >
        <div className="mx-auto flex max-w-[1240px] flex-col gap-5 px-5 pt-6 pb-16 max-md:px-3 max-md:pt-4">
          {children}
        </div>
      </main>
      {isPaletteOpen && <OperatorPalette onClose={() => setPaletteOpen(false)} help={help} undo={undo} />}
      {isHelpOpen && <ShortcutSheet onClose={() => setHelpOpen(false)} />}
    </div>
  );
}
