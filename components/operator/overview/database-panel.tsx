// The database and the live view: how fast they answer and how much room is left.
import type { ReactNode } from 'react';
import { countWords, lengthWords } from '#components/operator/frame/figure-words.ts';
import { Panel } from '#components/operator/frame/panel.tsx';
import type { OverviewAnswer } from '#lib/domain/operator/overview.ts';

export function DatabasePanel({ overview }: { readonly overview: OverviewAnswer }) {
  const { database, streams, event_lag_ms } = overview;
  const share = database.connections / Math.max(1, database.max_connections);
  return (
    <Panel title="Database and live view" note={`PostgreSQL ${database.version.split(' ')[0]}`}>
      <dl className="grid gap-2 text-ui">
        <Fact name="One answer takes">{lengthWords(database.answer_ms)}</Fact>
        <Fact name="Connections">
          <span
            aria-hidden="true"
            className="mr-2 inline-block h-1.5 w-16 overflow-hidden rounded-full bg-hover align-middle"
          >
            <span
              className={`block h-full ${share > 0.9 ? 'bg-orphan' : 'bg-settled'}`}
              style={{ width: `${Math.min(100, share * 100)}%` }}
            />
          </span>
          {countWords(database.connections)} of {countWords(database.max_connections)}
        </Fact>
        <Fact name="Pages that follow live">{countWords(streams)}</Fact>
        <Fact name="Event log last read">
          {event_lag_ms === null ? 'nobody follows' : `${lengthWords(event_lag_ms)} ago`}
        </Fact>
      </dl>
    </Panel>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <dt className="text-dim">{name}</dt>
      <dd className="text-right whitespace-nowrap">{children}</dd>
    </div>
  );
}
