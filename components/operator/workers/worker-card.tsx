// One living worker: what it is, how full it is, what it does right now, and what can be done with it.
import { useState } from 'react';
import { CommandChip } from '#components/operator/frame/command-chip.tsx';
import { agoWords, counted, countWords, lengthWords } from '#components/operator/frame/figure-words.ts';
import { Button } from '#components/ui/button.tsx';
import type { WorkerView } from '#lib/domain/operator/worker-row.ts';
import { SlotBar } from './slot-bar.tsx';
import { StatusDot } from './status-dot.tsx';
import { WorkerJobs } from './worker-jobs.tsx';
import { statusMeaning, statusWords } from './worker-words.ts';

interface WorkerCardProps {
  readonly worker: WorkerView;
  readonly nowMs: number;
  readonly isBusy: boolean;
  readonly onDrain: () => void;
  readonly onUndrain: () => void;
}

const modelsShown = 6;

export function WorkerCard({ worker, nowMs, isBusy, onDrain, onUndrain }: WorkerCardProps) {
  const { id, host, pid, version, status, slots, running, started_at, beat_at } = worker;
  return (
    <li className="min-w-0 rounded-card border border-line bg-panel" data-worker={id} data-status={status}>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3 px-4 pt-3.5 pb-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="flex items-center gap-2 text-ui">
            <StatusDot status={status} />
            <span className="truncate font-semibold">{host}</span>
            <span className="whitespace-nowrap text-dim">pid {pid}</span>
            <span className="rounded-full border border-line px-2 text-small leading-5" title={statusMeaning[status]}>
              {statusWords[status]}
            </span>
          </h2>
          <p className="mt-1 text-small text-dim">
            {version === null ? '' : `version ${version} · `}up {lengthWords(nowMs - Date.parse(started_at))} ·{' '}
            <span className={status === 'silent' ? 'text-salmon-ink' : ''}>last beat {agoWords(beat_at, nowMs)}</span>
          </p>
        </div>
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <CommandChip command={`drain ${id}${status === 'draining' ? ' --undo' : ''}`} />
          {status === 'draining' ? (
            <Button aria-disabled={isBusy} onClick={onUndrain} aria-label={`Let ${host} ${pid} claim again`}>
              Claim again
            </Button>
          ) : (
            <Button
              disabled={status !== 'working'}
              aria-disabled={isBusy}
              onClick={onDrain}
              aria-label={`Drain ${host} ${pid}`}
              title="It finishes what it has and claims nothing more"
            >
              Drain
            </Button>
          )}
        </div>
      </div>
      {status !== 'working' && <p className="px-4 pb-3 text-small text-dim">{statusNote(worker)}</p>}
      <div className="flex items-center gap-3 px-4 pb-3">
        <SlotBar used={running} total={slots} />
        <span className="shrink-0 text-small text-dim">
          {countWords(running)} of {counted(slots, 'slot')}
        </span>
      </div>
      <WorkerJobs worker={worker} nowMs={nowMs} />
      <Models worker={worker} />
    </li>
  );
}

function statusNote({ status, running, id }: WorkerView): string {
  if (status === 'draining')
    return running === 0
      ? 'It is empty. The process stays until it is stopped (SIGTERM), and then has nothing to hand back.'
      : `It finishes ${counted(running, 'job')} and claims nothing more. The process stays until it is stopped.`;
  return running === 0
    ? statusMeaning[status]
    : `${statusMeaning[status]} Worker ${id.slice(0, 8)} still holds ${running}.`;
}

function Models({ worker: { models, kinds } }: { readonly worker: WorkerView }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? models : models.slice(0, modelsShown);
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-t border-line px-4 py-2.5 text-small text-dim">
      <span className="mr-1">{kinds.length === 1 ? `takes ${kinds[0]} jobs` : `takes ${kinds.join(', ')}`} with</span>
      {models.length === 0 && <span>no model</span>}
      {shown.map(({ id, label }) => (
        <span key={id} className="rounded-full border border-line px-2 leading-5" title={id}>
          {label}
        </span>
      ))}
      {models.length > modelsShown && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className="rounded-small px-1.5 leading-6 text-water-ink hover:underline"
        >
          {isWhole ? 'Fewer' : `${models.length - modelsShown} more`}
        </button>
      )}
    </div>
  );
}
