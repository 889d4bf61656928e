import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { WORKERS } from './instances.ts';

/**
 * Debian's Chromium by default, otherwise Playwright's own. The headless shell is the same engine without the
 * browser window, which takes a third of the browser's time.
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
  // Files run in parallel, each worker with its own instance; the journeys of a file run in order.
  workers: WORKERS,
  fullyParallel: false,
  // Limits only end hanging journeys. A journey that passes on its retry counts as passed, and is reported as
  // flaky.
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
    // Animation frames are rendered by the CPU: a tenth of the journeys' time.
    contextOptions: { reducedMotion: 'reduce' },
    // Each first page would fetch all files of the console again, for journeys that never go offline.
    serviceWorkers: 'block',
    // A trace costs as much as the step itself: only retries have one.
    trace: 'on-first-retry',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      // Without a UTF-8 locale, Chromium names a file with a Chinese name 'download'.
      env: { ...environment, LC_ALL: 'C.UTF-8' },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // With every core busy, parallel compile and GC threads of the page only cost more: a fifteenth.
        '--js-flags=--single-threaded',
      ],
    },
  },
});
