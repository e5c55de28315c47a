// `asterion migrate`: brings the database up to date.
import { Command } from 'commander';
import { migrate } from '#prisma/migrate.ts';
import { findDatabase } from './command.ts';
import { printJson, printLine } from './print.ts';

export function migrateCommand(): Command {
  return new Command('migrate')
    .helpGroup('Database:')
    .description('apply migrations that are missing')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Safe to run at any time and from several places at once: an advisory lock lets one work.
Uses DIRECT_URL where it is set. npm start does this by itself.`,
    )
    .action(async ({ json }: { json?: boolean }) => {
      const { url, directUrl } = await findDatabase();
      const applied = await migrate(directUrl ?? url);
      if (json) printJson({ applied });
      else printLine(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
    });
}
