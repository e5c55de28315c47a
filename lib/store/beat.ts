// One worker's lease, renewed over a connection of its own. Plain pg and nothing else, so that a thread can load it at once.
import pg from 'pg';

// Touches the worker's own row alone. A lease that is over is never revived, though nobody may have noticed yet:
// its jobs may be anybody's by now. A late caller gets false.
const renew = `
  update worker set beat_at = db_now(), lease_until = db_now() + $2 * interval '1 millisecond'
  where id = $1 and state <> 'stopped' and lease_until > db_now()`;

/** Connects at the first beat and again after a fault. One beat at a time. */
export class BeatConnection {
  private client: pg.Client | undefined;

  constructor(
    private readonly url: string,
    /** No connect and no statement takes longer; a half-open socket must not eat the lease. */
    private readonly timeoutMs: number,
  ) {}

  /** False: the lease was over, or the worker's row is gone or stopped. Throws what went wrong with the database. */
  async renew(workerId: string, leaseMs: number): Promise<boolean> {
    try {
      const client = this.client ?? (await this.connect());
      const result = await client.query(renew, [workerId, leaseMs]);
      return result.rowCount === 1;
    } catch (error) {
      this.drop();
      throw error;
    }
  }

  async close(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await client?.end();
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'asterion beat',
      connectionTimeoutMillis: this.timeoutMs,
      query_timeout: this.timeoutMs,
      keepAlive: true,
    });
    // A connection that breaks between two beats is replaced at the next one.
    client.on('error', () => this.drop());
    this.client = client;
    await client.connect();
    return client;
  }

  private drop(): void {
    const client = this.client;
    this.client = undefined;
    // The server may be gone; saying goodbye to it can fail and changes nothing.
    client?.end().catch(() => undefined);
  }
}
