// How the browser tests run: one Chromium, one test at a time, each file on a product of its own.
import { defineConfig } from '@playwright/test';
import { browserLaunch } from '#tests/support/browser.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 1,
  forbidOnly: process.env.CI !== undefined,
  // A flaky promise is a broken one.
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    launchOptions: browserLaunch(),
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
  },
});
