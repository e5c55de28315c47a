// Says whether schema.prisma and the migrations describe the same tables.
import { noFilters, readSchema, withEngine } from './migration-engine.ts';

/**
 * Plays the migrations into a scratch database beside `url` and compares it with the schema page.
 * Resolves to null when they agree, else to the SQL that would turn the migrated tables into the page's.
 */
export function findDrift(url: string): Promise<string | null> {
  return withEngine(url, async ({ engine, migrations }) => {
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'migrations', ...migrations },
      to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: await readSchema() }] },
      script: true,
      exitCode: true,
      filters: noFilters,
    });
    return exitCode === 0 ? null : (stdout ?? 'the engine gave no details');
  });
}
