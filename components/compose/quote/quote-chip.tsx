// The passage that the next prompt takes up, in sight until it is sent or taken out.
import { Icon } from '#components/ui/icon.tsx';

export function QuoteChip({ quote, onClear }: { readonly quote: string; readonly onClear: () => void }) {
  return (
    <div className="mx-2.5 mt-1.5 flex items-start gap-2 rounded-small border border-line border-l-2 border-l-water bg-ground py-1 pl-2.5 text-small">
      <blockquote
        dir="auto"
        aria-label="Passage it continues from"
        className="line-clamp-2 min-w-0 flex-1 py-0.5 text-dim"
      >
        {quote}
      </blockquote>
      <button
        type="button"
        aria-label="Leave the passage out"
        title="Leave the passage out"
        onClick={onClear}
        className="grid size-6 shrink-0 place-items-center rounded-full hover:bg-hover"
      >
        <Icon name="close" size={12} />
      </button>
    </div>
  );
}
