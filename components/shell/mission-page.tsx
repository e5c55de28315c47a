// The mission page: the address decides what is shown; the field, the thread and the compose bar hang on it.
'use client';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useCallback, useMemo, useState } from 'react';
import { ComposeBar, composeTextId } from '#components/compose/compose-bar.tsx';
import { queueWords } from '#components/compose/queue-words.ts';
import { writeQuote } from '#components/compose/quote/use-quote.ts';
import { undoCancel } from '#components/ui/held-cancel.ts';
import { useDropActions } from '#components/ui/use-drop-actions.ts';
import { readDraft, writeDraft } from '#lib/live/actions/drafts.ts';
import type { Submission } from '#lib/live/actions/outbox.ts';
import { useField } from '#lib/live/use-field.ts';
import { DockFrame } from './dock/dock-frame.tsx';
import { FieldArea } from './field-area.tsx';
import { countFilters, filterRows } from './filter-rows.ts';
import { filterMore } from './listing/more-filters.ts';
import { bringBack, useParent } from './listing/use-parent.ts';
import { Announcer } from './news/announcer.tsx';
import { useShortcuts } from './shortcuts/use-shortcuts.ts';
import { Starters, triedStarters } from './starters.tsx';
import { searchId } from './top-bar/search-box.tsx';
import { TopBar } from './top-bar/top-bar.tsx';
import { useFinding } from './use-finding.ts';
import { noFilters, useMissionUrl, type ViewName } from './use-mission-url.ts';
import { useIsSmall, useRememberView, useView } from './use-view.ts';
import { WorkerBanner } from './worker-banner.tsx';

const ThreadDock = dynamic(() => import('#components/thread/thread-dock.tsx'), { ssr: false });
const TraceDock = dynamic(() => import('#components/thread/trace/trace-dock.tsx'), { ssr: false });
const PaletteOpener = dynamic(() => import('./palette/palette-opener.tsx'), { ssr: false });
const SessionSheet = dynamic(() => import('#components/sessions/session-sheet.tsx'), { ssr: false });
const ShortcutSheet = dynamic(() => import('./shortcuts/shortcut-sheet.tsx'), { ssr: false });

/** Screen pixels of the map that the compose bar lies over. */
const composeHeight = 150;

