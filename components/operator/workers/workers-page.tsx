// The workers page: the processes that work, what they do now, and what is kept from being claimed.
'use client';
import { useState } from 'react';
import { CommandChip } from '#components/operator/frame/command-chip.tsx';
import { counted } from '#components/operator/frame/figure-words.ts';
import { PageHeader } from '#components/operator/frame/page-header.tsx';
import { EmptyState, FailedState, LoadingState } from '#components/operator/frame/page-states.tsx';
import { useAct } from '#components/operator/frame/use-act.ts';
import { useLiveQuery } from '#components/operator/frame/use-live-query.ts';
import { Button } from '#components/ui/button.tsx';
import type { WorkerView } from '#lib/domain/operator/worker-row.ts';
import { drainWorker, readPauses, readWorkers, undrainWorker } from '#lib/live/operator/workers-api.ts';
import { useServerNow } from '#lib/live/use-field.ts';
import { GoneWorkers } from './gone-workers.tsx';
import { PauseDialog } from './pause-dialog.tsx';
import { PausedPanel } from './paused-panel.tsx';
import { WorkerCard } from './worker-card.tsx';

export function WorkersPage() {
  const { data, error, refresh } = useLiveQuery(['workers'], readWorkers);
  const { data: paused } = useLiveQuery(['pauses'], readPauses);
  const nowMs = useServerNow(true);
  const { run, isBusy } = useAct();
  const [isPausing, setPausing] = useState(false);
  const all = data?.workers ?? [];
  // By start alone: a card that moved away when it is drained would leave another worker's button under the pointer.
  const here = all
    .filter(isHere)
    .toSorted((a, b) => b.started_at.localeCompare(a.started_at) || a.id.localeCompare(b.id));
  const gone = all.filter((worker) => !isHere(worker));
  const working = here.filter(({ status }) => status === 'working');
  const drain = (workers: readonly WorkerView[]) =>
    run({
      id: workers.length === 1 ? (workers[0]?.id ?? allId) : allId,
      act: () => Promise.all(workers.map(({ id }) => drainWorker(id))),
      failed: 'It could not be drained.',
      says: drainedWords(workers),
      undo: () => Promise.all(workers.map(({ id }) => undrainWorker(id))),
    });
  const undrain = (worker: WorkerView) =>
    run({
      id: worker.id,
      act: () => undrainWorker(worker.id),
      failed: 'It does not claim again.',
      says: `${worker.host} ${worker.pid} claims again.`,
      undo: () => drainWorker(worker.id),
    });
  return (
    <>
      <PageHeader
        title="Workers"
        says="The processes that claim jobs and run them. No page owns them: what you do here, the command line does too."
        command="queue-metrics"
      >
        {working.length > 1 && (
          <Button aria-disabled={isBusy(allId)} onClick={() => void drain(working)}>
            Drain all
          </Button>
        )}
        <Button disabled={paused === undefined} onClick={() => setPausing(true)}>
          Pause…
        </Button>
      </PageHeader>
      {error != null && <FailedState error={error} onAgain={refresh} />}
      {paused !== undefined && paused.pauses.length > 0 && <PausedPanel pauses={paused.pauses} nowMs={nowMs} />}
      {data === undefined && error == null && <LoadingState label="The workers are coming" rows={4} />}
      {data !== undefined && here.length === 0 && (
        <EmptyState icon="screen" title="Nobody works" actions={<CommandChip command="run-worker" />}>
          Prompts are taken and kept, and wait. <code className="font-mono">npm start</code> brings a worker with it;{' '}
          <code className="font-mono">npm run worker</code> starts one more, here or on any machine that reaches the
          same database.
        </EmptyState>
      )}
      {here.length > 0 && (
        <ul aria-label="Workers" className="grid grid-cols-1 gap-4">
          {here.map((worker) => (
            <WorkerCard
              key={worker.id}
              worker={worker}
              nowMs={nowMs}
              isBusy={isBusy(worker.id) || isBusy(allId)}
              onDrain={() => void drain([worker])}
              onUndrain={() => void undrain(worker)}
            />
          ))}
        </ul>
      )}
      {gone.length > 0 && <GoneWorkers workers={gone} nowMs={nowMs} />}
      {data !== undefined && <WhatItMeans />}
      {isPausing && paused !== undefined && (
        <PauseDialog workers={here} paused={paused} onClose={() => setPausing(false)} />
      )}
    </>
  );
}

const allId = 'all workers';

/** A silent worker stays among the living as long as it holds jobs: they still have to be taken back. */
function isHere({ status, running }: WorkerView): boolean {
  return status === 'working' || status === 'draining' || (status === 'silent' && running > 0);
}

function drainedWords(workers: readonly WorkerView[]): string {
  const running = workers.reduce((sum, worker) => sum + worker.running, 0);
  const who = workers.length === 1 ? `${workers[0]?.host} ${workers[0]?.pid}` : counted(workers.length, 'worker');
  const rest = running === 0 ? 'nothing runs there' : `${counted(running, 'running job')} will be finished`;
  return `${who} ${workers.length === 1 ? 'claims' : 'claim'} nothing more; ${rest}.`;
}

function WhatItMeans() {
  return (
    <dl className="grid gap-x-8 gap-y-3 border-t border-line pt-4 text-small text-dim md:grid-cols-3">
      <div>
        <dt className="font-medium text-ink">Draining a worker</dt>
        <dd>
          It finishes what it has and claims nothing more: before stopping its machine, or to move work elsewhere.
        </dd>
      </div>
      <div>
        <dt className="font-medium text-ink">Pausing work</dt>
        <dd>
          Jobs of a kind, a model or a provider are not claimed by any worker. They wait in their order; running ones go
          on.
        </dd>
      </div>
      <div>
        <dt className="font-medium text-ink">Stopping a worker</dt>
        <dd>
          Its process gets SIGTERM, finishes for up to 30 s and hands the rest back unharmed. A killed one’s jobs run
          again within a lease.
        </dd>
      </div>
    </dl>
  );
}
