// How long prompts wait and how long answering takes: half of them at most this, nineteen of twenty at most that.

import { DataTable } from '#components/operator/frame/data-table.tsx';
import { counted, countWords, lengthWords } from '#components/operator/frame/figure-words.ts';
import { Panel } from '#components/operator/frame/panel.tsx';
import type { Spans } from '#lib/domain/operator/overview.ts';

const waitMeans = 'From when it could have run to its first claim';
const runMeans = 'From its last claim to its end';

export function SpansPanel({ hour, day }: { readonly hour: Spans; readonly day: Spans }) {
  return (
    <Panel title="How long it takes" note={`${countWords(hour.jobs)} ended in 1 h`} isFlush>
      <DataTable label="Waiting and running times">
        <thead>
          <tr>
            <td />
            <th scope="col" data-figure title="Half of them took at most this long">
              p50
            </th>
            <th scope="col" data-figure title="95 of 100 took at most this long">
              p95
            </th>
          </tr>
        </thead>
        <tbody>
          <Line name="Wait, 1 h" means={waitMeans} of={hour} p50={hour.wait_p50_ms} p95={hour.wait_p95_ms} />
          <Line name="Wait, 24 h" means={waitMeans} of={day} p50={day.wait_p50_ms} p95={day.wait_p95_ms} />
          <Line name="Run, 1 h" means={runMeans} of={hour} p50={hour.run_p50_ms} p95={hour.run_p95_ms} />
          <Line name="Run, 24 h" means={runMeans} of={day} p50={day.run_p50_ms} p95={day.run_p95_ms} />
        </tbody>
      </DataTable>
    </Panel>
  );
}

interface LineProps {
  readonly name: string;
  readonly means: string;
  readonly of: Spans;
  readonly p50: number | null;
  readonly p95: number | null;
}

function Line({ name, means, of, p50, p95 }: LineProps) {
  return (
    <tr>
      <th scope="row" title={`${means}, of ${counted(of.jobs, 'job')}`}>
        {name}
      </th>
      <td data-figure>{lengthWords(p50)}</td>
      <td data-figure>{lengthWords(p95)}</td>
    </tr>
  );
}
