// Is the schema the one that the migrations make? Compared, thing by thing, with a scratch database made from them.

import { type Finding, note, ok, problem } from '#lib/domain/operator/finding.ts';
import { type CatalogEntry, readCatalog, readMigrations } from '#lib/store/checks/server.ts';
import { closeDatabase, type Database, openDatabase } from '#lib/store/client.ts';
import { knownMigrations } from '#prisma/known-migrations.ts';
import { inScratchDatabase, mayCreateDatabases } from '#prisma/postgres/scratch.ts';

const shown = 5;

export async function checkMigrations(db: Database): Promise<Finding> {
  const check = 'migrations';
  const [known, had] = [await knownMigrations(), await readMigrations(db)];
  if (had === null)
    return problem(check, 'never migrated', 'The database holds none of the product’s tables.', 'asterion migrate');
  const begun = had.filter(({ isFinished }) => !isFinished).map(({ name }) => name);
  const missing = known.filter((name) => !had.some((one) => one.name === name && one.isFinished));
  const strange = had.filter(({ name }) => !known.includes(name)).map(({ name }) => name);
  if (strange.length > 0)
    return problem(
      check,
      `unknown: ${strange.join(', ')}`,
      'A newer copy of the product has been here; this one may misread what it finds.',
      'Use the newer copy.',
    );
  if (missing.length > 0)
    return problem(
      check,
      `missing: ${missing.join(', ')}${begun.length > 0 ? ' (one was begun and not finished)' : ''}`,
      'Statements of this copy will fail on tables or columns that are not there yet.',
      'asterion migrate',
    );
  return ok(check, `all ${known.length} applied`);
}

/** Columns, indexes, constraints, triggers and functions. */
export async function checkSchema(db: Database): Promise<Finding[]> {
  const check = 'schema';
  if (!(await mayCreateDatabases(db.directUrl)))
    return [
      note(
        check,
        'not compared',
        'Comparing needs a scratch database, and this role may not create one.',
        'Run it once with a role that has CREATEDB.',
      ),
    ];
  const wanted = await inScratchDatabase(db.directUrl, async (url) => {
    const scratch = openDatabase({ url, poolSize: 1, name: 'asterion doctor' });
    try {
      return await readCatalog(scratch);
    } finally {
      await closeDatabase(scratch);
    }
  });
  return compare(wanted, await readCatalog(db));
}

export function compare(wanted: readonly CatalogEntry[], found: readonly CatalogEntry[]): Finding[] {
  const key = ({ kind, name }: CatalogEntry) => `${kind} ${name}`;
  const have = new Map(found.map((entry) => [key(entry), entry.definition]));
  const should = new Map(wanted.map((entry) => [key(entry), entry.definition]));
  const missing = wanted.map(key).filter((name) => !have.has(name));
  const changed = wanted.map(key).filter((name) => have.has(name) && have.get(name) !== should.get(name));
  const extra = found.map(key).filter((name) => !should.has(name));
  const findings: Finding[] = [];
  if (missing.length > 0)
    findings.push(
      problem(
        'schema',
        `missing: ${some(missing)}`,
        missing.some((name) => name.startsWith('index'))
          ? 'Without an index a claim or a page reads whole tables; without a constraint or trigger the database accepts what it must refuse.'
          : 'The database accepts, or forgets, what it must not.',
        'Make it again as prisma/migrations says; or restore into a freshly migrated database.',
      ),
    );
  if (changed.length > 0)
    findings.push(
      problem(
        'schema',
        `different: ${some(changed)}`,
        'Somebody has changed it by hand, or building an index was interrupted (invalid).',
        'Bring it back to what prisma/migrations says; an invalid index: REINDEX INDEX CONCURRENTLY.',
      ),
    );
  if (extra.length > 0)
    findings.push(
      note(
        'schema',
        `not ours: ${some(extra)}`,
        'Nothing of the product uses it.',
        'Each index costs every write; drop it if nobody needs it.',
      ),
    );
  return missing.length + changed.length > 0
    ? findings
    : [ok('schema', `${should.size} things as the migrations make them`), ...findings];
}

function some(names: readonly string[]): string {
  return names.length <= shown
    ? names.join(', ')
    : `${names.slice(0, shown).join(', ')} and ${names.length - shown} more`;
}
