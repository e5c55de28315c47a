// Gets a browser onto a fresh machine: playwright's own, else Debian's package.
import { spawnSync } from 'node:child_process';
import { findBrowser } from './browser.ts';
import { root } from './child-process.ts';

/** Resolves to the path of a browser, installing one if there is none. Throws with what to do by hand. */
export function ensureBrowser(): string {
  const found = findBrowser();
  if (found !== null) return found;
  const isRoot = process.getuid?.() === 0;
  console.log('No Chromium or Chrome here; installing one.');
  const attempts: [string, string[]][] = [
    ['npx', ['playwright', 'install', ...(isRoot && process.platform === 'linux' ? ['--with-deps'] : []), 'chromium']],
    ...(isRoot
      ? ([
          ['apt-get', ['update']],
          ['apt-get', ['install', '--yes', '--no-install-recommends', 'chromium']],
        ] satisfies [string, string[]][])
      : []),
  ];
  for (const [command, args] of attempts) {
    spawnSync(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: 300_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    const installed = findBrowser();
    if (installed !== null) return installed;
  }
  throw new Error('No browser could be installed. Install Chromium or Google Chrome, then run the tests again.');
}
