// What can be paused here and now, and how much work would wait because of it.
import { quoted } from '#components/operator/frame/command-chip.tsx';
import type { LaneLoad, PauseRow } from '#lib/domain/operator/pause.ts';
import type { WorkerView } from '#lib/domain/operator/worker-row.ts';

export const pauseKinds = ['everything', 'provider', 'model', 'kind'] as const;
export type PauseKind = (typeof pauseKinds)[number];

export const pauseKindWords: Readonly<Record<PauseKind, string>> = {
  everything: 'All prompts',
  provider: 'A provider',
  model: 'A model',
  kind: 'A kind of job',
};

export interface PauseChoice {
  /** As the server names it. */
  readonly scope: string;
  readonly words: string;
}

/** What of this sort there is: known to a living worker, waiting in a lane, or already paused. */
export function choicesOf(
  kind: PauseKind,
  workers: readonly WorkerView[],
  lanes: readonly LaneLoad[],
): readonly PauseChoice[] {
  const models = workers.flatMap((worker) => worker.models);
  const ofLanes = lanes.map(({ lane }) => lane).filter((lane) => lane !== 'default');
  switch (kind) {
    case 'everything':
      return [{ scope: 'kind:prompt', words: 'All prompts' }];
    case 'provider':
      return unique([
        ...models.map(({ provider }) => provider),
        ...ofLanes.map((lane) => lane.split('/')[0] ?? lane),
      ]).map((name) => ({ scope: `provider:${name}`, words: name }));
    case 'model':
      return [
        { scope: 'lane:default', words: 'Prompts that name no model' },
        ...unique([...models.map(({ id }) => id), ...ofLanes]).map((name) => ({ scope: `lane:${name}`, words: name })),
      ];
    case 'kind':
      return unique([...workers.flatMap(({ kinds }) => kinds), ...lanes.map((lane) => lane.kind)]).map((name) => ({
        scope: `kind:${name}`,
        words: name,
      }));
  }
}

/** How many jobs of the scope wait and run now. */
export function loadOf(
  scope: string,
  lanes: readonly LaneLoad[],
): { readonly waiting: number; readonly running: number } {
  const name = scope.slice(scope.indexOf(':') + 1);
  const isMeant = ({ lane, kind }: LaneLoad) => {
    if (scope.startsWith('kind:')) return kind === name;
    return scope.startsWith('lane:') ? lane === name : lane.split('/')[0] === name;
  };
  const meant = lanes.filter(isMeant);
  return {
    waiting: meant.reduce((sum, { waiting }) => sum + waiting, 0),
    running: meant.reduce((sum, { running }) => sum + running, 0),
  };
}

export const pauseLengths: readonly { readonly words: string; readonly forS: number | null; readonly flag: string }[] =
  [
    { words: 'Until I resume it', forS: null, flag: '' },
    { words: '15 minutes', forS: 900, flag: ' --for 15m' },
    { words: '1 hour', forS: 3_600, flag: ' --for 1h' },
    { words: '4 hours', forS: 14_400, flag: ' --for 4h' },
    { words: '1 day', forS: 86_400, flag: ' --for 1d' },
    { words: '7 days', forS: 604_800, flag: ' --for 7d' },
  ];

/** The command that sets the same pause. */
export function pauseCommand(scope: string, flag: string, reason: string): string {
  return `pause ${quoted(scope)}${flag}${reason === '' ? '' : ` --reason ${quoted(reason)}`}`;
}

/** Whether the scope is paused already: pausing it again replaces that. */
export function knownPause(scope: string, pauses: readonly PauseRow[]): PauseRow | undefined {
  return pauses.find((pause) => pause.scope === scope);
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}
