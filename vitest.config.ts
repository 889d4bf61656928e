import { defineConfig } from 'vitest/config';
import { SlowFilesFirst } from './apps/server/testing/slow-files-first.ts';

const unit = {
  exclude: ['**/node_modules/**', '**/*.module.test.ts'],
  // By default one core is left free, which is half of the smallest machine. Some files wait for a timer.
  maxWorkers: 3,
  // Ends what hangs only: a busy machine must not fail a test.
  testTimeout: 60_000,
};

/** Left out by `npm test` without `--all`: together half of the module tests' time (decisions 94 and 154). */
const slowModuleTests = [
  // Processes that are killed, restored or started several times.
  'e2e/{backup,files-of-nodes,rabbitmq,several-nodes,start-up,tracing}.module.test.ts',
  'e2e/durability/*.module.test.ts',
  'apps/server/embedded/{clickhouse-alone,postgres,postgres-place}.module.test.ts',
  'apps/server/tls/server-tls.module.test.ts',
  // Every call, for every role or with hostile input.
  'apps/server/every-call/{foreign-rows,matrix,robustness}.module.test.ts',
  // Much data: a year of history, generated counters, the whole demo, all rows of a tenant.
  'apps/server/demo-snapshot/make-snapshot.module.test.ts',
  'apps/server/demo/seed/business/business.module.test.ts',
  'apps/server/modules/fleet/sites/history-limits.module.test.ts',
  'apps/server/modules/fleet/telemetry/{counter-restarts,export-year}.module.test.ts',
  'apps/server/modules/instance/retention/*.module.test.ts',
  'apps/server/modules/instance/tenants/erase-tenant.module.test.ts',
  'apps/server/modules/ledger/reporting/chaos.module.test.ts',
];

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFilesFirst },
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          include: ['{apps,integrations,packages,platform-sandbox,simulator,bench,e2e}/**/*.test.{ts,tsx}'],
          exclude: [...unit.exclude, 'apps/web/**'],
          // Files of a worker share what they import: loading it for each file took three quarters of the time.
          isolate: false,
        },
      },
      {
        // Tests of the console give themselves a browser's globals, so each file has its own.
        // A thread for each costs less than a process.
        test: { ...unit, name: 'unit-web', include: ['apps/web/**/*.test.{ts,tsx}'], pool: 'threads' },
      },
      {
        test: {
          name: 'module',
          include: ['{apps,integrations,packages,platform-sandbox,simulator,bench,e2e}/**/*.module.test.ts'],
          exclude: ['**/node_modules/**', ...(process.env.SLOW_TESTS === 'no' ? slowModuleTests : [])],
          globalSetup: ['apps/server/testing/global-setup.ts'],
          // More than the smallest machine has cores: most of a file is waiting, for a broker, a timer, a server's start.
          maxWorkers: 4,
          // Each file has a database of its own; what it imports is the same for all files of a worker.
          isolate: false,
          // A time limit only ends what hangs: a machine that is busy with other work must not fail a test.
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // A test that passes at the second try has a defect, or found one.
          retry: 0,
        },
      },
      {
        // Only `npm run cluster:test` runs it: minutes, as root, with Debian's RabbitMQ and haproxy.
        test: { name: 'cluster', include: ['e2e/cluster/*.scenario.ts'], testTimeout: 20 * 60_000, retry: 0 },
      },
    ],
  },
});
