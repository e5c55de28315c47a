// One line: the stream first, polling when it is bad, the stream again by itself, and never two streams.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Line, type LiveMode } from '#lib/live/pipe/line.ts';
import { eventually } from '../support/eventually.ts';
import { Onlooker } from './source.contract.ts';
import { startWireServer, type WireServer } from './wire-server.ts';
import { ManualTime, openTab, type Tab } from './world.ts';

let server: WireServer;
let time: ManualTime;
let tab: Tab;
let onlooker: Onlooker;
let line: Line;
let modes: LiveMode[];
let mostStreams = 0;

beforeEach(async () => {
  server = await startWireServer();
  time = new ManualTime();
  tab = openTab({ base: server.base, time });
  onlooker = new Onlooker(tab.env);
  modes = [];
  line = new Line(
    countStreams(tab.env),
    onlooker,
    { ...onlooker.handlers(), onMode: (mode) => modes.push(mode) },
    { mayStream: true, mayPoll: () => true },
  );
});
afterEach(async () => {
  line.stop();
  expect(time.pending).toBe(0);
  await server.close();
  expect(mostStreams).toBeLessThanOrEqual(1);
});

/** Counts streams where they are asked for: the server sees the end of one a moment late. */
function countStreams(env: Tab['env']): Tab['env'] {
  const asked: (AbortSignal | null | undefined)[] = [];
  mostStreams = 0;
  return {
    ...env,
    fetch: (input, init) => {
      if (String(input).includes('/events')) {
        asked.push(init?.signal);
        mostStreams = Math.max(mostStreams, asked.filter((signal) => signal?.aborted === false).length);
      }
      return env.fetch(input, init);
    },
  };
}

const mode = () => modes.at(-1);
/** Lets time pass until it is so. */
const reach = (wanted: LiveMode, stepMs = 200) =>
  eventually(() => {
    if (mode() !== wanted) time.advance(stepMs);
    expect(mode()).toBe(wanted);
  });
const sameAsServer = () => expect(onlooker.field.rows).toEqual([...server.field.rows.values()]);

it('streams when it can, and does not poll then', async () => {
  server.field.put('a');
  line.start();
  await eventually(() => expect(mode()).toBe('live'));
  sameAsServer();
  server.requests.length = 0;
  time.advance(14_000);
  server.field.put('b');
  await eventually(sameAsServer);
  expect(server.requests).toEqual([]);
});

it('polls where there is no stream, keeps trying it, and returns to it', async () => {
  server.faults.noStream = true;
  line.start();
  await reach('polling');
  server.field.put('a');
  await eventually(() => {
    time.advance(500);
    sameAsServer();
  });
  const tries = () => server.requests.filter((request) => request.includes('/events')).length;
  await eventually(() => {
    time.advance(1_000);
    expect(tries()).toBeGreaterThan(3);
  });
  server.faults.noStream = false;
  await reach('live', 1_000);
  server.field.put('b');
  await eventually(sameAsServer);
});

it('waits longer after each failed try, but never more than a minute', async () => {
  server.faults.noStream = true;
  line.start();
  await reach('polling');
  const at: number[] = [];
  const tries = () => server.requests.filter((request) => request.includes('/events')).length;
  for (let known = tries(); at.length < 10; ) {
    await eventually(() => {
      time.advance(1_000);
      expect(tries()).toBeGreaterThan(known);
    });
    at.push(time.nowMs);
    known = tries();
  }
  const waits = at.slice(1).map((ms, nth) => ms - (at[nth] ?? 0));
  expect(waits.at(-1)).toBeGreaterThan((waits[0] ?? 0) * 2);
  // The steps of this test are a second wide, and a look may come some steps late.
  expect(Math.max(...waits)).toBeLessThan(90_000);
});

it('after a cut it resumes from its cursor and loses nothing', async () => {
  server.field.put('a');
  line.start();
  await reach('live');
  server.field.put('b');
  await eventually(() => expect(onlooker.place).toBe(server.field.cursor()));
  const cursor = onlooker.place;
  server.requests.length = 0;
  server.cutStreams();
  server.field.put('c');
  await eventually(() => expect(mode()).not.toBe('live'));
  await reach('live');
  await eventually(sameAsServer);
  const asked = server.requests.filter((request) => !request.includes('/output'));
  expect(asked.length).toBeGreaterThan(1);
  for (const request of asked) expect(request).toContain('?since=');
  expect(asked[0]).toContain(`?since=${cursor}`);
});

it('shows the field at once when something holds the stream back, polls beside it, and gives it up after two beats', async () => {
  server.faults.isStreamHeld = true;
  server.field.put('a');
  line.start();
  await eventually(sameAsServer);
  time.advance(3_000);
  await eventually(() => expect(mode()).toBe('polling'));
  time.advance(27_000);
  await eventually(() => expect(server.streams.open).toBe(0));
  expect(mode()).toBe('polling');
});

it('says reconnecting while nothing works, offline when the browser knows why, and is live soon after the server is back', async () => {
  line.start();
  await reach('live');
  server.field.claim('a');
  await eventually(sameAsServer);
  server.faults.isDown = true;
  server.cutStreams();
  await reach('reconnecting');
  time.advance(120_000);
  tab.isOnline = false;
  line.wake();
  await eventually(() => expect(mode()).toBe('offline'));
  expect(onlooker.field.byId.get('a')?.state).toBe('running');
  tab.isOnline = true;
  server.faults.isDown = false;
  const since = time.nowMs;
  line.wake();
  await reach('live');
  expect(time.nowMs - since).toBeLessThan(10_000);
});

it('a restarted server is found within ten seconds of its return, however long it was away', async () => {
  line.start();
  await reach('live');
  server.faults.isDown = true;
  server.cutStreams();
  await reach('reconnecting');
  for (let minute = 0; minute < 5; minute += 1) {
    const asked = server.requests.length;
    time.advance(60_000);
    await eventually(() => expect(server.requests.length).toBeGreaterThan(asked));
  }
  server.faults.isDown = false;
  const since = time.nowMs;
  await reach('live');
  expect(time.nowMs - since).toBeLessThan(10_000);
});

it('a stream that slept is asked on waking, and opened anew when it was silent too long', async () => {
  line.start();
  await reach('live');
  server.requests.length = 0;
  time.sleep(10_000);
  line.wake();
  await eventually(() => expect(server.requests).toHaveLength(1));
  expect(server.requests[0]).toContain('/recent?since=');
  await eventually(() => expect(server.streams.open).toBe(1));
  server.requests.length = 0;
  time.sleep(3_600_000);
  line.wake();
  await eventually(() => expect(server.requests.some((request) => request.includes('/events?since='))).toBe(true));
  await reach('live');
});

it('a stop ends everything, and a new start begins again', async () => {
  line.start();
  await reach('live');
  line.stop();
  await eventually(() => expect(server.streams.open).toBe(0));
  line.start();
  line.start();
  await eventually(() => expect(modes.filter((each) => each === 'live')).toHaveLength(2));
  expect(server.streams.open).toBe(1);
});
