// The four chips of a new field: each sends a real prompt to the demo model and shows one way a prompt can go.
import { labelOf } from '#lib/domain/prompts/prompt-text.ts';
import type { Submission } from '#lib/live/actions/outbox.ts';
import type { FieldDrop } from '#lib/live/cache.ts';

const starters: readonly (readonly [string, string])[] = [
  ['Try a slow answer', '@demo delay=5s rate=14 tokens=120\nDescribe how a slow river finds the sea.'],
  ['Try one that fails', '@demo delay=1s fail=400\nAsk for something the provider refuses.'],
  ['Try one that recovers', '@demo delay=1s fail=500 times=1\nName three ways to keep a promise.'],
  ['Try a long stream', '@demo rate=70 tokens=900\nTell the story of one drop of water, from cloud to sea.'],
];

interface StartersProps {
  readonly onSubmit: (submission: Submission) => void;
  /** Labels that were tried already. */
  readonly tried?: ReadonlySet<string>;
}

export function Starters({ onSubmit, tried }: StartersProps) {
  return (
    <div className="flex flex-wrap justify-center gap-2">
      {starters
        .filter(([, text]) => tried?.has(labelOf(text)) !== true)
        .map(([name, text]) => (
          <button
            key={name}
            type="button"
            onClick={() => onSubmit({ text, parentId: null, options: { model: 'demo' } })}
            className="h-8 rounded-full border border-line-strong bg-raised px-3.5 text-ui text-ink transition-colors duration-180 hover:border-water hover:text-water-ink"
          >
            {name}
          </button>
        ))}
    </div>
  );
}

/** The labels that were tried while nothing else was ever sent; null as soon as a person has written something. */
export function triedStarters(rows: readonly FieldDrop[]): ReadonlySet<string> | null {
  if (rows.length === 0 || rows.length >= starters.length) return null;
  const known = new Set(starters.map(([, text]) => labelOf(text)));
  return rows.every(({ label }) => known.has(label)) ? new Set(rows.map(({ label }) => label)) : null;
}
