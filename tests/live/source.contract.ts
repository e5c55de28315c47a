// What every source of news must do, whatever the pipe: the same final state as the server, and silence after its end.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OutputFrame } from '#lib/domain/event.ts';
import { readOutput } from '#lib/live/api.ts';
import { emptyField, type FieldState, isInFlight, mergeRows } from '#lib/live/cache.ts';
import { OutputStore } from '#lib/live/output-store.ts';
import type { LiveEnvironment } from '#lib/live/pipe/environment.ts';
import type { DownReason, Knowledge, LiveSource, SourceHandlers } from '#lib/live/pipe/source.ts';
import { eventually } from '../support/eventually.ts';
import { startWireServer, type WireServer } from './wire-server.ts';
import { ManualTime, openTab } from './world.ts';

export type OpenSource = (env: LiveEnvironment, knowledge: Knowledge) => LiveSource;

/** Whoever looks: what a source has brought, folded as the live view folds it. */
export class Onlooker implements Knowledge {
  field: FieldState = emptyField;
  place: string | null = null;
  downs: DownReason[] = [];
  opens = 0;
  calls = 0;
  readonly outputs: OutputStore;
  readonly env: LiveEnvironment;

  constructor(env: LiveEnvironment) {
    this.env = env;
    this.outputs = new OutputStore({
      fetchOutput: (jobId, from) => readOutput(jobId, from, undefined, env),
      soon: (work) => work(),
      hasEnded: () => false,
    });
  }

  cursor = () => this.place;
  running = () =>
    this.field.rows
      .filter(({ state }) => state === 'running')
      .map(({ job_id, prompt_id }) => ({ jobId: job_id, promptId: prompt_id }));
  isAnyInFlight = () => this.field.rows.some(isInFlight);
  textLength = (jobId: string) => this.outputs.read(jobId)?.text.length ?? 0;

  watch(source: LiveSource): void {
    source.start({
      ...this.handlers(),
      onOpen: () => this.#called(() => (this.opens += 1)),
      onDown: (reason) => this.#called(() => this.downs.push(reason)),
    });
  }

  handlers(): Omit<SourceHandlers, 'onOpen' | 'onDown'> {
    return {
      onRows: (rows, reset) => this.#called(() => (this.field = mergeRows(this.field, rows, reset))),
      onOutput: (frames: readonly OutputFrame[]) => this.#called(() => this.outputs.apply(frames)),
      onCursor: (cursor) => this.#called(() => (this.place = cursor)),
      onClock: () => this.#called(() => {}),
      onAlive: () => this.#called(() => {}),
    };
  }

  #called(work: () => void): void {
    this.calls += 1;
    work();
  }
}

export function describeLiveSource(name: string, open: OpenSource): void {
  describe(name, () => {
    let server: WireServer;
    let time: ManualTime;
    let onlooker: Onlooker;
    const opened: LiveSource[] = [];
    const start = (): LiveSource => {
      const source = open(onlooker.env, onlooker);
      opened.push(source);
      onlooker.watch(source);
      return source;
    };
    /** Turns come as they would with time; each look lets the line carry what it carries. */
    const sameAsServer = () =>
      eventually(() => {
        time.advance(1_000);
        expect(onlooker.field.rows).toEqual([...server.field.rows.values()]);
        for (const [jobId, { promptId, claim, text }] of server.field.texts)
          if (server.field.rows.get(promptId)?.state === 'running' && text !== '')
            expect(onlooker.outputs.read(jobId)).toEqual({ claim, text });
      });

    beforeEach(async () => {
      server = await startWireServer();
      time = new ManualTime();
      onlooker = new Onlooker(openTab({ base: server.base, time }).env);
    });
    afterEach(async () => {
      for (const source of opened.splice(0)) source.stop();
      await server.close();
    });

    it('shows everything that was there before it came, text in the middle of a stream included', async () => {
      server.field.put('a');
      server.field.claim('b');
      server.field.speak('b', 'half of an ');
      start();
      await sameAsServer();
      server.field.speak('b', 'answer');
      await sameAsServer();
      expect(onlooker.field.isLoaded).toBe(true);
      await eventually(() => expect(onlooker.opens).toBeGreaterThan(0));
    });

    it('ends in the same state as the server after a life of many changes', async () => {
      start();
      await sameAsServer();
      for (const id of ['a', 'b', 'c']) server.field.put(id);
      server.field.claim('a');
      server.field.speak('a', 'first try');
      await sameAsServer();
      server.field.put('a', { state: 'queued', attempt: 2 });
      server.field.claim('a');
      server.field.speak('a', 'second');
      server.field.put('b', { state: 'cancelled' });
      server.field.claim('c');
      server.field.speak('c', 'c speaks');
      await sameAsServer();
      server.field.speak('a', ' try, longer than the first');
      await sameAsServer();
      server.field.settle('a');
      server.field.put('c', { state: 'failed', error_kind: 'timeout', error_message: 'no answer' });
      await sameAsServer();
    });

    it('goes on from its cursor: a second start asks only for what changed', async () => {
      for (const id of ['a', 'b']) server.field.put(id);
      start().stop();
      start();
      await sameAsServer();
      await eventually(() => expect(onlooker.place).toBe(server.field.cursor()));
      opened.at(-1)?.stop();
      const [cursor, before] = [onlooker.place, onlooker.field.byId.get('b')];
      server.field.claim('a');
      server.requests.length = 0;
      start();
      await sameAsServer();
      expect(server.requests.filter((request) => !request.includes('/output'))[0]).toContain(`?since=${cursor}`);
      expect(onlooker.field.byId.get('b')).toBe(before);
    });

    it('forgets everything when the server is another one', async () => {
      server.field.put('old');
      start();
      await sameAsServer();
      opened.at(-1)?.stop();
      server.field.replaceBy('bbbb1111');
      server.field.put('new');
      start();
      await sameAsServer();
    });

    it('says nothing after it was stopped, whatever is still under way', async () => {
      server.field.claim('a');
      const source = start();
      await sameAsServer();
      source.refresh();
      source.stop();
      const { calls } = onlooker;
      server.field.speak('a', 'too late');
      server.field.settle('a');
      time.advance(60_000);
      await new Promise((resolve) => setImmediate(resolve));
      expect(onlooker.calls).toBe(calls);
      expect(onlooker.downs).toEqual([]);
      await eventually(() => expect(server.streams.open).toBe(0));
    });

    it('says once that the line is lost, and touches no drop for it', async () => {
      server.field.claim('a');
      start();
      await sameAsServer();
      const { field } = onlooker;
      server.faults.isDown = true;
      server.cutStreams();
      await eventually(() => {
        time.advance(1_000);
        expect(onlooker.downs).toHaveLength(1);
      });
      expect(onlooker.field).toBe(field);
      time.advance(60_000);
      expect(onlooker.downs).toHaveLength(1);
    });

    it('finds out at once when asked to', async () => {
      start();
      await sameAsServer();
      server.field.put('a');
      opened.at(-1)?.refresh();
      await eventually(() => expect(onlooker.field.rows).toHaveLength(1));
    });
  });
}
