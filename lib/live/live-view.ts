// The browser's end of the live view, put together: connection → batch → field in the query cache, texts, clock, title.
import type { QueryClient } from '@tanstack/react-query';
import type { DropRow } from '#lib/domain/drop.ts';
import { isTerminal } from '#lib/domain/job.ts';
import { Outbox } from './actions/outbox.ts';
import { readOutput, submitPrompt } from './api.ts';
import { countUnread, type FieldState, fieldKey, isInFlight, mergeRows, readField, writeField } from './cache.ts';
import { OutputStore } from './output-store.ts';
import { Connection, type ConnectionHandlers, type RowsExtent } from './pipe/connection.ts';
import { browserEnvironment, type LiveEnvironment } from './pipe/environment.ts';
import type { LiveMode } from './pipe/line.ts';
import { ServerClock } from './server-clock.ts';
import { refreshThreads } from './thread-cache.ts';
import { showUnread } from './unread-title.ts';

export interface LiveStatus {
  readonly mode: LiveMode;
  /** When anything last came from the server, ms of this machine's clock; null before the first time. */
  readonly lastNewsAt: number | null;
  /** Server clock minus this machine's, ms. Worth a note beyond `skewNoticeMs`. */
  readonly skewMs: number;
}

export interface LiveViewOptions {
  /** Where unsent prompts are kept. */
  readonly storage: Storage | undefined;
  readonly showUnread: (count: number) => void;
}

/** Texts of running jobs stay a moment longer than the page's last user, so that effects run twice close nothing. */
const lingerMs = 1_000;

export class LiveView {
  readonly clock: ServerClock;
  readonly outputs: OutputStore;
  readonly outbox: Outbox;
  readonly env: LiveEnvironment;
  readonly #client: QueryClient;
  readonly #options: LiveViewOptions;
  readonly #connection: Connection;
  #users = 0;
  #isRunning = false;
  #callOffStop: () => void = () => {};
  #waiting: { rows: readonly DropRow[]; extent: RowsExtent }[] = [];
  #status: LiveStatus = { mode: 'reconnecting', lastNewsAt: null, skewMs: 0 };
  #isStatusTold = true;
  #isSoon = false;
  readonly #statusListeners = new Set<() => void>();

  constructor(client: QueryClient, env: LiveEnvironment, options: LiveViewOptions) {
    this.#client = client;
    this.env = env;
    this.#options = options;
    // Merged by id here; the cache's own deep comparison of thousands of rows would only cost.
    client.setQueryDefaults(fieldKey, {
      structuralSharing: false,
      staleTime: 'static',
      gcTime: Number.POSITIVE_INFINITY,
    });
    this.clock = new ServerClock(env);
    this.outputs = new OutputStore({
      fetchOutput: (jobId, from) => readOutput(jobId, from, undefined, env),
      soon: env.beforePaint,
      hasEnded: ({ job_id, prompt_id }) => this.#hasEnded(job_id, prompt_id),
    });
    this.outbox = new Outbox({
      storage: options.storage,
      post: (request) => submitPrompt(request, env),
      read: () => this.readField(),
      edit: (change) => this.edit(change),
      nowMs: () => this.clock.nowMs(),
      onTaken: () => this.#connection.nudge(),
    });
    this.#connection = new Connection(env, this.#knowledge(), this.#handlers());
  }

