// The filters above the jobs. Each is a part of the address; a text is looked for when the typing rests.
import { useEffect, useId, useRef, useState } from 'react';
import { type KnownWorker, kindWords, workerName } from '#components/operator/jobs/job-words.ts';
import { Button } from '#components/ui/button.tsx';
import { modelWords } from '#components/ui/model-words.ts';
import { useModels } from '#components/ui/use-models.ts';
import { stateWord } from '#lib/domain/drop.ts';
import { failureKinds } from '#lib/domain/failure.ts';
import { jobKinds, jobStates } from '#lib/domain/job.ts';
import type { JobSort } from '#lib/domain/jobs/job-sort.ts';
import { type ChangeJobUrl, filterNames, type JobUrl, onlyFilters } from './job-filters.ts';
import { SelectFilter } from './select-filter.tsx';

interface FilterBarProps {
  readonly url: JobUrl;
  readonly onChange: ChangeJobUrl;
  readonly workers: readonly KnownWorker[];
}

const times = [
  ['1h', 'Last hour'],
  ['today', 'Today'],
  ['24h', 'Last 24 hours'],
  ['7d', 'Last 7 days'],
  ['30d', 'Last 30 days'],
] as const;

const ages = [
  ['1h', 'Over 1 hour ago'],
  ['today', 'Before today'],
  ['24h', 'Over 24 hours ago'],
  ['7d', 'Over 7 days ago'],
] as const;

const sorts: readonly (readonly [JobSort, string])[] = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['ended', 'Last ended first'],
  ['longest', 'Longest run first'],
  ['shortest', 'Shortest run first'],
  ['urgent', 'Most urgent first'],
  ['attempts', 'Most attempts first'],
];

export function FilterBar({ url, onChange, workers }: FilterBarProps) {
  const models = useModels()?.models ?? [];
  const set = (name: (typeof filterNames)[number]) => (value: string | null) =>
    onChange({ [name]: value, after: null });
  const [isOpen, setOpen] = useState(false);
  const isFiltered = filterNames.some((name) => name !== 'sort' && url[name] !== null);
  return (
    <search className="grid grid-cols-2 items-end gap-x-3 gap-y-2 md:flex md:flex-wrap" aria-label="Filter jobs">
      <TextFilter value={url.q ?? ''} onChange={(q) => onChange({ q: q === '' ? null : q, after: null }, 'replace')} />
      <div className="col-span-2 flex md:hidden">
        <Button icon="sliders" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Fewer filters' : 'Filters and order'}
        </Button>
      </div>
      <div className={`contents ${isOpen ? '' : 'max-md:hidden'}`}>
        <SelectFilter
          label="State"
          value={url.state}
          onChange={set('state')}
          options={jobStates.map((state) => [state, stateWord[state]])}
        />
        <SelectFilter
          label="Error"
          value={url.error}
          onChange={set('error')}
          options={failureKinds.map((kind) => [kind, kind])}
        />
        <SelectFilter
          label="Model"
          value={url.model}
          onChange={set('model')}
          options={[['default', 'None named'], ...models.map(({ id }): [string, string] => [id, modelWords(id)])]}
        />
        <SelectFilter
          label="Worker"
          value={url.worker}
          onChange={set('worker')}
          options={workers.map((worker) => [worker.id, workerName(worker)])}
        />
        <SelectFilter
          label="Priority"
          value={url.priority}
          onChange={set('priority')}
          options={[
            ['urgent', 'Urgent'],
            ['normal', 'Normal'],
            ['later', 'Later'],
          ]}
        />
        <SelectFilter
          label="Kind"
          value={url.kind}
          onChange={set('kind')}
          options={jobKinds.map((kind) => [kind, kindWords(kind)])}
        />
        <SelectFilter label="Since" value={url.since} onChange={set('since')} options={times} isTime />
        <SelectFilter label="Until" value={url.until} onChange={set('until')} options={ages} isTime />
        <SelectFilter
          label="Order"
          value={url.sort ?? 'newest'}
          onChange={(sort) => set('sort')(sort === 'newest' ? null : sort)}
          options={sorts}
          isRequired
        />
      </div>
      {url.group !== null && (
        <span className="inline-flex h-7 items-center gap-1 rounded-full border border-orphan/50 bg-salmon-soft px-3 text-ui text-salmon-ink">
          One group of failures
        </span>
      )}
      {isFiltered && (
        <Button tone="quiet" icon="close" onClick={() => onChange(onlyFilters({ sort: url.sort }))}>
          Clear
        </Button>
      )}
    </search>
  );
}

const restMs = 250;

function TextFilter({ value, onChange }: { readonly value: string; readonly onChange: (text: string) => void }) {
  const id = useId();
  const [text, setText] = useState(value);
  const sent = useRef(value);
  // A view or the back button has changed the address.
  if (value !== sent.current) {
    sent.current = value;
    setText(value);
  }
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      latest.current(text);
    }, restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className="col-span-2 grid min-w-44 flex-1 gap-1 xl:basis-44 xl:grow-2">
      <label htmlFor={id} className="text-small text-dim">
        Text
      </label>
      <input
        id={id}
        type="search"
        data-operator-search=""
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        placeholder="First line, error or id"
        className="h-7 w-full rounded-small border border-line-strong bg-raised px-2 text-ui text-ink placeholder:text-dim"
      />
    </div>
  );
}
