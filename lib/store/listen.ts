// One LISTEN connection that notices when it is dead, comes back by itself, and says so, so that its owner catches up.
import pg from 'pg';
import type { Database } from './client.ts';
import type { Channel } from './notifier.ts';

export interface ListenHandlers {
  readonly onNotify: (channel: Channel, payload: string) => void;
  /** After each connect, the first included: read what was missed. */
  readonly onConnect: () => void;
  /** The connection broke; polling goes on until onConnect. */
  readonly onLost?: (error: unknown) => void;
}

export interface Listener {
  /** Ends for good; nothing is called afterwards. */
  close(): Promise<void>;
}

// A half-open socket (failover, sleep) looks alive for hours: a question on the same session tells. Source: execution contract §4.
const probeEveryMs = 10_000;
const probeAnswerMs = 5_000;
const firstRetryMs = 200;
const lastRetryMs = 10_000;

/** Listens on `channels` for as long as the owner wants. Never throws later; resolves once started, connected or not. */
export async function listen(db: Database, channels: readonly Channel[], handlers: ListenHandlers): Promise<Listener> {
  const connection = new ListenConnection(db.directUrl, channels, handlers);
  await connection.connect();
  return connection;
}

class ListenConnection implements Listener {
  private client: pg.Client | undefined;
  private probe: NodeJS.Timeout | undefined;
  private retry: NodeJS.Timeout | undefined;
  private failures = 0;
  private closed = false;

  constructor(
    private readonly url: string,
    private readonly channels: readonly Channel[],
    private readonly handlers: ListenHandlers,
  ) {}

  async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'asterion-listen',
      keepAlive: true,
      connectionTimeoutMillis: probeAnswerMs,
      query_timeout: probeAnswerMs,
    });
    this.client = client;
    client.on('error', (error) => this.lose(client, error));
    client.on('end', () => this.lose(client, new Error('the LISTEN connection ended')));
    client.on('notification', ({ channel, payload }) => this.handlers.onNotify(channel as Channel, payload ?? ''));
    try {
      await client.connect();
      for (const channel of this.channels) await client.query(`listen ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      this.lose(client, error);
      return;
    }
    if (this.closed) return;
    this.failures = 0;
    this.probe = setInterval(() => void this.ask(client), probeEveryMs);
    this.handlers.onConnect();
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.probe);
    clearTimeout(this.retry);
    const client = this.client;
    this.client = undefined;
    await client?.end().catch(() => client.connection.stream.destroy());
  }

  private async ask(client: pg.Client): Promise<void> {
    try {
      const { rows } = await client.query('select count(*)::int as heard from pg_listening_channels()');
      if (rows[0]?.heard !== this.channels.length)
        this.lose(client, new Error('the LISTEN session has lost its channels'));
    } catch (error) {
      this.lose(client, error);
    }
  }

  /** Once per connection: drops it and plans the next with capped, jittered backoff. */
  private lose(client: pg.Client, error: unknown): void {
    if (this.closed || this.client !== client) return;
    this.client = undefined;
    clearInterval(this.probe);
    client.connection.stream.destroy();
    this.handlers.onLost?.(error);
    const wait = Math.min(firstRetryMs * 2 ** this.failures, lastRetryMs) * (0.5 + Math.random());
    this.failures += 1;
    this.retry = setTimeout(() => void this.connect(), wait);
  }
}
