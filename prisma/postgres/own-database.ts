// The product's database on the embedded server, made at the first start.
import pg from 'pg';

export const productDatabase = 'asterion';

/** Makes the database if it is missing and resolves to its URL. */
export async function ownDatabase(server: string, name = productDatabase): Promise<string> {
  const client = new pg.Client({ connectionString: server, application_name: 'asterion start' });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
