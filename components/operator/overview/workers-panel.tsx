// The workers at a glance: who works, how full they are, when each last beat.
import { agoWords, countWords } from '#components/operator/frame/figure-words.ts';
import { Panel } from '#components/operator/frame/panel.tsx';
import { StatusDot } from '#components/operator/workers/status-dot.tsx';
import { statusWords } from '#components/operator/workers/worker-words.ts';
import { PageLink } from '#components/ui/page-link.tsx';
import type { WorkerView } from '#lib/domain/operator/worker-row.ts';

const shown = 5;

export function WorkersPanel({ workers, nowMs }: { readonly workers: readonly WorkerView[]; readonly nowMs: number }) {
  const living = workers.filter(({ status }) => status !== 'ended');
  const used = living.reduce((sum, { running }) => sum + running, 0);
  const slots = living.reduce((sum, worker) => sum + (worker.status === 'working' ? worker.slots : 0), 0);
  const silent = living.slice(shown).filter(({ status }) => status === 'silent').length;
  return (
    <Panel
      title="Workers"
      note={living.length === 0 ? undefined : `${countWords(used)} of ${countWords(slots)} slots used`}
      actions={<MoreLink href="/operator/workers" words="All workers" />}
      isFlush
    >
      {living.length === 0 ? (
        <p className="px-4 pb-4 text-ui text-dim">
          Nobody works. Start one with <code className="font-mono text-small">npm run worker</code>.
        </p>
      ) : (
        <ul className="pb-2">
          {living.slice(0, shown).map((worker) => (
            <li key={worker.id} className="flex items-center gap-2.5 px-4 py-1.5 text-ui">
              <StatusDot status={worker.status} />
              <span className="min-w-0 flex-1 truncate">
                {worker.host}
                <span className="text-dim"> · {worker.pid}</span>
                {worker.status !== 'working' && <span className="text-dim"> · {statusWords[worker.status]}</span>}
              </span>
              <span className="text-dim">
                {countWords(worker.running)}/{countWords(worker.slots)}
              </span>
              <span className="w-20 text-right text-dim" title="Last beat">
                {agoWords(worker.beat_at, nowMs)}
              </span>
            </li>
          ))}
          {living.length > shown && (
            <li className="px-4 py-1.5 text-ui text-dim">
              and {countWords(living.length - shown)} more{silent > 0 && `, ${countWords(silent)} of them silent`}
            </li>
          )}
        </ul>
      )}
    </Panel>
  );
}

export function MoreLink({ href, words }: { readonly href: string; readonly words: string }) {
  return (
    <PageLink href={href} className="rounded-small px-1 text-small text-water-ink hover:underline">
      {words}
    </PageLink>
  );
}
