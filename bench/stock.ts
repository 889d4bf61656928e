import { ledgerDifferences, rebuildFlows } from '../apps/server/modules/ledger/stock/index.ts';
import { officeModules } from '../apps/server/testing/office.ts';
import type { TestServer } from '../apps/server/testing/server.ts';
import type { BenchRow } from './ingest.ts';
import { onOwnPostgres } from './own-postgres.ts';
import { ms, quantile } from './quantile.ts';
import { fillStock } from './stock-data.ts';

const LINES = 1000;
const DAY = '2026-03-01';
const BATTERIES = 1_000_000;
const ROUNDS = 20;

interface World {
  server: TestServer;
  token: string;
  /** The account that approves the submissions of the first. */
  approver: string;
  tenantId: string;
  stores: { id: string }[];
  customerId: string;
}

/** Postings, checks, lists and balances over a ledger of ten moves per battery, on a dedicated embedded PostgreSQL. */
export const benchStock = (): Promise<BenchRow[]> =>
  onOwnPostgres(
    async (server) => measure(await worldOf(server)),
    (services) => officeModules(services).modules,
  );

async function worldOf(server: TestServer): Promise<World> {
  const { pool } = server.services;
  server.clock.now = new Date(`${DAY}T04:00:00Z`);
  const main = await server.tenant('Stock bench');
  const { tenantId } = main;
  await fillStock(pool, { tenantId, accountId: main.id, count: BATTERIES });
  await server.services.db.transaction().execute((trx) => rebuildFlows(trx, tenantId));
  await pool.query('vacuum analyze stock_flows');
  const staff = await server.account('staff', main);
  const { rows: roles } = await pool.query(
    `insert into roles (tenant_id, name) values ($1, 'approver') returning id`,
    [tenantId],
  );
  await pool.query('insert into role_menus select $1, menu from unnest($2::int[]) menu', [
    roles[0].id,
    [5014, 5114, 5212, 5314, 5412],
  ]);
  await pool.query('update accounts set role_id = $1 where id = $2', [roles[0].id, staff.id]);
  const { rows: stores } = await pool.query('select id from stores where tenant_id = $1 order by code', [
    tenantId,
  ]);
  const { rows: customers } = await pool.query('select id from customers where tenant_id = $1', [tenantId]);
  return {
    server,
    tenantId,
    token: (await server.signIn(main.userName)).token,
    approver: (await server.signIn(staff.userName)).token,
    stores,
    customerId: customers[0].id,
  };
}

async function call(world: World, path: string, body?: object, as = world.token) {
  const reply = await world.server.call(as, body ? 'POST' : 'GET', path, body);
  if (reply.status !== 200) throw new Error(`${path}: ${JSON.stringify(reply).slice(0, 500)}`);
  return reply.data as { id: string; problems: unknown[]; list: { id: string }[] };
}

const timed = async (work: () => Promise<unknown>) => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

