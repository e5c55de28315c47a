// What an expression means, while it is being typed: in words, and its next three ticks in its zone and here.
import { untilWords } from '#components/operator/frame/figure-words.ts';
import { cronWords } from '#lib/domain/queue/cron-words.ts';
import { nextTicks } from '#lib/domain/queue/ticks.ts';
import { tickWords } from './tick-words.ts';

interface TickPreviewProps {
  readonly cron: string;
  readonly zone: string;
  readonly nowMs: number;
}

const shown = 3;

export function TickPreview({ cron, zone, nowMs }: TickPreviewProps) {
  const ticks = nextTicks(cron, zone, new Date(nowMs), shown);
  return (
    <section
      aria-label="What this means"
      className="min-h-26 rounded-small border border-line bg-ground px-3 py-2.5 text-ui"
    >
      {/* Said when the meaning changes; the times below it count down. */}
      <div aria-live="polite">
        {ticks === null ? (
          <p className="text-dim">Its next runs show here as soon as expression and zone can be read.</p>
        ) : (
          <p className="font-medium">{cronWords(cron) ?? 'It runs at these times:'}</p>
        )}
        {ticks?.length === 0 && <p className="mt-1 text-salmon-ink">There is no such date: it would never run.</p>}
      </div>
      {ticks !== null && (
        <ol className="mt-1 text-dim">
          {ticks.map((tick) => {
            const iso = tick.toISOString();
            const [there, here] = [tickWords(iso, zone), tickWords(iso)];
            return (
              <li key={iso} className="flex flex-wrap gap-x-2">
                <span className="text-ink">{there}</span>
                {here !== there && <span>· {here} here</span>}
                <span>· {untilWords(iso, nowMs)}</span>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
