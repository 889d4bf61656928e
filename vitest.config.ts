import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{apps,packages,simulator,bench,e2e}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/*.module.test.ts'],
          // Ends what hangs only: a busy machine must not fail a test.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'module',
          include: ['{apps,packages,simulator,bench,e2e}/**/*.module.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['apps/server/testing/global-setup.ts'],
          // More than the smallest machine has cores: most of a file is waiting, for a broker, a timer, a server's start.
          maxWorkers: 4,
          // A time limit only ends what hangs: a machine that is busy with other work must not fail a test.
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // Real servers on a machine that may be busy: one more try, which the count at the end names.
          retry: 1,
        },
      },
    ],
  },
});
