import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { WORKERS } from './instances.ts';

/**
 * Debian's Chromium by default; Playwright's own only where there is none. The headless shell is the same
 * engine without the window around it, which costs a third of the browser's time.
 */
const chromium =
  process.env.CHROMIUM_PATH ||
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

const environment = Object.fromEntries(
  Object.entries(process.env).filter((each): each is [string, string] => each[1] !== undefined),
);

export default defineConfig({
  testDir: '.',
  testMatch: '*.journey.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  // Files run side by side, each worker against an instance of its own; the journeys of a file follow each other.
  workers: WORKERS,
  fullyParallel: false,
  // Limits only end what hangs. A journey that passes at the second try counts as passed, and is named as such.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: !!process.env.CI,
  retries: 1,
  reporter: process.env.E2E_REPORT ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]] : 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Frames that nobody looks at are drawn by the processor: a tenth of the journeys' time.
    contextOptions: { reducedMotion: 'reduce' },
    // Each first page would fetch all files of the console once more, for a journey that never goes off line.
    serviceWorkers: 'block',
    // A trace of every step costs as much as the step: the second try of what failed has one.
    trace: 'on-first-retry',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      // Without a locale of UTF-8, Chromium calls a file with a Chinese name 'download'.
      env: { ...environment, LC_ALL: 'C.UTF-8' },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // With every core busy, threads that compile and collect beside the page's own only cost more: a fifteenth.
        '--js-flags=--single-threaded',
      ],
    },
  },
});
