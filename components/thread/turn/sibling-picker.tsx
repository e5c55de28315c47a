// "‹ 2 / 3 ›": steps through the prompts that continue the same answer.
import { IconButton } from '#components/ui/button.tsx';

interface SiblingPickerProps {
  readonly promptId: string;
  /** In display order, this one included. */
  readonly siblingIds: readonly string[];
  readonly onSelect: (promptId: string) => void;
}

export function SiblingPicker({ promptId, siblingIds, onSelect }: SiblingPickerProps) {
  const at = siblingIds.indexOf(promptId);
  if (siblingIds.length < 2 || at < 0) return null;
  const previous = siblingIds[at - 1];
  const next = siblingIds[at + 1];
  return (
    <fieldset className="flex items-center text-small text-dim">
      <legend className="sr-only">Versions of this turn</legend>
      <IconButton
        icon="left"
        label="Previous version"
        disabled={previous === undefined}
        onClick={() => previous !== undefined && onSelect(previous)}
      />
      <span>
        <span className="sr-only">Version </span>
        {at + 1} / {siblingIds.length}
      </span>
      <IconButton
        icon="right"
        label="Next version"
        disabled={next === undefined}
        onClick={() => next !== undefined && onSelect(next)}
      />
    </fieldset>
  );
}
