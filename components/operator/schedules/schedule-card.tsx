// One recurring prompt: what it sends, when next, how its last run stands, and what can be done with it.
import { CommandChip } from '#components/operator/frame/command-chip.tsx';
import { agoWords, untilWords } from '#components/operator/frame/figure-words.ts';
import { Button, IconButton } from '#components/ui/button.tsx';
import { modelWords } from '#components/ui/model-words.ts';
import { cronWords } from '#lib/domain/queue/cron-words.ts';
import type { ScheduleRow } from '#lib/domain/queue/schedule-row.ts';
import { nextTicks } from '#lib/domain/queue/ticks.ts';
import { LastRun } from './last-run.tsx';
import { missedWords, tickWords } from './tick-words.ts';

interface ScheduleCardProps {
  readonly row: ScheduleRow;
  readonly nowMs: number;
  readonly isBusy: boolean;
  readonly onPause: () => void;
  readonly onResume: () => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

export function ScheduleCard({ row, nowMs, isBusy, onPause, onResume, onEdit, onRemove }: ScheduleCardProps) {
  const { id, name, text, cron, time_zone, missed, model, paused_at } = row;
  const isPaused = paused_at !== null;
  return (
    <li className="min-w-0 rounded-card border border-line bg-panel" data-schedule={id} data-paused={isPaused}>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2 px-4 pt-3.5 pb-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="flex items-center gap-2 text-[15px] font-semibold">
            <span className="min-w-0 truncate">{name}</span>
            {isPaused && (
              <span className="rounded-full border border-line-strong px-2 text-small leading-5 font-normal text-dim">
                Paused
              </span>
            )}
          </h2>
          <p className="mt-0.5 line-clamp-2 text-ui text-dim wrap-anywhere">{text}</p>
        </div>
        <div className="flex items-center gap-1.5">
          {isPaused ? (
            <Button aria-disabled={isBusy} onClick={onResume} aria-label={`Resume ${name}`}>
              Resume
            </Button>
          ) : (
            <Button aria-disabled={isBusy} onClick={onPause} aria-label={`Pause ${name}`}>
              Pause
            </Button>
          )}
          <IconButton icon="edit" label={`Change ${name}`} onClick={onEdit} />
          <IconButton icon="bin" label={`Remove ${name}`} onClick={onRemove} />
        </div>
      </div>
      <dl className="grid gap-x-6 gap-y-3 border-t border-line px-4 py-3 text-ui sm:grid-cols-2 lg:grid-cols-[1.2fr_1.4fr_1.2fr]">
        <div className="min-w-0">
          <dt className="text-small text-dim">When</dt>
          <dd>{cronWords(cron) ?? <code className="font-mono text-small">{cron}</code>}</dd>
          <dd className="text-small text-dim">
            {time_zone}
            {cronWords(cron) !== null && <code className="ml-2 font-mono">{cron}</code>}
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="text-small text-dim">Next</dt>
          {isPaused ? (
            <dd className="text-dim">Nothing until it is resumed; paused {agoWords(paused_at, nowMs)}</dd>
          ) : (
            <Next row={row} nowMs={nowMs} />
          )}
        </div>
        <div className="min-w-0">
          <dt className="text-small text-dim">Last</dt>
          <dd>
            <LastRun row={row} nowMs={nowMs} />
          </dd>
        </div>
      </dl>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2 text-small text-dim">
        <span>Missed runs: {missedWords[missed].name.toLowerCase()}</span>
        <span>{model === null ? 'the workers’ default model' : modelWords(model)}</span>
        <span className="ml-auto min-w-0 max-w-full">
          <CommandChip command={`schedules ${isPaused ? 'resume' : 'pause'} ${id}`} />
        </span>
      </div>
    </li>
  );
}

function Next({ row, nowMs }: { readonly row: ScheduleRow; readonly nowMs: number }) {
  const { next_tick_at, cron, time_zone } = row;
  if (next_tick_at === null) return <dd className="text-salmon-ink">Never: there is no such date.</dd>;
  const isElsewhere = tickWords(next_tick_at) !== tickWords(next_tick_at, time_zone);
  const later = nextTicks(cron, time_zone, new Date(next_tick_at), 2) ?? [];
  return (
    <>
      <dd>
        {untilWords(next_tick_at, nowMs)} <span className="text-dim">· {tickWords(next_tick_at, time_zone)}</span>
        {isElsewhere && <span className="text-dim"> ({tickWords(next_tick_at)} here)</span>}
      </dd>
      {later.length > 0 && (
        <dd className="text-small text-dim">
          then {later.map((tick) => tickWords(tick.toISOString(), time_zone)).join(' · ')}
        </dd>
      )}
    </>
  );
}
