// How long prompts wait and how long answering takes: half of them at most this, nineteen of twenty at most that.

import { DataTable } from '#components/operator/frame/data-table.tsx';
import { counted, countWords, lengthWords } from '#components/operator/frame/figure-words.ts';
import { Panel } from '#components/operator/frame/panel.tsx';
import type { Spans } from '#lib/domain/operator/overview.ts';

export function SpansPanel({ hour, day }: { readonly hour: Spans; readonly day: Spans }) {
  return (
    <Panel title="How long it takes" note={`${countWords(hour.jobs)} ended in 1 h`} isFlush>
      <DataTable label="Waiting and running times">
        <thead>
          <tr>
            <td />
            <th scope="col" data-figure title="Half of them took at most this long">
              p50, 1 h
            </th>
            <th scope="col" data-figure title="95 of 100 took at most this long">
              p95, 1 h
            </th>
            <th scope="col" data-figure title={`Half of ${counted(day.jobs, 'job')}`}>
              p50, 24 h
            </th>
            <th scope="col" data-figure title={`95 of 100 of ${counted(day.jobs, 'job')}`}>
              p95, 24 h
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row" title="From when it could have run to its first claim">
              Wait
            </th>
            <Figures of={[hour.wait_p50_ms, hour.wait_p95_ms, day.wait_p50_ms, day.wait_p95_ms]} />
          </tr>
          <tr>
            <th scope="row" title="From its last claim to its end">
              Run
            </th>
            <Figures of={[hour.run_p50_ms, hour.run_p95_ms, day.run_p50_ms, day.run_p95_ms]} />
          </tr>
        </tbody>
      </DataTable>
    </Panel>
  );
}

function Figures({ of }: { readonly of: readonly (number | null)[] }) {
  const names = ['p50 hour', 'p95 hour', 'p50 day', 'p95 day'];
  return of.map((ms, at) => (
    <td key={names[at]} data-figure>
      {lengthWords(ms)}
    </td>
  ));
}
