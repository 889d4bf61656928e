import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoFleet } from '../../../../simulator/demo-fleet.ts';
import { ledgerDifferences } from '../../modules/ledger/stock/index.ts';
import { type AccountRow, accountByUserName } from '../../modules/people/accounts/index.ts';
import { officeModules } from '../../testing/office.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { type TestWorld, testWorld } from '../../testing/world.ts';
import { seedStaff } from '../seed/business/seed-staff.ts';
import { seedDemo } from '../seed/demo.ts';
import { demoMain, demoPassword } from '../seed/demo-accounts.ts';
import { loadBusiness } from './load-business.ts';

let world: TestWorld;
let server: TestServer;
let main: AccountRow;

beforeEach(async () => {
  world = await testWorld({ clickhouse: false });
});
afterEach(async () => {
  await server.stop();
  await world.stop();
});

async function load(now: string) {
  let roles: ReturnType<typeof officeModules>['roles'] | undefined;
  server = await startTestServer(world.databaseUrl, { DATA_DIR: world.dataDir }, (services) => {
    const office = officeModules(services);
    roles = office.roles;
    return office.modules;
  });
  server.clock.now = new Date(now);
  await seedDemo(server.services, server.accounts, server.things, demoFleet(3, 2026));
  main = (await accountByUserName(server.services.db, demoMain)) as AccountRow;
  await seedStaff(server.services, { ...server, roles: roles as NonNullable<typeof roles> }, main);
  return loadBusiness(server.services, 'small', main);
}
const column = async <T>(query: string) =>
  (await server.services.pool.query<{ value: T }>(query)).rows.map((row) => row.value);
const count = async (from: string) => Number((await column(`select count(*) as value from ${from}`))[0]);

test.each(['2026-11-27T09:00:00Z', '2027-03-31T01:00:00Z', '2028-02-29T23:59:00Z'])(
  'the business ends on the day it is loaded, %s, in every projection',
  async (now) => {
    const snapshot = await load(now);
    expect(await count('documents')).toBe(snapshot?.tables.find(({ table }) => table === 'documents')?.rows);
    const today = now.slice(0, 10);
    expect(await column('select max(day)::text as value from documents')).toEqual([today]);
    expect(await count(`moves where posted_at > '${now}'`)).toBe(0);
    expect(await count(`audit where at > '${now}'`)).toBe(0);
    expect(await ledgerDifferences(server.services.db, main.tenantId)).toEqual([]);
    // Numbers and codes name the days of their records.
    expect(
      await count(
        "documents where no is not null and no !~ ('^[A-Z]{2,3}' || to_char(day, 'YYYYMMDD') || '-')",
      ),
    ).toBe(0);
    // Month after month is closed, but for the last and the present one.
    const months = await column<string>('select month::text as value from periods order by month');
    const open = new Date(`${today.slice(0, 7)}-01`);
    open.setUTCMonth(open.getUTCMonth() - 2);
    expect(months.at(-1)).toBe(open.toISOString().slice(0, 10));
    expect(new Set(months).size).toBe(months.length);
    expect(await count("audit where action = 'period.close'")).toBe(months.length);
    expect(
      await count(
        "(select at < lag(at) over (order by seq) as back from audit where action <> 'account.create') x where back",
      ),
    ).toBeLessThan(3);
    const { token } = await server.signIn('demo_main', demoPassword);
    expect((await server.call(token, 'POST', '/log/check', {})).data).toMatchObject({
      done: true,
      broken: null,
    });
    // The rest is as the product wants it: codes with the day of their making, records that were reported in time.
    expect(await count('reports where state = 3 and reported_at::date > due_day')).toBe(0);
    expect(await count(`reports where state <> 3 and voided_by is null and due_day < '${today}'::date`)).toBe(
      3,
    );
    expect(await count('batteries where is_cascade = 1 and create_time::date < production_date')).toBe(0);
    expect(await loadBusiness(server.services, 'small', main)).toBeNull();
  },
);