  /** Runs the view until every user has called the returned function. */
  acquire(): () => void {
    this.#callOffStop();
    this.#users += 1;
    if (!this.#isRunning) this.#start();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#users -= 1;
      if (this.#users === 0) this.#callOffStop = this.env.after(lingerMs, () => this.#stop());
    };
  }

  /** Changes the field by something this browser knows before the server says it. */
  edit(change: (field: FieldState) => FieldState): void {
    this.flush();
    writeField(this.#client, change(readField(this.#client)));
  }

  /** The field with everything that has arrived, drawn or not. */
  readField(): FieldState {
    this.flush();
    return readField(this.#client);
  }

  /** Something was done that changes rows: find out soon, whatever the line. */
  nudge(): void {
    this.#connection.nudge();
  }

  readStatus = (): LiveStatus => this.#status;

  subscribeStatus = (listener: () => void): (() => void) => {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  };

  /** Merges what has arrived since the last paint in one commit. */
  flush(): void {
    if (this.#waiting.length === 0) return;
    const batches = this.#waiting;
    this.#waiting = [];
    const before = readField(this.#client);
    let field = before;
    // A stream brings rows one by one, and each merge copies the field: a flood of them is merged as one.
    const news: DropRow[] = [];
    for (const { rows, extent } of batches) {
      if (extent === 'only') field = mergeRows(mergeRows(field, news.splice(0)), rows, true);
      else for (const row of rows) news.push(row);
    }
    field = mergeRows(field, news);
    if (!field.isLoaded && batches.some(({ extent }) => extent === 'whole')) field = { ...field, isLoaded: true };
    writeField(this.#client, field);
    const arrived = batches.flatMap(({ rows }) => rows);
    this.outbox.settle(arrived);
    this.#endOutputs(arrived, field);
    if (field === before) return;
    refreshThreads(
      this.#client,
      arrived.filter(({ prompt_id }) => before.byId.get(prompt_id) !== field.byId.get(prompt_id)),
    );
    this.#options.showUnread(countUnread(field));
  }

  #start(): void {
    this.#isRunning = true;
    this.#connection.start();
    this.outbox.restore();
  }

  #stop(): void {
    this.#isRunning = false;
    this.#connection.stop();
  }

  #endOutputs(rows: readonly DropRow[], field: FieldState): void {
    for (const { job_id, prompt_id, supersedes } of rows) {
      const known = field.byId.get(prompt_id);
      if (known?.job_id === job_id && isTerminal(known.state)) this.outputs.end(job_id);
      if (supersedes !== null) this.outputs.end(supersedes);
    }
  }

  #hasEnded(jobId: string, promptId: string): boolean {
    const known = this.readField().byId.get(promptId);
    return known !== undefined && known.job_id === jobId && isTerminal(known.state);
  }

  #knowledge(): ConstructorParameters<typeof Connection>[1] {
    return {
      running: () =>
        this.readField()
          .rows.filter(({ state }) => state === 'running')
          .map(({ job_id, prompt_id }) => ({ jobId: job_id, promptId: prompt_id })),
      isAnyInFlight: () => this.readField().rows.some(isInFlight),
      textLength: (jobId) => this.outputs.read(jobId)?.text.length ?? 0,
    };
  }

  #handlers(): ConnectionHandlers {
    return {
      onRows: (rows, extent) => this.#takeRows(rows, extent),
      onOutput: (frames) => this.outputs.apply(frames),
      onClock: (now, tripMs) => {
        this.clock.sample(now, tripMs);
        this.#setStatus({ skewMs: this.clock.skewMs });
      },
      onStatus: (status) => this.#setStatus(status),
      snapshot: () => this.#snapshot(),
    };
  }

  #takeRows(rows: readonly DropRow[], extent: RowsExtent): void {
    if (rows.length === 0 && extent === 'news') return;
    this.#waiting.push({ rows, extent });
    this.#soon();
  }

  /** Rows and signs of life of one frame are told together. */
  #soon(): void {
    if (this.#isSoon) return;
    this.#isSoon = true;
    this.env.beforePaint(() => {
      this.#isSoon = false;
      this.flush();
      this.#tellStatus();
    });
  }

  #tellStatus(): void {
    if (this.#isStatusTold) return;
    this.#isStatusTold = true;
    for (const listener of this.#statusListeners) listener();
  }

  #setStatus(change: Partial<LiveStatus>): void {
    const next = { ...this.#status, ...change };
    // A skew that wanders by a few milliseconds is no news.
    const isSame =
      next.mode === this.#status.mode &&
      next.lastNewsAt === this.#status.lastNewsAt &&
      Math.abs(next.skewMs - this.#status.skewMs) < 1_000;
    if (isSame) return;
    const isMode = next.mode !== this.#status.mode;
    this.#status = next;
    // Who only hears that the line lives renders with the rows of the same frame, not by itself.
    this.#isStatusTold = false;
    if (isMode) this.#tellStatus();
    else this.#soon();
  }

  #snapshot(): ReturnType<ConnectionHandlers['snapshot']> {
    const field = this.readField();
    const rows = field.rows.filter(({ version }) => version > 0).map(({ local: _, ...row }) => row);
    const promptOf = new Map(rows.map(({ job_id, prompt_id }) => [job_id, prompt_id]));
    return { rows, isWhole: field.isLoaded, outputs: this.outputs.snapshot((jobId) => promptOf.get(jobId) ?? '') };
  }
}

const views = new WeakMap<QueryClient, LiveView>();

/** The one live view that belongs to a query client. Browser only. */
export function liveViewOf(client: QueryClient): LiveView {
  const known = views.get(client);
  if (known !== undefined) return known;
  const view = new LiveView(client, browserEnvironment(), { storage: browserStorage(), showUnread });
  views.set(client, view);
  window.addEventListener('storage', ({ key, newValue }) => view.outbox.onStorage(key, newValue));
  return view;
}

function browserStorage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    // Cookies and storage are blocked for this site.
    return undefined;
  }
}
