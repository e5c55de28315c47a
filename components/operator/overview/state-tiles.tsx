// How many jobs are in each state; what is alive counts now, what ended counts the last day.
import type { ReactNode } from 'react';
import { countWords, lengthWords, shareWords } from '#components/operator/frame/figure-words.ts';
import { PageLink } from '#components/ui/page-link.tsx';
import type { EndedSlice, OverviewAnswer } from '#lib/domain/operator/overview.ts';
import { totalOf } from './slices.ts';

export function StateTiles({ overview }: { readonly overview: OverviewAnswer }) {
  const { counts, hours, workers } = overview;
  const day = (of: (slice: EndedSlice) => number) => hours.reduce((sum, slice) => sum + of(slice), 0);
  const [ended, failed] = [day(totalOf), day((slice) => slice.failed)];
  return (
    <ul className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5">
      <Tile
        name="Waiting"
        dot="border-[1.5px] border-queued"
        href="/operator/jobs?state=queued"
        figure={counts.ready + counts.waiting}
      >
        {waitingWords(counts)}
      </Tile>
      <Tile name="Answering" dot="bg-pending" href="/operator/jobs?state=running" figure={counts.running}>
        {slotWords(workers)}
      </Tile>
      <Tile
        name="Ready"
        dot="bg-settled"
        href="/operator/jobs?state=succeeded"
        figure={day((slice) => slice.succeeded)}
      >
        in the last 24 h
      </Tile>
      <Tile
        name="Didn’t work"
        dot="border-[1.5px] border-dashed border-orphan"
        href="/operator/failures"
        figure={counts.failed}
        isSalmon={counts.failed > 0}
      >
        {ended === 0
          ? 'not run again yet'
          : `not run again · ${countWords(failed)} in 24\u00a0h, ${shareWords(failed / ended)}`}
      </Tile>
      <Tile
        name="Stopped"
        dot="border-[1.5px] border-cancelled"
        href="/operator/jobs?state=cancelled"
        figure={day((slice) => slice.cancelled)}
      >
        in the last 24 h
      </Tile>
    </ul>
  );
}

function slotWords({ alive, slots }: OverviewAnswer['workers']): string {
  if (alive === 0) return 'no slots: no worker';
  return slots === 0 ? 'no slots: every worker drains' : `of ${countWords(slots)} slots`;
}

function waitingWords({ ready, waiting, oldest_ready_ms }: OverviewAnswer['counts']): string {
  if (ready + waiting === 0) return 'nothing waits';
  const later = waiting === 0 ? '' : ` · ${countWords(waiting)} for later`;
  if (oldest_ready_ms === null) return `${countWords(waiting)} for later`;
  return `oldest ${lengthWords(oldest_ready_ms)}${later}`;
}

interface TileProps {
  readonly name: string;
  readonly dot: string;
  readonly href: string;
  readonly figure: number;
  readonly isSalmon?: boolean;
  readonly children: ReactNode;
}

function Tile({ name, dot, href, figure, isSalmon = false, children }: TileProps) {
  return (
    <li className="min-w-0 max-md:last:col-span-2">
      <PageLink
        href={href}
        className="flex h-full flex-col rounded-card border border-line bg-panel px-4 py-3 transition-colors duration-180 hover:border-line-strong"
      >
        <span className="flex items-center gap-2 text-ui text-dim">
          <span aria-hidden="true" className={`size-2 rounded-full forced-color-adjust-none ${dot}`} />
          {name}
        </span>
        <span
          className={`mt-1 text-[26px] leading-8 font-semibold tracking-[-0.02em] ${isSalmon ? 'text-salmon-ink' : ''}`}
        >
          {countWords(figure)}
        </span>
        <span className="line-clamp-2 text-small text-pretty text-dim">{children}</span>
      </PageLink>
    </li>
  );
}
