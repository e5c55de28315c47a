// Workers that went in the last hour, dim: who reads a log finds them by their pid.
import { DataTable } from '#components/operator/frame/data-table.tsx';
import { agoWords, countWords, lengthWords } from '#components/operator/frame/figure-words.ts';
import { Panel } from '#components/operator/frame/panel.tsx';
import type { WorkerView } from '#lib/domain/operator/worker-row.ts';

export function GoneWorkers({ workers, nowMs }: { readonly workers: readonly WorkerView[]; readonly nowMs: number }) {
  return (
    <Panel title="Gone in the last hour" note={countWords(workers.length)} isFlush>
      <DataTable label="Workers gone in the last hour" className="text-dim">
        <thead>
          <tr>
            <th scope="col">Worker</th>
            <th scope="col">Id</th>
            <th scope="col">How</th>
            <th scope="col" data-figure>
              Lived
            </th>
            <th scope="col" data-figure>
              Last beat
            </th>
          </tr>
        </thead>
        <tbody>
          {workers.map((worker) => (
            <tr key={worker.id}>
              <td>
                {worker.host} · pid {worker.pid}
              </td>
              <td className="font-mono text-small">{worker.id.slice(0, 8)}</td>
              <td>{worker.status === 'ended' ? 'in good order' : 'fell silent; its jobs were taken back'}</td>
              <td data-figure>{lengthWords(Date.parse(worker.beat_at) - Date.parse(worker.started_at))}</td>
              <td data-figure>{agoWords(worker.beat_at, nowMs)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Panel>
  );
}
