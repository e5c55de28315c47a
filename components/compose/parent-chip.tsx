// What the next prompt continues, always in sight: an answer, or nothing, which makes a new thread.
import { Icon } from '#components/ui/icon.tsx';
import type { FieldDrop } from '#lib/live/cache.ts';

interface ParentChipProps {
  readonly parent: FieldDrop | null;
  readonly onClear: () => void;
}

export function ParentChip({ parent, onClear }: ParentChipProps) {
  if (parent === null) return <span className="px-1 text-small text-dim">New thread</span>;
  return (
    <span className="inline-flex h-7 max-w-full min-w-0 items-center gap-1.5 rounded-full bg-water-soft pl-2.5 text-small text-water-ink">
      <Icon name="reply" size={13} />
      <span className="truncate" title={parent.label}>
        Continues: {parent.label}
      </span>
      <button
        type="button"
        aria-label="Start a new thread instead"
        title="Start a new thread instead"
        onClick={onClear}
        className="grid size-7 shrink-0 place-items-center rounded-full hover:bg-hover"
      >
        <Icon name="close" size={12} />
      </button>
    </span>
  );
}
