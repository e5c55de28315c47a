// The command palette: everything by name, and every prompt and answer by its words.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { useEffect, useRef, useState } from 'react';
import { bestSnippet, SnippetLine } from '#components/field/list/snippet-line.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { clockWords } from '#components/ui/time-words.ts';
import { stateWord } from '#lib/domain/drop.ts';
import type { Snippet } from '#lib/domain/prompts/search.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { searchPrompts } from '#lib/live/search-api.ts';
import { filterRows } from '../filter-rows.ts';
import { reviveFocus } from '../revive-focus.ts';
import { matchCommands, type PaletteCommand } from './commands.ts';
import './palette.css';

interface PaletteProps {
  readonly commands: readonly PaletteCommand[];
  readonly rows: readonly FieldDrop[];
  readonly onOpen: (promptId: string) => void;
  readonly onClose: () => void;
}

const mostFinds = 12;
const restMs = 180;

export default function Palette({ commands, rows, onOpen, onClose }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // A dialog focuses the first thing that can have the focus, and here that is the list's frame.
    input.current?.focus();
  }, []);
  // The dialog gives the focus back when it closes; only then may a command move it.
  const leave = (run: () => void) => {
    dialog.current?.close();
    run();
  };
  const finds = useFinds(typed, rows);
  const matched = matchCommands(commands, typed);
  const [chosen, choose] = useState('');
  const best = matched[0] === undefined ? promptValue(finds.found[0]) : commandValue(matched[0]);
  // What is best is chosen, also when it comes later than the letter; arrows choose until then.
  useEffect(() => choose(best), [best]);
  return (
    <dialog
      ref={dialog}
      aria-label="Command palette"
      onClose={() => {
        reviveFocus();
        onClose();
      }}
      onPointerDown={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
      className="mx-auto mt-[12dvh] mb-auto w-[min(620px,calc(100vw-24px))] overflow-hidden rounded-card border border-line-strong bg-panel p-0 text-ink shadow-panel backdrop:bg-black/50"
    >
      <Command
        label="Command palette"
        shouldFilter={false}
        loop
        value={chosen}
        onValueChange={choose}
        className="palette"
      >
        <div className="flex items-center gap-2.5 border-b border-line px-4">
          <span className="text-dim">
            <Icon name="search" />
          </span>
          <Command.Input
            ref={input}
            value={typed}
            onValueChange={setTyped}
            placeholder="A command, or words of a prompt or an answer"
            className="h-12 min-w-0 flex-1 bg-transparent text-read outline-none placeholder:text-dim"
          />
          <kbd className="rounded border border-line px-1.5 text-small text-dim">Esc</kbd>
        </div>
        <Command.List className="max-h-[50dvh] overflow-y-auto overscroll-contain p-1.5">
          <Command.Empty className="px-3 py-6 text-center text-ui text-dim">
            {finds.isSearching ? 'Searching…' : 'No command, prompt or answer like this. Try fewer or shorter words.'}
          </Command.Empty>
          {matched.length > 0 && (
            <Command.Group heading="Commands">
              {matched.map((command) => (
                <Command.Item key={command.name} value={commandValue(command)} onSelect={() => leave(command.run)}>
                  <span className="min-w-0 flex-1 truncate">{command.name}</span>
                  {command.key !== undefined && (
                    <kbd className="rounded border border-line px-1.5 text-small text-dim">{command.key}</kbd>
                  )}
                </Command.Item>
              ))}
            </Command.Group>
          )}
          {finds.found.length > 0 && (
            <Command.Group heading="Prompts and answers">
              {finds.found.map(({ row, snippet, isArchived }) => (
                <Command.Item
                  key={row.prompt_id}
                  value={`prompt ${row.prompt_id}`}
                  onSelect={() => leave(() => onOpen(row.prompt_id))}
                >
                  <span className="min-w-0 flex-1">
                    <span className="block truncate">{row.label}</span>
                    {snippet !== undefined && (
                      <span className="block truncate text-small text-dim">
                        <SnippetLine snippet={snippet} />
                      </span>
                    )}
                  </span>
                  <span className="shrink-0 text-right text-small text-dim">
                    <span className="block">{isArchived ? 'Archived' : stateWord[row.state]}</span>
                    <time className="block" dateTime={row.created_at}>
                      {clockWords(row.created_at, Date.now())}
                    </time>
                  </span>
                </Command.Item>
              ))}
            </Command.Group>
          )}
        </Command.List>
      </Command>
    </dialog>
  );
}

function commandValue({ name }: PaletteCommand): string {
  return `command ${name}`;
}

function promptValue(find: Find | undefined): string {
  return find === undefined ? '' : `prompt ${find.row.prompt_id}`;
}

interface Find {
  readonly row: Pick<FieldDrop, 'prompt_id' | 'label' | 'state' | 'created_at'>;
  readonly isArchived: boolean;
  readonly snippet?: Snippet | undefined;
}

/** What this page knows by its labels at once, and what the server finds in the texts a moment later. */
function useFinds(
  typed: string,
  rows: readonly FieldDrop[],
): { readonly found: readonly Find[]; isSearching: boolean } {
  const text = typed.trim();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isFetching } = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) => searchPrompts(asked, mostFinds, signal),
    enabled: asked.length >= 2,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  if (text.length < 2) return { found: [], isSearching: false };
  const known: Find[] = filterRows(rows, null, text)
    .toReversed()
    .slice(0, mostFinds)
    .map((row) => ({ row, isArchived: false }));
  const isCurrent = asked === text && data !== undefined;
  const found: Find[] = isCurrent
    ? data.hits.map(({ row, snippets, is_archived }) => ({
        row,
        snippet: bestSnippet(snippets),
        isArchived: is_archived || row.archived_at !== undefined,
      }))
    : known;
  return { found, isSearching: isFetching || asked !== text };
}
