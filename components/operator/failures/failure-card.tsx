// One group of failures: what happened in a sentence, how often and when, whom it hit, and running all of it again.
import { useSyncExternalStore } from 'react';
import { batchStore, startBatch } from '#components/operator/batch/batch.ts';
import { retryGroupWork } from '#components/operator/batch/batch-work.ts';
import { useRefreshOperator } from '#components/operator/batch/use-refresh.ts';
import { CommandChip } from '#components/operator/frame/command-chip.tsx';
import { agoWords, counted, countWords } from '#components/operator/frame/figure-words.ts';
import { Button } from '#components/ui/button.tsx';
import { modelWords } from '#components/ui/model-words.ts';
import { PageLink } from '#components/ui/page-link.tsx';
import { instantWords } from '#components/ui/time-words.ts';
import { explainFailure } from '#lib/domain/failure.ts';
import type { FailureGroup } from '#lib/domain/failures/failure-group.ts';
import { hoursOf, type Range, rangeWords } from './ranges.ts';
import { Timeline } from './timeline.tsx';

interface FailureCardProps {
  readonly group: FailureGroup;
  readonly range: Range;
  /** Of the answer the group is from: exactly what is shown is what is retried. */
  readonly since: string | null;
  readonly until: string;
  readonly nowMs: number;
}

export function FailureCard({ group, range, since, until, nowMs }: FailureCardProps) {
  const { group_id, error_kind, pattern, count, sample } = group;
  const heading = `failure-${group_id}`;
  const hours = hoursOf(range);
  return (
    <article aria-labelledby={heading} className="min-w-0 rounded-card border border-line bg-panel">
      <div className="grid gap-x-6 gap-y-3 px-4 pt-3 pb-3 md:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0 space-y-1">
          <h2 id={heading} className="text-[15px] leading-6 font-semibold">
            <span className="mr-1 text-salmon-ink">{countWords(count)}×</span> {explainFailure(error_kind)}{' '}
            <code className="font-mono text-small font-normal text-dim">{error_kind}</code>
          </h2>
          {pattern !== '' && <Pattern text={pattern} />}
        </div>
        <Timeline
          counts={group.timeline}
          label={`Failures ${rangeWords(range)}, in ${group.timeline.length} equal parts`}
        />
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 px-4 pb-3 text-ui sm:grid-cols-[auto_minmax(0,1fr)_auto_minmax(0,1fr)]">
        <dt className="text-dim">First</dt>
        <dd>
          <time dateTime={group.first_at} title={instantWords(group.first_at)}>
            {agoWords(group.first_at, nowMs)}
          </time>
        </dd>
        <dt className="text-dim">Last</dt>
        <dd>
          <time dateTime={group.last_at} title={instantWords(group.last_at)}>
            {agoWords(group.last_at, nowMs)}
          </time>
        </dd>
        <dt className="text-dim">Models</dt>
        <dd className="min-w-0 truncate" title={modelsWords(group)}>
          {modelsWords(group)}
        </dd>
        <dt className="text-dim">Newest</dt>
        <dd className="min-w-0 truncate">
          <PageLink
            href={`/operator/jobs/${sample.job_id}`}
            title={sample.message}
            className="text-water-ink hover:underline"
          >
            {sample.label || 'The job'}
          </PageLink>
        </dd>
      </dl>
      <footer className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2">
        <RetryGroup group={group} since={since} until={until} />
        <PageLink
          href={`/operator/jobs?state=failed&group=${group_id}`}
          className="inline-flex h-7 items-center rounded-small px-2.5 text-ui font-medium text-dim hover:bg-hover hover:text-ink"
        >
          Show {count === 1 ? 'it' : 'them'}
        </PageLink>
        <span className="ml-auto flex min-w-0">
          <CommandChip command={`retry-failures ${group_id} ${hours === null ? '--ever' : `--hours ${hours}`}`} />
        </span>
      </footer>
    </article>
  );
}

function RetryGroup({ group, since, until }: Pick<FailureCardProps, 'group' | 'since' | 'until'>) {
  const refresh = useRefreshOperator();
  const batches = useSyncExternalStore(batchStore.subscribe, batchStore.read, batchStore.read);
  const isBusy = batches.some(
    ({ key, phase }) => key === `group ${group.group_id}` && (phase === 'held' || phase === 'sending'),
  );
  if (group.retryable === 0)
    return <span className="text-ui text-dim">Jobs without a prompt are not run again here.</span>;
  return (
    <Button
      tone="salmon"
      icon="retry"
      disabled={isBusy}
      onClick={() => startBatch(retryGroupWork(group, since, until), refresh)}
    >
      {isBusy ? 'Retrying…' : group.retryable === 1 ? 'Retry it' : `Retry these ${countWords(group.retryable)}`}
    </Button>
  );
}

/** What was taken out of the message stands out from its words. */
function Pattern({ text }: { readonly text: string }) {
  const pieces = text.split(/(<id>|<time>|<text>|#)/);
  return (
    <p className="text-ui text-dim [overflow-wrap:anywhere]">
      {pieces.map((piece, at) =>
        at % 2 === 0 ? (
          piece
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move.
          <span key={at} className="rounded-[4px] bg-hover px-1 text-small">
            {marks[piece] ?? piece}
          </span>
        ),
      )}
    </p>
  );
}

const marks: Readonly<Record<string, string>> = { '<id>': 'id', '<time>': 'time', '<text>': 'text', '#': '#' };

function modelsWords({ models, count }: FailureGroup): string {
  const named = models.map(({ model, count: jobs }) => {
    const name = model === 'default' ? 'Default model' : modelWords(model);
    return models.length === 1 ? name : `${name} ${countWords(jobs)}`;
  });
  const told = models.reduce((sum, { count: jobs }) => sum + jobs, 0);
  return told < count ? `${named.join(', ')} and ${counted(count - told, 'other')}` : named.join(', ');
}
