import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Durations of the longest module test files, as `npm test -- --all` prints them on two cores. Only their order
 * matters; files without a duration come after them.
 */
export const measured_s: Readonly<Record<string, number>> = {
  'e2e/backup.module.test.ts': 130,
  'apps/server/every-call/matrix.module.test.ts': 96,
  'apps/server/modules/fleet/sites/history-limits.module.test.ts': 78,
  'apps/server/every-call/robustness.module.test.ts': 60,
  'e2e/start-up.module.test.ts': 48,
  'apps/server/modules/fleet/telemetry/counter-restarts.module.test.ts': 45,
  'apps/server/tls/server-tls.module.test.ts': 42,
  'e2e/tracing.module.test.ts': 40,
  'apps/server/platform/uplink-subscriber.module.test.ts': 34,
  'apps/server/every-call/foreign-rows.module.test.ts': 34,
  'apps/server/modules/fleet/firmware/firmware.module.test.ts': 32,
  'apps/server/modules/fleet/events/events.module.test.ts': 30,
  'packages/resources/documents.module.test.ts': 30,
  'apps/server/modules/fleet/telemetry/export-year.module.test.ts': 29,
  'apps/server/modules/instance/retention/tenant-days.module.test.ts': 27,
  'apps/server/modules/instance/tenants/tenants.module.test.ts': 25,
  'apps/server/modules/instance/retention/retention.module.test.ts': 25,
  'packages/resources/issue/issue.module.test.ts': 25,
  'e2e/metrics.module.test.ts': 23,
  'integrations/sunspec-gateway/gateway.module.test.ts': 23,
  'apps/server/embedded/postgres.module.test.ts': 21,
  'apps/server/modules/fleet/telemetry/ingest.module.test.ts': 20,
  'packages/resources/resources.module.test.ts': 20,
  'apps/server/modules/ledger/documents/ledger.module.test.ts': 19,
  'apps/server/modules/records/resources/engine/export-rows.module.test.ts': 17,
};

const root = new URL('../../../', import.meta.url).pathname;
const durationOf = ({ moduleId }: TestSpecification) => measured_s[relative(root, moduleId)] ?? 0;

/** Without a cache vitest starts with the largest files: a slow one that starts late would run alone at the end. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => durationOf(b) - durationOf(a));
  }
}
