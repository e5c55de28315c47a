// Many tabs, one line: who leads, who follows, and what happens when the leader goes.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FieldState, mergeRows } from '#lib/live/cache.ts';
import { Connection } from '#lib/live/pipe/connection.ts';
import type { LineStatus } from '#lib/live/pipe/tab-message.ts';
import { eventually } from '../support/eventually.ts';
import { Onlooker } from './source.contract.ts';
import { startWireServer, type WireServer } from './wire-server.ts';
import { Locks, ManualTime, openTab, type Tab, type TabOptions } from './world.ts';

let server: WireServer;
let time: ManualTime;
let locks: Locks;
const opened: Page[] = [];

class Page {
  readonly tab: Tab;
  readonly onlooker: Onlooker;
  readonly connection: Connection;
  status: LineStatus | undefined;

  constructor(options: Partial<TabOptions> = {}) {
    this.tab = openTab({ base: server.base, time, locks, browser: server.base, ...options });
    this.onlooker = new Onlooker(this.tab.env);
    this.connection = new Connection(this.tab.env, this.onlooker, {
      onRows: (rows, extent) => {
        const field = mergeRows(this.onlooker.field, rows, extent === 'only');
        this.onlooker.field = extent === 'whole' ? { ...field, isLoaded: true } : field;
      },
      onOutput: (frames) => this.onlooker.outputs.apply(frames),
      onClock: () => {},
      onStatus: (status) => {
        this.status = status;
      },
      snapshot: () => ({
        rows: [...this.field.rows],
        isWhole: this.field.isLoaded,
        outputs: this.onlooker.outputs.snapshot(() => 'prompt'),
      }),
    });
    opened.push(this);
    this.connection.start();
  }

  get field(): FieldState {
    return this.onlooker.field;
  }

  close(): void {
    opened.splice(opened.indexOf(this), 1);
    this.connection.stop();
  }
}

beforeEach(async () => {
  server = await startWireServer();
  time = new ManualTime();
  locks = new Locks();
});
afterEach(async () => {
  for (const page of opened.slice()) page.close();
  expect(time.pending).toBe(0);
  await server.close();
});

const sameAsServer = (page: Page) => expect(page.field.rows).toEqual([...server.field.rows.values()]);
const live = (...pages: Page[]) =>
  eventually(() => {
    for (const page of pages) {
      expect(page.status?.mode).toBe('live');
      sameAsServer(page);
    }
  });
const streamsAsked = () => server.requests.filter((request) => request.includes('/events'));

it('eight tabs hold one stream, and all of them see everything', async () => {
  server.field.put('a');
  const pages = Array.from({ length: 8 }, () => new Page());
  await live(...pages);
  server.field.claim('a');
  server.field.speak('a', 'to all of you');
  await eventually(() => {
    for (const page of pages) {
      sameAsServer(page);
      expect(page.onlooker.outputs.read('job-a')?.text).toBe('to all of you');
    }
  });
  expect(server.streams).toEqual({ open: 1, most: 1 });
});

it('a tab that comes late gets rows and the text so far from the leader, without asking the server', async () => {
  server.field.claim('a');
  server.field.speak('a', 'spoken before');
  const first = new Page();
  await live(first);
  await eventually(() => expect(first.onlooker.outputs.read('job-a')?.text).toBe('spoken before'));
  const second = new Page();
  await live(second);
  expect(second.field.isLoaded).toBe(true);
  expect(second.onlooker.outputs.read('job-a')).toEqual({ claim: 1, text: 'spoken before' });
  expect(streamsAsked()).toHaveLength(1);
});

it('when the leader closes, another tab takes over from its cursor and loses nothing', async () => {
  const [first, second, third] = [new Page(), new Page(), new Page()];
  server.field.put('a');
  await live(first, second, third);
  await eventually(() => expect(streamsAsked()).toHaveLength(1));
  server.requests.length = 0;
  first.close();
  server.field.put('b');
  await live(second, third);
  server.field.put('c');
  await live(second, third);
  expect(streamsAsked()).toHaveLength(1);
  expect(streamsAsked()[0]).toContain(`?since=${server.field.epoch}`);
  expect(server.streams.open).toBe(1);
});

it('a silent leader does not freeze the others: they poll until it speaks again', async () => {
  // Holds the lock and never says a word, like a tab the browser has frozen.
  let thaw: () => void = () => {};
  void locks.request('asterion-live', new AbortController().signal, () => new Promise((resolve) => (thaw = resolve)));
  server.field.put('a');
  const page = new Page();
  time.advance(2_000);
  await eventually(() => expect(page.status?.mode).toBe('polling'));
  await eventually(() => sameAsServer(page));
  expect(streamsAsked()).toEqual([]);
  thaw();
  await live(page);
});

it('without Web Locks every tab has its own stream', async () => {
  locks = new NoLocks();
  const pages = [new Page(), new Page()];
  await live(...pages);
  expect(server.streams.open).toBe(2);
});

class NoLocks extends Locks {
  override request = () => Promise.reject(new Error('locks are refused here'));
}

it('effects that run twice leave one line, and a stop in line gives its place up', async () => {
  const page = new Page();
  page.connection.stop();
  page.connection.start();
  await live(page);
  expect(server.streams.open).toBe(1);
  const waiting = new Page();
  waiting.close();
  page.close();
  const next = new Page();
  await live(next);
});

it('a follower’s nudge makes the leader look at once where nothing streams', async () => {
  server.faults.noStream = true;
  const [leader, follower] = [new Page(), new Page()];
  await eventually(() => expect(follower.status?.mode).toBe('polling'));
  await eventually(() => expect(leader.field.isLoaded).toBe(true));
  server.field.put('a');
  follower.connection.nudge();
  await eventually(() => sameAsServer(follower));
  expect(leader.field.rows).toEqual(follower.field.rows);
});

it('coming back to a tab, or the network coming back, asks for what was missed', async () => {
  const [leader, follower] = [new Page(), new Page()];
  await live(leader, follower);
  for (const page of [leader, follower])
    for (const event of ['shown', 'online'] as const) {
      server.requests.length = 0;
      page.tab.tell(event);
      await eventually(() => expect(server.requests.some((request) => request.includes('/recent?since='))).toBe(true));
    }
});

it('a clock that jumped means a sleep: what was missed is asked for, in a visible tab', async () => {
  const page = new Page();
  await live(page);
  await eventually(() => expect(server.requests.length).toBeGreaterThan(2));
  server.requests.length = 0;
  time.advance(4_000);
  expect(server.requests).toEqual([]);
  time.sleep(3_600_000);
  time.advance(1_000);
  await eventually(() => expect(server.requests.some((request) => request.includes('/events?since='))).toBe(true));
  await live(page);
});

it('a page put away for the back button lets go of its line, and takes it up again when restored', async () => {
  const [first, second] = [new Page(), new Page()];
  await live(first, second);
  first.tab.tell('left');
  server.field.put('a');
  await live(second);
  expect(first.field.rows).toEqual([]);
  first.tab.tell('restored');
  await live(first);
  await eventually(() => expect(server.streams.open).toBe(1));
});

it('a message of another kind of page is ignored', async () => {
  const page = new Page();
  await live(page);
  const channel = page.tab.env.openChannel?.('asterion-live');
  channel?.postMessage({ kind: 'rows', rows: [{ prompt_id: 1 }], reset: true });
  channel?.postMessage('nonsense');
  const other = new Page();
  await live(other);
  sameAsServer(page);
  channel?.close();
});
