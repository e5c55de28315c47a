// Makes a folder a setting names, or says which setting is wrong.
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '#lib/config.ts';

/**
 * Makes the folder and what is missing above it. Step by step: Node's own recursive mkdir never returns where the
 * system refuses with "no such file" (below /proc). Throws ConfigError that names the setting.
 */
export function makeFolder(folder: string, setting: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder), setting);
  try {
    mkdirSync(folder);
  } catch (error) {
    if (existsSync(folder)) return;
    const reason = error instanceof Error ? error.message.split(',')[0] : String(error);
    throw new ConfigError(
      `${setting}: the folder ${folder} cannot be made (${reason}); choose one that can be written to`,
    );
  }
}
