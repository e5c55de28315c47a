// SIGKILL of the web process in the middle of what a person asked for: asked again in the same words, it has happened once.
import { v7 as newId } from 'uuid';
import { ask } from '#tests/proofs/support/http.ts';
import { sql } from '#tests/support/jobs.ts';
import type { Ground } from '../world/ground.ts';
import { stopWell } from '../world/ground.ts';
import { diesThere, type Point } from '../world/preloads.ts';
import type { Death, Scene } from './kill-points.ts';

/** Asks a web process that dies of it, then another one, in the same words; resolves with the second one's answer. */
async function askTwice(
  ground: Ground,
  doom: Readonly<Record<string, string>>,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const doomed = await ground.web(doom);
  const lost = await ask(doomed.origin, path, body, headers).then(
    () => false,
    () => true,
  );
  await diesThere(doomed);
  if (!lost) throw new Error('the web process answered and died only then');
  const web = await ground.web({}, doomed.port);
  const answer = await ask(web.origin, path, body, headers);
  if (answer.status >= 300) throw new Error(`asked again: ${answer.status} ${JSON.stringify(answer.body)}`);
  await stopWell(web);
  return answer.body;
}

const submitting: Scene = (ground, doom) => submitTwice(ground, doom, {});

/** What continues something takes more than one statement. */
const continuing: Scene = async (ground, doom) =>
  submitTwice(ground, doom, { parent_id: await ground.submit({ text: '@demo delay=0 rate=0\nFirst' }) });

const submitTwice = async (ground: Ground, doom: Readonly<Record<string, string>>, more: object): Promise<void> => {
  const prompt_id = newId();
  const body = { text: '@demo delay=0 rate=0 reply="answer 7"\nquestion 7', prompt_id, ...more };
  const answer = await askTwice(ground, doom, '/api/prompts', body, { 'idempotency-key': prompt_id });
  if (answer.prompt_id !== prompt_id) throw new Error('the repeated submit made another prompt');
  ground.accepted.add(prompt_id);
};

const cancelling: Scene = async (ground, doom) => {
  const jobId = await ground.jobOf(await ground.submit({ text: '@demo delay=0 rate=0\nNever mind' }));
  await askTwice(ground, doom, `/api/jobs/${jobId}/cancel`, {});
};

const retrying: Scene = async (ground, doom) => {
  const promptId = await ground.submit({ text: '@demo delay=0 rate=0 fail=400\nAgain, please' });
  const failed = await ground.jobOf(promptId);
  const worker = ground.worker();
  await ground.reached(['failed'], 1);
  await stopWell(worker);
  await askTwice(ground, doom, `/api/jobs/${failed}/retry`, {});
};

const inStates = (wanted: string) => async (ground: Ground) => {
  await ground.expectPromises('at the end');
  const rows = await sql<{ state: string }>(ground.db, 'select state from job order by created_at');
  const states = rows.map(({ state }) => state).join(', ');
  if (states !== wanted) throw new Error(`the jobs are ${states}, not ${wanted}`);
};

const point = (statement: string, when: Point['when']): Point => ({ statement, when });

export const webDeaths: readonly Death[] = [
  { name: 'before a submit', at: point('submit_prompts', 'before'), scene: submitting },
  { name: 'inside a submit', at: point('submit_prompts', 'answered'), scene: continuing },
  { name: 'after a submit, before its answer', at: point('submit_prompts', 'committed'), scene: submitting },
  {
    name: 'after a cancel, before its note',
    at: point('cancel_job', 'committed'),
    scene: cancelling,
    expected: inStates('cancelled'),
  },
  {
    name: 'after a person’s retry, before its answer',
    at: point('enqueue_retry', 'committed'),
    scene: retrying,
    expected: inStates('superseded, failed'),
  },
];
