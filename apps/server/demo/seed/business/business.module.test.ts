import { batteryCode, creditCode, iccid, idCard, phone, plate, vin } from '@voltloop/domain/checks/index.ts';
import { optionsOf } from '@voltloop/domain/options/index.ts';
import { documentKinds } from '@voltloop/resources/documents.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoFleet } from '../../../../../simulator/demo-fleet.ts';
import { ledgerDifferences } from '../../../modules/ledger/stock/index.ts';
import { accountByUserName } from '../../../modules/people/accounts/index.ts';
import type { Roles } from '../../../modules/people/roles/index.ts';
import type { Resources } from '../../../modules/records/resources/index.ts';
import { officeModules } from '../../../testing/office.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { type TestWorld, testWorld } from '../../../testing/world.ts';
import { seedDemo } from '../demo.ts';
import { demoMain, demoPassword } from '../demo-accounts.ts';
import { planOf } from './plan.ts';
import { sizes } from './rows.ts';
import { seedBusiness } from './run.ts';
import { seedStaff } from './seed-staff.ts';
import { staff } from './staff.ts';

let world: TestWorld;
let server: TestServer;
let resources: Resources;
let roles: Roles;
beforeEach(async () => {
  world = await testWorld();
  server = await startTestServer(world.databaseUrl, { DATA_DIR: world.dataDir }, (services) => {
    const office = officeModules(services);
    ({ resources, roles } = office);
    return office.modules;
  });
  await seedDemo(server.services, server.accounts, server.things, demoFleet(3, 2026));
});
afterEach(async () => {
  await server.stop();
  await world.stop();
});

async function people() {
  const main = await accountByUserName(server.services.db, demoMain);
  if (!main) throw new Error('there is no demo');
  await seedStaff(server.services, { ...server, roles }, main);
}
const seed = () => seedBusiness(server.services, resources, 'small');
const column = async <T>(query: string) =>
  (await server.services.pool.query<{ value: T }>(query)).rows.map((row) => row.value);
const count = async (table: string) => Number((await column(`select count(*) as value from ${table}`))[0]);
const counts = sizes.small;
const plan = [...planOf(counts, new Date('2026-03-01T10:00:00Z'))];
const planned = (resource: string) =>
  plan.flatMap((step) => ('resource' in step && step.resource === resource ? step.rows : [])).length;
const documents = plan.flatMap((step) => ('documents' in step ? step.documents : []));
/** Batteries that come with trucks: their receipts register them. */
const registered = new Set(
  documents
    .filter(({ fresh, end }) => fresh && end !== 'draft')
    .flatMap(({ lines }) => lines.flatMap(({ code }) => code ?? [])),
).size;
/** Products of valid productions. */
const produced = new Set(
  documents
    .filter(({ kind, end }) => kind === 'production' && end !== 'draft')
    .flatMap(({ lines }) => lines.flatMap(({ code }) => (code?.length === 19 ? [code] : []))),
);
const expected = {
  enterprises: counts.enterprise,
  recycle_sites: counts.recycleSite,
  stores: counts.store,
  device_categories: 20,
  boms: 13,
  driver_rows: counts.driver,
  customers: counts.customer,
  vehicles: counts.vehicle,
  batteries: counts.battery + registered,
  sims: counts.sim,
  assets: counts.asset,
  collections: 11,
  grading_schemes: 2,
  assays: planned('assay'),
  test_reports: plan.flatMap((step) => ('tests' in step ? step.tests : [])).length,
  orders: planned('order'),
};
const counted = async () =>
  Object.fromEntries(
    await Promise.all(Object.keys(expected).map(async (table) => [table, await count(table)])),
  );

