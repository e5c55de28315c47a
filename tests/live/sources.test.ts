// Stream and poll under one contract, and side by side.
import { expect, it } from 'vitest';
import { pollSource } from '#lib/live/pipe/poll-source.ts';
import { sseSource } from '#lib/live/pipe/sse-source.ts';
import { eventually } from '../support/eventually.ts';
import { describeLiveSource, Onlooker } from './source.contract.ts';
import { startWireServer } from './wire-server.ts';
import { ManualTime, openTab } from './world.ts';

describeLiveSource('the stream', sseSource);
describeLiveSource('the poll', (env, knowledge) => pollSource(env, knowledge));

it('stream and poll end in the same state, row for row and letter for letter', async () => {
  const server = await startWireServer();
  const time = new ManualTime();
  const [streamed, polled] = [0, 1].map(() => new Onlooker(openTab({ base: server.base, time }).env));
  if (streamed === undefined || polled === undefined) throw new Error('two onlookers');
  const sources = [sseSource(streamed.env, streamed), pollSource(polled.env, polled)] as const;
  streamed.watch(sources[0]);
  polled.watch(sources[1]);
  for (let turn = 0; turn < 60; turn += 1) {
    const id = `p${turn % 7}`;
    const row = server.field.rows.get(id);
    if (row === undefined) server.field.put(id);
    else if (row.state === 'queued') server.field.claim(id);
    else if (row.state === 'running' && turn % 3 > 0) server.field.speak(id, `${turn} text 👩‍🚀 `);
    else if (row.state === 'running') server.field.settle(id);
    if (turn % 10 === 0) time.advance(2_000);
  }
  await eventually(() => {
    time.advance(2_000);
    expect(polled.field.rows).toEqual([...server.field.rows.values()]);
    expect(streamed.field.rows).toEqual(polled.field.rows);
    for (const { jobId } of streamed.running())
      expect(streamed.outputs.read(jobId)?.text ?? '').toBe(polled.outputs.read(jobId)?.text ?? '');
  });
  for (const source of sources) source.stop();
  await server.close();
});

it('an idle field is asked every 15 s, one with work every 2 s, and a hidden one not at all', async () => {
  const server = await startWireServer();
  const time = new ManualTime();
  const onlooker = new Onlooker(openTab({ base: server.base, time }).env);
  let mayAsk = true;
  const source = pollSource(onlooker.env, onlooker, () => mayAsk);
  const asked = () => server.requests.filter((request) => request.includes('/recent')).length;
  const nextTurnIsSet = () => eventually(() => expect(time.pending).toBeGreaterThan(0));
  onlooker.watch(source);
  await nextTurnIsSet();
  time.advance(14_900);
  expect(asked()).toBe(1);
  server.field.put('a');
  time.advance(100);
  await eventually(() => expect(onlooker.field.rows).toHaveLength(1));
  await nextTurnIsSet();
  time.advance(2_000);
  await eventually(() => expect(asked()).toBe(3));
  await nextTurnIsSet();
  mayAsk = false;
  time.advance(30_000);
  expect(asked()).toBe(3);
  source.stop();
  expect(time.pending).toBe(0);
  await server.close();
});

it('a stream without a byte for two beats is given up', async () => {
  const server = await startWireServer();
  const time = new ManualTime();
  const onlooker = new Onlooker(openTab({ base: server.base, time }).env);
  const source = sseSource(onlooker.env, onlooker);
  onlooker.watch(source);
  await eventually(() => expect(onlooker.opens).toBeGreaterThan(0));
  time.advance(29_000);
  server.field.tell(': beat\n\n');
  const { calls } = onlooker;
  await eventually(() => expect(onlooker.calls).toBeGreaterThan(calls));
  time.advance(29_000);
  expect(onlooker.downs).toEqual([]);
  time.advance(1_000);
  expect(onlooker.downs).toEqual(['silent']);
  await server.close();
});
