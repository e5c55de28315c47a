// What is kept from being claimed now, why, until when; each can be let go, and that can be taken back.
import { CommandChip } from '#components/operator/frame/command-chip.tsx';
import { agoWords, untilWords } from '#components/operator/frame/figure-words.ts';
import { Panel } from '#components/operator/frame/panel.tsx';
import { useAct } from '#components/operator/frame/use-act.ts';
import { Button } from '#components/ui/button.tsx';
import { Instant } from '#components/ui/instant.tsx';
import type { PauseRow } from '#lib/domain/operator/pause.ts';
import { pauseScopes, resumeScopes } from '#lib/live/operator/workers-api.ts';
import { scopeName } from './worker-words.ts';

interface PausedPanelProps {
  readonly pauses: readonly PauseRow[];
  readonly nowMs: number;
}

export function PausedPanel({ pauses, nowMs }: PausedPanelProps) {
  const { run, isBusy } = useAct();
  const resume = (pause: PauseRow) =>
    run({
      id: pause.scope,
      act: () => resumeScopes([pause.scope]),
      failed: `${scopeName(pause.scope)} could not be resumed.`,
      says: `${scopeName(pause.scope)}: resumed, workers take it up at once.`,
      undo: () => pauseScopes({ scopes: [pause.scope], forS: leftS(pause, nowMs), reason: pause.reason }),
    });
  return (
    <Panel
      title="Paused"
      note="queued jobs wait and keep their order; running ones go on"
      actions={<CommandChip command="pause" />}
      isFlush
    >
      <ul className="divide-y divide-line border-t border-line">
        {pauses.map((pause) => (
          <li key={pause.scope} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-ui">
            <span className="min-w-0 basis-52 font-medium wrap-anywhere">{scopeName(pause.scope)}</span>
            <span className="min-w-0 flex-1 basis-64 text-dim wrap-anywhere">
              {pause.until === null ? (
                'until resumed'
              ) : (
                <>
                  ends {untilWords(pause.until, nowMs)}, <Instant iso={pause.until} nowMs={nowMs} />
                </>
              )}
              {' · '}
              {pause.reason} · by {pause.set_by}, {agoWords(pause.created_at, nowMs)}
            </span>
            <Button
              aria-disabled={isBusy(pause.scope)}
              onClick={() => void resume(pause)}
              aria-label={`Resume: ${scopeName(pause.scope)}`}
            >
              Resume
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Seconds that are left of it; null for a pause without an end. */
function leftS({ until }: PauseRow, nowMs: number): number | null {
  return until === null ? null : Math.max(1, Math.round((Date.parse(until) - nowMs) / 1_000));
}
