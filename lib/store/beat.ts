// One worker's lease, renewed over a connection of its own. Plain pg and nothing else, so that a thread can load it at once.
import pg from 'pg';

// Touches the worker's own rows alone: its lease, and the stretch of beats this one goes on or begins (a silence of more
// than 15 s begins another). A lease that is over is never revived, though nobody may have noticed yet: its jobs may be
// anybody's by now. A late caller gets false and leaves no beat.
const renew = `
  with renewed as (
    update worker set beat_at = db_now(), lease_until = db_now() + $2 * interval '1 millisecond'
    where id = $1 and state <> 'stopped' and lease_until > db_now() returning id, beat_at
  ), gone_on as (
    update worker_beat b set to_at = r.beat_at from renewed r
    where b.worker_id = r.id and b.to_at >= r.beat_at - interval '15 seconds' and b.from_at <= r.beat_at returning b.worker_id
  ), begun as (
    insert into worker_beat (worker_id, from_at, to_at) select id, beat_at, beat_at from renewed
    where not exists (select from gone_on)
  )
  select id from renewed`;

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
