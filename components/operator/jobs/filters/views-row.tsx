// The named views above the jobs: one press each; own ones are renamed and removed here.
import { useState } from 'react';
import { Button, IconButton } from '#components/ui/button.tsx';
import { pushUndo } from '#components/ui/many/undo-stack.ts';
import { notify, withdraw } from '#components/ui/toast.ts';
import { type ChangeJobUrl, type JobUrl, onlyFilters, sameFilters } from './job-filters.ts';
import {
  builtInViews,
  longestName,
  mostViews,
  removeView,
  renameView,
  type SavedView,
  saveView,
  useSavedViews,
} from './saved-views.ts';

interface ViewsRowProps {
  readonly url: JobUrl;
  readonly onChange: ChangeJobUrl;
}

export function ViewsRow({ url, onChange }: ViewsRowProps) {
  const own = useSavedViews();
  const [isNaming, setNaming] = useState<'new' | 'rename' | null>(null);
  const current = [...builtInViews, ...own].find(({ filters }) => sameFilters(url, filters));
  const isOwn = current !== undefined && own.includes(current);
  return (
    <nav aria-label="Views" className="flex flex-wrap items-center gap-1.5">
      {[...builtInViews, ...own].map((view) => (
        <button
          key={view.id}
          type="button"
          aria-pressed={view === current}
          onClick={() => onChange(onlyFilters(view.filters))}
          className="h-7 max-w-[24ch] truncate rounded-full border border-line px-3 text-ui text-dim transition-colors duration-180 hover:border-line-strong hover:text-ink aria-pressed:border-water aria-pressed:bg-water-soft aria-pressed:text-ink"
        >
          {view.name}
        </button>
      ))}
      {isNaming !== null ? (
        <NameForm
          key={isNaming}
          name={isNaming === 'rename' ? (current?.name ?? '') : ''}
          onCancel={() => setNaming(null)}
          onName={(name) => {
            setNaming(null);
            if (isNaming === 'new') keep(name, url);
            else if (current !== undefined) renameView(current.id, name);
          }}
        />
      ) : isOwn ? (
        <>
          <IconButton icon="edit" label={`Rename the view ${current.name}`} onClick={() => setNaming('rename')} />
          <IconButton icon="close" label={`Remove the view ${current.name}`} onClick={() => remove(current)} />
        </>
      ) : (
        current === undefined && (
          <Button tone="quiet" icon="save" onClick={() => setNaming('new')}>
            Save this view
          </Button>
        )
      )}
    </nav>
  );
}

interface NameFormProps {
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly onCancel: () => void;
}

function NameForm({ name, onName, onCancel }: NameFormProps) {
  return (
    <form
      className="flex items-center gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        const value = new FormData(event.currentTarget).get('name');
        onName(typeof value === 'string' ? value : '');
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <input
        name="name"
        defaultValue={name}
        required
        maxLength={longestName}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to type a name.
        autoFocus
        aria-label="Name of the view"
        placeholder="Name"
        className="h-7 w-44 rounded-small border border-line-strong bg-raised px-2 text-ui"
      />
      <Button type="submit" tone="primary">
        Save
      </Button>
      <Button tone="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}

function keep(name: string, { after: _, ...filters }: JobUrl): void {
  if (saveView(name, filters) === null)
    notify(`The view could not be saved: this browser keeps at most ${mostViews}, or none at all.`);
}

const undoMs = 8_000;

function remove(view: SavedView): void {
  const putBack = removeView(view.id);
  const notice = `view-${view.id}`;
  const undo = () => {
    dropUndo();
    withdraw(notice);
    putBack();
  };
  const dropUndo = pushUndo(undo);
  setTimeout(dropUndo, undoMs);
  notify(`Removed the view “${view.name}”`, { id: notice, duration: undoMs, action: { label: 'Undo', onClick: undo } });
}
