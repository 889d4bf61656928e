import { createHmac } from 'node:crypto';
import { startSandbox } from '../../../platform-sandbox/index.ts';
import { demoFleet } from '../../../simulator/demo-fleet.ts';
import { configureReporting } from '../demo/platform.ts';
import { DEMO_KEY_ID, reportOlder } from '../demo/report-older.ts';
import { daysFrom } from '../demo/seed/business/companies.ts';
import { carrierOf } from '../demo/seed/business/fleet-rows.ts';
import { type BusinessSize, sizes } from '../demo/seed/business/rows.ts';
import { seedBusiness } from '../demo/seed/business/run.ts';
import { seedStaff } from '../demo/seed/business/seed-staff.ts';
import { seedDemo } from '../demo/seed/demo.ts';
import { demoMain } from '../demo/seed/demo-accounts.ts';
import type { Snapshot } from '../demo/snapshot/file.ts';
import type { Reporting } from '../modules/ledger/reporting/index.ts';
import { accountByUserName, actingAs } from '../modules/people/accounts/index.ts';
import type { Roles } from '../modules/people/roles/index.ts';
import type { Resources } from '../modules/records/resources/index.ts';
import type { Ctx } from '../platform/ctx.ts';
import type { TestWorld } from '../testing/make-world.ts';
import { officeModules } from '../testing/office.ts';
import { startTestServer } from '../testing/server.ts';
import { dumpBusiness, filledTables } from './dump-business.ts';
import { planDigest } from './plan-digest.ts';

/** Early on a working day in China: what happened today is over, and a demo of the same day is never in its future. */
export const BEGUN = new Date('2026-11-27T00:10:00Z');
/** The fleet's devices are not in the snapshot; the tenant needs a few for its accounts. */
const DEVICES = 3;
/** Clerks report every few days. */
const REPORT_EVERY_DAYS = 4;
const BUSINESS_DAYS = 732;

interface Made {
  snapshot: Snapshot;
  /** Records whose values the generator does not know. */
  unreported: number;
}

/** Generates the business of the demo in an empty database through the ordinary verbs, and reads it as a snapshot. */
export async function makeSnapshot(world: TestWorld, size: BusinessSize, begun = BEGUN): Promise<Made> {
  let office: { resources: Resources; roles: Roles; reporting: Reporting } | undefined;
  const server = await startTestServer(world.databaseUrl, { DATA_DIR: world.dataDir }, (made) => {
    const { modules, ...parts } = officeModules(made);
    office = parts;
    return modules;
  });
  const { services, clock } = server;
  clock.now = begun;
  const secret = createHmac('sha256', 'demo').update('snapshot').digest('hex');
  const sandbox = await startSandbox({ secrets: { [DEMO_KEY_ID]: secret }, clock: services.clock });
  services.config.reportingHosts.add(new URL(sandbox.url).host);
  try {
    if (!office) throw new Error('There are no modules.');
    const { resources, roles, reporting } = office;
    const given = await filledTables(services);
    await seedDemo(services, server.accounts, server.things, demoFleet(DEVICES, 1));
    const main = await accountByUserName(services.db, demoMain);
    if (!main) throw new Error('There is no demo.');
    await seedStaff(services, { ...server, roles }, main);
    const { rows } = await services.pool.query<{ seq: string }>('select max(seq) as seq from audit');
    const auditBefore = rows[0]?.seq ?? '0';
    const rules = (await accountByUserName(services.db, 'demo_rules')) ?? main;
    const skipped = new Set<string>();
    let reported = daysFrom(begun, -BUSINESS_DAYS);
    const report = async (now: Date) => {
      clock.now = now;
      const ctx: Ctx = { caller: actingAs(rules), now, ip: '', requestId: 'demo', log: services.log };
      await configureReporting(
        services,
        reporting,
        { ...ctx, caller: actingAs(main) },
        { endpoint: sandbox.url, secret },
      );
      while ((await reportOlder(services, reporting, ctx, skipped)) > 0) await reporting.send();
    };
    const reportUntil = async (at: Date) => {
      for (
        let next = daysFrom(reported, REPORT_EVERY_DAYS);
        next <= at;
        next = daysFrom(next, REPORT_EVERY_DAYS)
      ) {
        await report(next);
        reported = next;
      }
      clock.now = at;
    };
    const made = await seedBusiness(services, resources, size, reportUntil);
    await report(begun);
    const tables = await dumpBusiness(services, { begun, auditBefore, tenantId: main.tenantId, given });
    const carrier = carrierOf(sizes[size], begun);
    const plan = planDigest(size, begun);
    return {
      snapshot: { begun: begun.toISOString(), plan, made, carrier, ...tables },
      unreported: skipped.size,
    };
  } finally {
    await sandbox.stop();
    await server.stop();
  }
}