export function MissionPage() {
  const { rows, byId, isLoaded, unsentCount } = useField();
  const [url, setUrl] = useMissionUrl();
  const actions = useDropActions();
  const router = useRouter();
  const toOperator = () => router.push('/operator');
  const view = useView(url.view);
  const isSmall = useIsSmall();
  const rememberView = useRememberView();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [draftRevision, setDraftRevision] = useState(0);

  const query = url.q ?? '';
  const counts = useMemo(() => countFilters(rows), [rows]);
  const matching = useMemo(() => filterRows(filterMore(rows, url), url.state, query), [rows, url, query]);
  const tried = useMemo(() => (isLoaded ? triedStarters(rows) : null), [rows, isLoaded]);
  const parent = useParent(url.drop);
  const isDockOpen = url.dock !== null && url.drop !== null;

  const select = useCallback(
    (drop: string | null) => setUrl(drop === null ? { drop, dock: null } : { drop }),
    [setUrl],
  );
  const open = useCallback((drop: string) => setUrl({ drop, dock: 'thread' }), [setUrl]);
  const trace = useCallback((drop: string) => setUrl({ drop, dock: 'trace' }), [setUrl]);
  const closeDock = useCallback(() => setUrl({ dock: null }), [setUrl]);
  const clearFilter = useCallback(() => setUrl(noFilters, 'replace'), [setUrl]);
  const finding = useFinding(byId, matching === rows ? null : matching, { state: url.state, query }, clearFilter);
  const showConversations = () => setUrl({ sheet: 'conversations' });
  const changeView = useCallback(
    (next: ViewName) => {
      // An address without a view shows the remembered one: Back would lead to what was just left.
      if (url.view === null && view !== null) setUrl({ view }, 'replace');
      rememberView(next);
      setUrl({ view: next });
    },
    [rememberView, setUrl, url.view, view],
  );
  const continueFrom = useCallback(
    (drop: string) => {
      setUrl({ drop });
      focusCompose();
    },
    [setUrl],
  );
  const quoteFrom = useCallback(
    (drop: string, quote: string) => {
      writeQuote(drop, quote);
      setDraftRevision((revision) => revision + 1);
      continueFrom(drop);
    },
    [continueFrom],
  );
  const submit = useCallback(
    (submission: Submission) => {
      const drop = actions.submit(submission);
      // A new thread begins a conversation of its own: narrowed to another one, it would not be seen.
      if (submission.parentId === null) setUrl({ session: null }, 'replace');
      else bringBack(byId.get(submission.parentId));
      // With the thread open one goes on in it; otherwise the selection stays, and with it what the next prompt continues.
      if (isDockOpen && submission.parentId !== null) setUrl({ drop });
    },
    [actions, byId, isDockOpen, setUrl],
  );
  const takeBack = useCallback(
    (parentId: string | null, text: string) => {
      const kept = readDraft(parentId);
      writeDraft(parentId, kept === '' ? text : `${kept}\n\n${text}`);
      setDraftRevision((revision) => revision + 1);
      setUrl({ drop: parentId, ...(parentId === null ? { dock: null } : {}) });
      focusCompose();
    },
    [setUrl],
  );

  useShortcuts({
    compose: focusCompose,
    search: () => document.getElementById(searchId)?.focus(),
    trace: () => {
      if (url.drop === null) return;
      if (url.dock === 'trace') open(url.drop);
      else trace(url.drop);
    },
    toggleView: () => changeView(view === 'map' ? 'list' : 'map'),
    help: () => setHelpOpen(true),
    palette: () => setPaletteOpen(true),
    undo: () => void undoCancel(),
    field: focusField,
    operator: toOperator,
    escape: () => {
      if (isDockOpen) closeDock();
      else if (url.drop !== null) select(null);
      focusCompose();
    },
  });

  return (
    <div className="relative flex h-dvh flex-col overflow-clip">
      <SkipLinks />
      <TopBar
        counts={counts}
        filter={url.state}
        onFilter={(state) => setUrl({ state }, 'replace')}
        query={query}
        onQuery={(q) => setUrl({ q: q === '' ? null : q }, 'replace')}
        view={view ?? 'map'}
        onView={changeView}
        onHelp={() => setHelpOpen(true)}
        onPalette={() => setPaletteOpen(true)}
        onConversations={showConversations}
        unsentCount={unsentCount}
      />
      <WorkerBanner />
      <div className="grid min-h-0 flex-1 grid-cols-1 grid-rows-[minmax(0,1fr)_auto] md:grid-cols-[minmax(0,1fr)_auto] md:grid-rows-1">
        <main id="field" tabIndex={-1} className="relative col-start-1 row-start-1 min-h-0 min-w-0 outline-none">
          <h1 className="sr-only">Field</h1>
          <FieldArea
            view={view}
            rows={rows}
            finding={finding}
            isLoaded={isLoaded}
            selectedId={url.drop}
            onSelect={select}
            onOpen={open}
            onCancel={actions.stop}
            onRetry={actions.retry}
            onContinue={continueFrom}
            compact={isSmall}
            starters={<Starters onSubmit={submit} />}
            bottomInset={isSmall ? 0 : composeHeight}
          />
        </main>
        <div className="pointer-events-none z-10 col-start-1 row-start-2 flex justify-center max-md:border-t max-md:border-line max-md:bg-panel max-md:p-2 md:row-start-1 md:self-end md:px-6 md:pb-5">
          <div className="pointer-events-auto w-full max-w-180 space-y-3">
            {tried !== null && !isDockOpen && <Starters onSubmit={submit} tried={tried} />}
            <ComposeBar
              parent={parent}
              onClearParent={() => select(null)}
              onSubmit={submit}
              queue={queueWords(rows)}
              draftRevision={draftRevision}
            />
          </div>
        </div>
        {isDockOpen && url.drop !== null && (
          <DockFrame onClose={closeDock}>
            {url.dock === 'trace' ? (
              <TraceDock
                promptId={url.drop}
                onClose={closeDock}
                onSelect={trace}
                onThread={() => setUrl({ dock: 'thread' })}
              />
            ) : (
              <ThreadDock
                promptId={url.drop}
                onClose={closeDock}
                onSelect={select}
                onContinue={continueFrom}
                onQuote={quoteFrom}
                onTrace={trace}
                onTakeBack={takeBack}
              />
            )}
          </DockFrame>
        )}
      </div>
      <Announcer rows={rows} byId={byId} onOpen={open} />
      {isPaletteOpen && (
        <PaletteOpener
          rows={rows}
          onClose={() => setPaletteOpen(false)}
          selected={parent}
          view={view ?? 'map'}
          compose={focusCompose}
          newThread={() => {
            select(null);
            focusCompose();
          }}
          search={() => document.getElementById(searchId)?.focus()}
          field={focusField}
          operator={toOperator}
          help={() => setHelpOpen(true)}
          conversations={showConversations}
          undo={() => void undoCancel()}
          changeView={changeView}
          filter={(state) => setUrl({ state }, 'replace')}
          open={open}
          trace={trace}
          stop={actions.stop}
          retry={actions.retry}
        />
      )}
      {url.sheet !== null && (
        <SessionSheet
          currentId={url.session}
          onOpen={(session) => setUrl({ ...noFilters, session, drop: null, dock: null })}
          onNew={() => {
            setUrl({ session: null, drop: null, dock: null });
            focusCompose();
          }}
          onClose={() => setUrl({ sheet: null }, 'replace')}
        />
      )}
      {isHelpOpen && <ShortcutSheet onClose={() => setHelpOpen(false)} />}
    </div>
  );
}

function SkipLinks() {
  const look =
    'sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-small focus:bg-raised focus:px-3 focus:py-2';
  return (
    <nav aria-label="Skip links">
      <a href={`#${composeTextId}`} className={look}>
        Skip to the compose bar
      </a>
      <a href="#field" className={look}>
        Skip to the field
      </a>
    </nav>
  );
}

function focusCompose(): void {
  document.getElementById(composeTextId)?.focus();
}

function focusField(): void {
  const field = document.getElementById('field');
  const drop = field?.querySelector<HTMLElement>('.drop[tabindex="0"], [tabindex="0"]');
  (drop ?? field)?.focus();
}
