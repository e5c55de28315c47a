// The operator's command line as a process, on a test's database.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const program = fileURLToPath(new URL('../../../worker/ops/asterion.ts', import.meta.url));

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `asterion …args` without a terminal and resolves when it has ended. `input` goes to its stdin. */
export function runAsterion(
  url: string,
  args: readonly string[],
  { env = {}, input }: { readonly env?: Record<string, string>; readonly input?: string } = {},
): Promise<Ran> {
  const given = { PATH: process.env.PATH, DATABASE_URL: url, ASTERION_LOG_LEVEL: 'silent', ...env };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', program, ...args],
      { env: { ...given, NODE_ENV: 'test' as const } },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }),
    );
    child.stdin?.end(input ?? '');
  });
}
