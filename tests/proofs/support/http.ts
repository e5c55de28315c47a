// A client of the product over real HTTP: typed answers, refusals as values, and the browser's own live sources in node.

import type { DropRow } from '#lib/domain/drop.ts';
import { isNewer } from '#lib/domain/drop.ts';
import { isLive } from '#lib/domain/job.ts';
import type { LiveEnvironment } from '#lib/live/pipe/environment.ts';
import type { Knowledge, SourceHandlers } from '#lib/live/pipe/source.ts';

export interface Answer {
  readonly status: number;
  // What the server said; a proof compares it, nothing is built on its shape.
  readonly body: Record<string, unknown>;
}

/** One request; any status is an answer. */
export async function ask(
  origin: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(origin + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

/** The world as the browser's live sources see it, with real time and without a window. */
export function nodeEnvironment(origin: string): LiveEnvironment {
  return {
    fetch: (input, init) => fetch(input, init),
    base: origin,
    wallMs: () => Date.now(),
    steadyMs: () => performance.now(),
    random: Math.random,
    after: (ms, work) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    beforePaint: (work) => work(),
    isHidden: () => false,
    isOnline: () => true,
    lock: undefined,
    openChannel: undefined,
    onPage: () => () => undefined,
  };
}

/** What a tab knows: rows by the reducer's one rule, and every version it took, in order. */
export class Watcher implements Knowledge {
  readonly rows = new Map<string, DropRow>();
  readonly taken = new Map<string, number[]>();
  readonly texts = new Map<string, string>();
  isOpen = false;
  down: string | undefined;
  private at: string | null = null;

  readonly handlers: SourceHandlers = {
    onRows: (rows) => {
      for (const row of rows) this.take(row);
    },
    onOutput: (frames) => {
      for (const { job_id, claim, from, text } of frames) {
        const key = `${job_id} ${claim}`;
        const known = this.texts.get(key) ?? '';
        if (from <= known.length) this.texts.set(key, known.slice(0, from) + text);
        else this.texts.set(key, `${known}[gap of ${from - known.length}]${text}`);
      }
    },
    onCursor: (cursor) => {
      this.at = cursor;
    },
    onClock: () => undefined,
    onAlive: () => undefined,
    onOpen: () => {
      this.isOpen = true;
    },
    onDown: (reason) => {
      this.down = reason;
    },
  };

  cursor = () => this.at;
  running = () =>
    [...this.rows.values()]
      .filter(({ state }) => state === 'running')
      .map(({ job_id, prompt_id }) => ({ jobId: job_id, promptId: prompt_id }));
  isAnyInFlight = () => [...this.rows.values()].some(({ state }) => isLive(state));
  textLength = (jobId: string) =>
    Math.max(0, ...[...this.texts].filter(([key]) => key.startsWith(jobId)).map(([, text]) => text.length));

  private take(row: DropRow): void {
    if (!isNewer(this.rows.get(row.prompt_id), row)) return;
    this.rows.set(row.prompt_id, row);
    const versions = this.taken.get(row.prompt_id);
    if (versions === undefined) this.taken.set(row.prompt_id, [row.version]);
    else versions.push(row.version);
  }
}
