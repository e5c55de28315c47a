// Says whether schema.prisma and the migrations describe the same tables.
import { noFilters, readSchema, withEngine } from './migration-engine.ts';

/**
 * Plays the migrations into a scratch database beside `url` and compares it with the schema page (or the given text of one).
 * Resolves to null when they agree, else to the SQL that would turn the migrated tables into the page's.
 */
export async function findDrift(url: string, page?: string): Promise<string | null> {
  const schema = page ?? (await readSchema());
  return withEngine(url, async ({ engine, migrations }) => {
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'migrations', ...migrations },
      to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] },
      script: true,
      exitCode: true,
      filters: noFilters,
    });
    return exitCode === 0 ? null : (stdout ?? 'the engine gave no details');
  });
}