async function measure(world: World): Promise<BenchRow[]> {
  const { pool } = world.server.services;
  const times = new Map<string, number[]>();
  const note = async (what: string, work: () => Promise<unknown>) => {
    const took = await timed(work);
    times.set(what, [...(times.get(what) ?? []), took]);
  };
  const lines = `of ${LINES.toLocaleString('en')} lines`;
  let serial = Date.now() % 1e7;
  for (let round = 0; round <= ROUNDS; round += 1) {
    // The first round warms PostgreSQL's cache and is not measured.
    if (round === 1) times.clear();
    const store = world.stores[round % world.stores.length]?.id as string;
    const other = world.stores[(round + 1) % world.stores.length]?.id as string;
    const draft = async (path: string, header: object, codes: readonly string[], more: object = {}) => {
      const { id } = await call(world, `${path}/insert`, { day: DAY, ...header });
      const rows = codes.map((code, n) => ({ clientKey: `k${n}`, code, location: `L${n % 100}`, ...more }));
      await note(`saving the lines of a document ${lines}`, () =>
        call(world, `${path}/saveLines`, { id, lines: rows }),
      );
      return id;
    };
    const step = (path: string, id: string, name: string, as?: string) =>
      call(world, `${path}/step`, { id, step: name }, as);
    const { rows: there } = await pool.query<{ code: string }>(
      `select b.battery_code as code from items i join places p on p.id = i.place_id join batteries b on b.id = i.id
        where p.store_id = $1 and i.condition = 'available' limit $2`,
      [store, LINES],
    );
    const codes = there.map(({ code }) => code);

    const movement = await draft('/movement', { storeId: store, toStoreId: other }, codes);
    await note(`check of a movement ${lines}`, () => call(world, '/movement/check', { id: movement }));
    await note(`posting a movement ${lines}`, () => step('/movement', movement, 'post'));
    await note(`voiding a movement ${lines}`, () => step('/movement', movement, 'void'));
    const hold = await draft('/conditionChange', { preset: 'hold', storeId: store }, codes);
    await note(`posting a condition change ${lines}`, () => step('/conditionChange', hold, 'post'));
    await step('/conditionChange', hold, 'void');
    const issue = await draft(
      '/issue',
      { preset: 'sale', storeId: store, customerId: world.customerId },
      codes,
    );
    await step('/issue', issue, 'submit');
    await note(`approving an issue ${lines}`, () => step('/issue', issue, 'approve', world.approver));
    const fresh = codes.map(() => `04QPB12345678A6B9${String(serial++ % 1e7).padStart(7, '0')}`);
    const header = { preset: 'collection', storeId: store, customerId: world.customerId };
    const receipt = await draft('/receipt', header, fresh, { kg: '400' });
    await note(`posting a receipt ${lines} with unknown codes`, () => step('/receipt', receipt, 'post'));

    const scanned = await draft('/movement', { storeId: store, toStoreId: other }, fresh.slice(0, -1));
    const code = fresh.at(-1) as string;
    await note('a scan: identifying the code', () => call(world, `/battery/readScan?text=${code}`));
    await note(`a scan: adding a line to a draft ${lines}`, () =>
      call(world, '/movement/saveLines', {
        id: scanned,
        lines: [{ clientKey: 'scan', code, location: 'L1' }],
      }),
    );
    await note(`a scan: checking that line in a draft ${lines}`, () =>
      call(world, '/movement/check', { id: scanned, keys: ['scan'] }),
    );
    await note(`removing a line from a draft ${lines}`, () =>
      call(world, '/movement/saveLines', { id: scanned, remove: ['scan'] }),
    );
    await note(`the lines of a document ${lines}`, () => call(world, `/movement/lines?id=${movement}`));
    for (const query of lists(round, store))
      await note('pages of documents', () => call(world, `/movement/findPage?${query}`));
    await note('pages of batteries by store', () =>
      call(world, `/battery/findPage?${filter([{ field: 'storeId', op: 'equals', value: store }])}`),
    );
    await note('stores with their totals', () => call(world, '/stock/stores'));
    await note('balances of a store by location, type and condition', () =>
      call(world, `/stock/store?id=${store}`),
    );
    await note('balances of a store, three months ago', () =>
      call(world, `/stock/store?id=${store}&day=2025-12-01`),
    );
    for (const by of ['store', 'chemistry'])
      await note('statistics: stock with its age on a day', () =>
        call(world, `/statistics/stock?day=2025-12-01&by=${by}`),
      );
    for (const what of ['flows', 'works', 'sales', 'reporting'])
      await note(`statistics of a year: ${what}`, () =>
        call(world, `/statistics/${what}?from=2025-03-01&to=2026-02-28`),
      );
    await note('pages of the contents of a store', () =>
      call(world, `/stock/contents?id=${store}&page=${1 + round}`),
    );
    await note('pages of the contents of a location', () =>
      call(world, `/stock/contents?id=${store}&location=L${round}`),
    );
    const [{ id: item }] = (await pool.query('select id from batteries where battery_code = $1', [code]))
      .rows;
    await note('the moves of a battery', () => call(world, `/stock/item?id=${item}`));
    const [{ id: moved }] = (
      await pool.query('select id from batteries where battery_code = $1', [codes[round]])
    ).rows;
    for (const id of [moved, item])
      await note('traceability page of a battery', () =>
        call(world, `/traceability/findLife?kind=battery&id=${id}`),
      );
    for (const [path, id] of [
      ['movement', movement],
      ['receipt', receipt],
    ])
      await note(`traceability page of a document ${lines}`, () =>
        call(world, `/traceability/findLife?kind=${path}&id=${id}`),
      );
    await note('one search over all records', () => call(world, `/query/search?search=${code}`));
  }
  const rows = [...times].map(([what, took]) => ({
    what,
    measured: `p50 ${ms(quantile(took, 0.5))}, p95 ${ms(quantile(took, 0.95))}`,
    budget: budgetOf(what),
  }));
  const compared = await timed(() => ledgerDifferences(world.server.services.db, world.tenantId));
  return [...rows, { what: 'comparing all projections with the moves', measured: ms(compared), budget: '' }];
}

const filter = (conditions: object[]) => `filter=${encodeURIComponent(JSON.stringify(conditions))}`;

/** Typical queries of a list of documents. */
const lists = (round: number, store: string) => [
  '',
  `page=${1 + round * 40}`,
  `search=YK2025`,
  `sort=day&order=desc`,
  filter([{ field: 'status', op: 'equals', value: 'draft' }]),
  filter([{ field: 'storeId', op: 'equals', value: store }]),
];

function budgetOf(what: string): string {
  if (/^(posting|approving|voiding|check)/.test(what)) return 'p95 ≤ 2,000 ms';
  if (what.startsWith('statistics')) return 'p95 ≤ 500 ms';
  if (what.startsWith('pages')) return 'p95 ≤ 100 ms';
  if (what.startsWith('balances') && !what.includes('ago')) return 'p95 ≤ 50 ms';
  if (what.startsWith('traceability')) return 'p95 ≤ 200 ms';
  return what.startsWith('a scan') ? 'p95 ≤ 150 ms' : '';
}
