// Browsers that watch: some come and go, some stop reading, one stays for all of the time and must see everything.
import { setMaxListeners } from 'node:events';
import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { type DropRow, isNewer } from '#lib/domain/drop.ts';

export interface Watchers {
  /** What the one that stayed believes about each prompt. */
  readonly seen: ReadonlyMap<string, DropRow>;
  /** Streams opened so far. */
  readonly opened: number;
  /** How often the one that stayed had to come back. */
  readonly returned: number;
  stop(): Promise<void>;
}

const atATime = 12;
const stayMs = () => 3_000 + Math.random() ** 2 * 90_000;
const awayMs = () => Math.random() * 3_000;
/** Of ten that come, one never reads: a phone in a pocket. */
const deafShare = 0.1;
const returnAfterMs = 1_000;

export function startWatchers(origin: string): Watchers {
  const ending = new AbortController();
  const { signal } = ending;
  // Every watcher listens for the end.
  setMaxListeners(0, signal);
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const seen = new Map<string, DropRow>();
  let opened = 0;
  let returned = -1;

  const passerBy = async () => {
    while (!signal.aborted) {
      opened++;
      const isDeaf = Math.random() < deafShare;
      const leave = new AbortController();
      const timer = setTimeout(() => leave.abort(), stayMs());
      const cut = () => leave.abort();
      signal.addEventListener('abort', cut, { once: true });
      await watch(`${origin}/api/mission/events`, agent, leave.signal, { isDeaf });
      clearTimeout(timer);
      signal.removeEventListener('abort', cut);
      await wait(awayMs(), undefined, { signal }).catch(() => undefined);
    }
  };
  const resident = async () => {
    let cursor: string | undefined;
    while (!signal.aborted) {
      returned++;
      const since = cursor === undefined ? '' : `?since=${encodeURIComponent(cursor)}`;
      await watch(`${origin}/api/mission/events${since}`, agent, signal, {
        onFrame: ({ event, data, id }) => {
          cursor = id ?? cursor;
          if (event === 'hello') cursor ??= JSON.parse(data).as_of;
          if (event !== 'job.state_changed') return;
          const row: DropRow = JSON.parse(data);
          if (isNewer(seen.get(row.prompt_id), row)) seen.set(row.prompt_id, row);
        },
      });
      await wait(returnAfterMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const all = Promise.all([resident(), ...Array.from({ length: atATime }, passerBy)]);
  return {
    seen,
    get opened() {
      return opened;
    },
    get returned() {
      return returned;
    },
    async stop() {
      ending.abort();
      await all;
      agent.destroy();
    },
  };
}

interface Frame {
  readonly event?: string | undefined;
  readonly data: string;
  readonly id?: string | undefined;
}

interface Reading {
  readonly isDeaf?: boolean;
  readonly onFrame?: (frame: Frame) => void;
}

/** Watches until told to leave or until the stream ends, whichever comes first. */
function watch(url: string, agent: Agent, leave: AbortSignal, { isDeaf, onFrame }: Reading): Promise<void> {
  return new Promise((resolve) => {
    const stream: ClientRequest = request(url, { agent, headers: { accept: 'text/event-stream' } }, (response) => {
      const parser = createParser({ onEvent: (frame) => onFrame?.(frame) });
      response.setEncoding('utf8');
      if (!isDeaf) response.on('data', (chunk: string) => parser.feed(chunk));
      // Cut by us or by the server: both end in `close`.
      response.on('error', () => undefined);
      response.on('close', over);
    });
    const over = () => {
      leave.removeEventListener('abort', cut);
      resolve();
    };
    const cut = () => stream.destroy();
    leave.addEventListener('abort', cut, { once: true });
    stream.on('error', over);
    stream.on('close', over);
    stream.end();
    if (leave.aborted) cut();
  });
}
