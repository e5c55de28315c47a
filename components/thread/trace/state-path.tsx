// The state machine of a job with the way this one took lit up, and how long it stayed in each state.
import { spanWords } from '#components/ui/time-words.ts';
import { stateWord } from '#lib/domain/drop.ts';
import type { JobState } from '#lib/domain/job.ts';
import type { StateTime } from './spans.ts';

const ends = ['succeeded', 'failed', 'cancelled'] as const;

const looks: Readonly<Record<JobState, string>> = {
  queued: 'border-queued',
  running: 'border-pending',
  succeeded: 'border-settled',
  failed: 'border-orphan border-dashed',
  cancelled: 'border-cancelled',
  superseded: 'border-line-strong border-dotted',
};

interface StatePathProps {
  readonly times: readonly StateTime[];
  readonly current: JobState;
}

export function StatePath({ times, current }: StatePathProps) {
  const known = new Map(times.map((time) => [time.state, time]));
  const node = (state: JobState) => (
    <StateNode key={state} state={state} time={known.get(state)} isCurrent={state === current} />
  );
  return (
    <div className="grid grid-cols-[1fr_auto_1fr_auto_1fr] items-center gap-1.5 text-small">
      {node('queued')}
      <Arrow isLit={known.has('running')} isBoth={(known.get('queued')?.visits ?? 0) > 1} />
      {node('running')}
      <Arrow isLit={ends.some((state) => known.has(state))} />
      <div className="space-y-1">
        {ends.map(node)}
        {known.has('superseded') && node('superseded')}
      </div>
    </div>
  );
}

interface StateNodeProps {
  readonly state: JobState;
  readonly time: StateTime | undefined;
  readonly isCurrent: boolean;
}

function StateNode({ state, time, isCurrent }: StateNodeProps) {
  const isPast = time !== undefined;
  return (
    <div
      aria-current={isCurrent ? 'step' : undefined}
      className={`rounded-small border-[1.5px] px-2 py-1 leading-4 ${isPast ? looks[state] : 'border-line text-dim'} ${isCurrent ? 'bg-hover font-medium' : ''}`}
    >
      {stateWord[state]}
      {isPast && (time.totalMs > 0 || time.visits > 1) && (
        <span className="block font-normal text-dim">
          {spanWords(time.totalMs)}
          {time.visits > 1 && ` · ${time.visits}×`}
        </span>
      )}
    </div>
  );
}

function Arrow({ isLit, isBoth = false }: { readonly isLit: boolean; readonly isBoth?: boolean }) {
  return (
    <span aria-hidden="true" className={isLit ? 'text-ink' : 'text-line-strong'}>
      {isBoth ? '⇄' : '→'}
    </span>
  );
}
