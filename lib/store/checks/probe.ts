// Does a note reach a listener, and how fast? Asked on a channel of its own, so that no worker is woken by it.
import pg from 'pg';
import type { Database } from '#lib/store/client.ts';

const channel = 'asterion_probe';

/** Milliseconds from NOTIFY to its arrival at a LISTEN connection; null when it has not come within `withinMs`. */
export async function probeNotes(db: Database, withinMs: number): Promise<number | null> {
  const client = new pg.Client({
    connectionString: db.directUrl,
    application_name: 'asterion doctor',
    connectionTimeoutMillis: withinMs,
  });
  await client.connect();
  try {
    await client.query(`listen ${channel}`);
    const word = crypto.randomUUID();
    let timer: NodeJS.Timeout | undefined;
    const heard = new Promise<boolean>((resolve) => {
      client.on('notification', ({ payload }) => payload === word && resolve(true));
      timer = setTimeout(() => resolve(false), withinMs);
    });
    const sentAt = performance.now();
    await db.pool.query('select pg_notify($1, $2)', [channel, word]);
    const came = await heard;
    clearTimeout(timer);
    return came ? performance.now() - sentAt : null;
  } finally {
    await client.end();
  }
}