test('all counts are reached, and every number is valid', async () => {
  await people();
  const made = await seed();
  expect(await counted()).toEqual(expected);
  // Signing releases batteries by documents of its own.
  const own = await count(
    "documents where reverses_id is null and (kind <> 'conditionChange' or remark is not null)",
  );
  expect(made).toBe(
    sum(expected) - registered + (await count('geofences')) + own + (await count('invoices')),
  );

  for (const [values, check] of [
    [await column<string>('select battery_code as value from batteries'), batteryCode],
    [
      await column<string>(
        'select credit_code as value from enterprises union all select credit_code from customers where credit_code is not null',
      ),
      creditCode,
    ],
    [
      await column<string>(
        'select id_card as value from customers where id_card is not null union all select id_card from driver_rows',
      ),
      idCard,
    ],
    [await column<string>('select vin as value from vehicles'), vin],
    [await column<string>('select plate_no as value from vehicles'), plate],
    [await column<string>('select iccid as value from sims'), iccid],
    [
      await column<string>(
        'select phone as value from enterprises union all select phone from customers union all select phone from stores union all select mobile from driver_rows',
      ),
      phone,
    ],
  ] as const) {
    expect(values.length).toBeGreaterThan(5);
    expect(values.filter((value) => check(value) !== null)).toEqual([]);
  }

  // The trees are consistent, and vehicles and stores agree with the states.
  // Cells become echelon cells, inside which they stay.
  expect(
    await count(`batteries p join batteries c on c.parent_id = p.id where p.product_type > c.product_type
      or (p.product_type = c.product_type and p.is_cascade is distinct from 1)`),
  ).toBe(0);
  expect(await count('batteries where parent_id is not null')).toBeGreaterThan(300);
  expect(await count("batteries where vehicle_id is not null and state <> 'in_use'")).toBe(0);
  expect(await count("batteries where state = 'in_stock' and store_id is null")).toBe(0);
  expect((await column<string>('select distinct state as value from batteries')).sort()).toEqual([
    'handed_over',
    'in_production',
    'in_stock',
    'in_test',
    'in_transit',
    'in_use',
    'on_hold',
    'recycled',
    'registered',
    'scrapped',
    'sold',
  ]);
  // Collections are in every state, and the goods of settled ones are in stock.
  expect((await column<string>('select distinct status as value from collections')).sort()).toEqual(
    optionsOf('collectionStatus', 'en')
      .map(({ value }) => value)
      .sort(),
  );
  expect(await count("collections where status = 'settled' and settled_amount > 10000")).toBe(3);
  // Documents have brought them there, and every projection follows from their moves.
  const [tenantId] = await column<string>('select tenant_id as value from batteries limit 1');
  expect(await ledgerDifferences(server.services.db, tenantId as string)).toEqual([]);
  expect(own).toBe(documents.length + (await count('documents where collection_id is not null')));
  for (const kind of documentKinds)
    for (const [preset] of Object.entries(kind.presets)) {
      const some = await count(
        `documents where kind = '${kind.resource.name}' and coalesce(preset, '${preset}') = '${preset}' and status = 'posted'`,
      );
      expect({ preset, some: some > 0 }).toEqual({ preset, some: true });
    }
  // Tested batteries are graded, some rejected; a report is unsigned, some reports have a curve.
  expect(
    (await column<string>('select distinct grade as value from batteries where grade is not null')).sort(),
  ).toEqual(expect.arrayContaining(['X']));
  expect(await count("test_reports where status = 'draft'")).toBe(1);
  expect(await count('test_curves')).toBeGreaterThan(1);
  expect(await count("matching_runs where jsonb_array_length(result -> 'packs') > 0")).toBe(
    plan.filter((step) => 'matching' in step).length,
  );
  // Every handed-over product and recycled lot has a due day.
  expect((await column<number>('select distinct type as value from reports')).sort((a, b) => a - b)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ]);
  expect(await count("documents where kind = 'recyclingRun' and status = 'draft'")).toBe(1);
  // All open documents are of today; the months before the last are closed.
  expect((await column<string>('select distinct status as value from documents')).sort()).toEqual([
    'cancelled',
    'draft',
    'posted',
    'returned',
    'submitted',
    'voided',
  ]);
  expect(
    await count("documents where status in ('draft', 'submitted', 'returned') and day < '2026-03-01'"),
  ).toBe(0);
  const months = await column<string>(
    'select month::text as value from periods where closed_at is not null order by month',
  );
  expect(months.at(-1)).toBe('2026-01-01');
  expect(months.length).toBeGreaterThan(10);
  expect(
    await count("place_totals t join places p on p.id = t.place_id where p.kind = 'transit' and t.kg > 0"),
  ).toBe(1);
  expect(await count("orders where status = 3 and state = '2'")).toBeGreaterThan(0);
  expect((await column<string>('select distinct direction as value from invoices')).sort()).toEqual([
    'in',
    'out',
    'reverse',
  ]);
  expect(await count("moves m join places p on p.id = m.from_place where p.kind = 'inside'")).toBeGreaterThan(
    10,
  );
  expect(await count('orders where shipped_quantity > 0')).toBeGreaterThan(0);
  expect(await count('batteries where length(battery_code) = 19 and is_cascade = 1')).toBe(
    counts.echelon + produced.size,
  );
  // A product is made of one other battery of the same chemistry, which is in no other product.
  const originals = await column<{ same: boolean; uses: number }>(
    `select jsonb_build_object('same', o.chemistry = b.chemistry, 'uses', count(*) over (partition by o.id)) as value
       from batteries b, jsonb_array_elements(b.original_codes) l (line)
       join batteries o on o.battery_code = l.line ->> 'code'`,
  );
  expect(originals.length).toBeGreaterThan(5);
  expect(originals.filter(({ same, uses }) => !same || uses > 1)).toEqual([]);
  // Amounts are sums of exact decimals; some orders have several lines.
  expect(
    await count(
      'orders o where amount is distinct from (select sum(round(quantity * unit_price, 2)) from order_lines where order_id = o.id)',
    ),
  ).toBe(0);
  expect(await count('order_lines where place = 2')).toBeGreaterThan(0);
  // Shipments are invoiced: some invoices are drafts, and some are credited.
  expect(await count("invoices where status = 'issued'")).toBeGreaterThan(0);
  expect(await count('deliveries where order_id is null')).toBeGreaterThan(0);
  expect(await count('(select distinct state from orders) x')).toBeGreaterThan(1);
  // Created over two years, in chronological order, by staff of the back office.
  const [days] = await column<number>(
    'select extract(day from max(create_time) - min(create_time))::int as value from batteries',
  );
  expect(days).toBeGreaterThan(500);
  const makers = await column<string>(
    "select distinct a.user_name::text as value from audit x join accounts a on a.id = x.actor_id where x.action like '%.insert' and x.object_type <> 'role'",
  );
  expect(makers.sort()).toEqual(staff.map((each) => each.userName).sort());
  expect(
    await count(
      "(select at < lag(at) over (order by seq) as back from audit where action like '%.insert' and object_type <> 'role') x where back",
    ),
  ).toBe(0);
  expect(
    await count("enterprises where permit_expiry between timestamp '2026-03-01' and timestamp '2026-04-01'"),
  ).toBeGreaterThan(0);
});

