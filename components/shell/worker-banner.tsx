// Says in place when nobody works: prompts are kept either way.
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import type { HealthAnswer } from '#lib/domain/health.ts';
import { readHealth } from '#lib/live/api.ts';

const askEveryMs = 30_000;
const askWhileAwayMs = 5_000;
/** Source: field contract, "Missing key/worker". */
const silentForMs = 30_000;
/** A worker that has never reported may just be starting, beside the page. */
const startGraceMs = 9_000;

export function WorkerBanner() {
  const { data: health } = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => readHealth(signal),
    refetchInterval: ({ state }) => (state.data?.status === 'ok' ? askEveryMs : askWhileAwayMs),
  });
  const awaySince = useRef<number | null>(null);
  if (health?.status !== 'no_worker') awaySince.current = null;
  else awaySince.current ??= Date.parse(health.now);
  const text = health === undefined ? null : bannerWords(health, awaySince.current);
  if (text === null) return null;
  return (
    <div role="status" className="flex items-center gap-2.5 border-b border-line bg-salmon-soft px-4 py-2 text-ui">
      <span className="text-salmon-ink">
        <Icon name="alert" />
      </span>
      <p>
        {text.said}
        {text.command !== undefined && (
          <>
            {' '}
            Start one with <code className="rounded bg-code px-1.5 py-0.5 font-mono text-small">{text.command}</code>.
          </>
        )}
      </p>
    </div>
  );
}

/** Null when there is nothing to say. `awaySinceMs`: the server's time when the page first heard of no worker. */
export function bannerWords(
  health: HealthAnswer,
  awaySinceMs: number | null,
): { readonly said: string; readonly command?: string } | null {
  if (health.status === 'ok') return null;
  if (health.status === 'down')
    return { said: 'The database is away. What you send is kept in this browser until it is back.' };
  const { last_beat_at } = health.worker;
  const nowMs = Date.parse(health.now);
  const isSilent =
    last_beat_at === null
      ? awaySinceMs !== null && nowMs - awaySinceMs >= startGraceMs
      : nowMs - Date.parse(last_beat_at) >= silentForMs;
  if (!isSilent) return null;
  return { said: 'No worker has reported in the last 30 s. Prompts will wait.', command: 'npm run worker' };
}
