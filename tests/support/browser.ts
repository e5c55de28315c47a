// Which browser the tests drive: the system's Chromium or Chrome, else the one that playwright has installed.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of a browser that starts, or null. */
export function findBrowser(): string | null {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const onPath = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...onPath, ...places, chromium.executablePath()].find(starts) ?? null;
}

// Ubuntu's /usr/bin/chromium-browser may be a stub that only says "install the snap".
function starts(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    execFileSync(file, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

/** Options for `chromium.launch`. Throws when there is no browser: `npm test` gets one first. */
export function browserLaunch(): { executablePath: string; args: string[] } {
  const executablePath = findBrowser();
  if (executablePath === null)
    throw new Error('There is no Chromium or Chrome on this machine; `npm test` installs one.');
  return {
    executablePath,
    // Root may not use the sandbox; the rest keeps the browser from looking for the internet.
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      '--disable-dev-shm-usage',
    ],
  };
}