const sum = (all: Readonly<Record<string, number>>) => Object.values(all).reduce((total, n) => total + n, 0);
test('people have their roles: one sees everything, the others a part', async () => {
  await people();
  await people();
  const reply = async (userName: string, path: string) => {
    const { token } = await server.signIn(userName, demoPassword);
    return (await server.call(token, 'GET', path)).status;
  };
  const lists = ['/battery/findPage', '/client/findPage', '/enterprise/findPage', '/role/loadAll'];
  for (const path of lists) expect([path, await reply('demo_staff', path)]).toEqual([path, 200]);
  expect(await Promise.all(lists.map((path) => reply('demo_keeper', path)))).toEqual([200, 403, 200, 403]);
  expect(await Promise.all(lists.map((path) => reply('demo_sales', path)))).toEqual([200, 200, 403, 403]);
  const stores = ['demo_keeper', 'demo_sales', 'demo_rules'].map((name) => reply(name, '/stock/stores'));
  expect(await Promise.all(stores)).toEqual([200, 200, 403]);
  expect(await reply('demo_rules', '/receipt/findPage')).toBe(200);
  expect(await count('roles')).toBe(staff.length);
  // Later changes are kept.
  await server.services.pool.query("update accounts set role_id = 100 where user_name = 'demo_staff'");
  await people();
  expect(await reply('demo_staff', '/battery/findPage')).toBe(403);
});
