// Plays one scenario on a stage of its own and says how it went; nothing it brought along stays.
import { type Scenario, Stage } from './stage.ts';

export interface Played {
  readonly name: string;
  readonly result: 'holds' | 'BROKEN' | 'left out';
  readonly seconds: number;
  /** Figures, or what was wrong, or why it was left out. */
  readonly facts: string;
}

export interface Where {
  readonly server: string;
  readonly template: string;
  readonly jobs: number;
  readonly say: (text: string) => void;
}

export async function play(scenario: Scenario, { server, template, jobs, say }: Where): Promise<Played> {
  const startedAt = performance.now();
  const played = (result: Played['result'], facts: string): Played => ({
    name: scenario.name,
    result,
    seconds: Math.round((performance.now() - startedAt) / 1_000),
    facts,
  });
  const why = (await scenario.missing?.()) ?? null;
  if (why !== null) return played('left out', why);
  const stage = new Stage(server, template, jobs, say);
  try {
    return played('holds', await scenario.run(stage));
  } catch (error) {
    return played('BROKEN', (error as Error).message);
  } finally {
    await stage.leave();
  }
}
