import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestOffice } from '../../testing/office.ts';
import { startTestStock } from '../../testing/stock.ts';
import { ledgerDifferences, rebuildProjections } from '../stock/index.ts';

/** Random documents, voids and concurrent postings: whatever happens, the projections follow from the moves. */

let office: TestOffice;
let stores: string[];
let supplier: string;
let customer: string;
let order: string;
let day: string;
let approver: string;
const CODES = Array.from({ length: 12 }, (_, n) => `04QPB12345678A6C9${String(n).padStart(7, '0')}`);
const LOTS = ['L-1', 'L-2'];

beforeAll(async () => {
  const stock = await startTestStock();
  ({ office, supplier, customer, approver, day } = stock);
  stores = [stock.store, stock.second];
  order = await office.make('/order', { clientId: customer, productType: 1, quantity: 3 });
});
afterAll(() => office.stop());

const line = fc.oneof(
  fc.record({ code: fc.constantFrom(...CODES), kg: fc.constantFrom('400', '12.345') }),
  fc.record({
    lotNo: fc.constantFrom(...LOTS),
    material: fc.constant('cell'),
    kg: fc.constantFrom('0.001', '250', '999.999'),
  }),
);
const lines = fc.array(line, { minLength: 1, maxLength: 5 });
const store = fc.constantFrom(0, 1);
const document = fc.oneof(
  fc.record({ path: fc.constant('/receipt'), preset: fc.constantFrom('purchase', 'return'), store, lines }),
  fc.record({ path: fc.constant('/movement'), store, to: store, lines }),
  fc.record({
    path: fc.constant('/issue'),
    preset: fc.constantFrom('sale', 'production', 'supplier'),
    ordered: fc.boolean(),
    store,
    lines,
  }),
);
type Given = {
  path: string;
  preset?: string;
  store: number;
  to?: number;
  ordered?: boolean;
  lines: object[];
};
const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('post' as const),
      documents: fc.array(document, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('void' as const), which: fc.nat(50) }) },
);

const posted: { path: string; id: string }[] = [];

async function make({ path, preset, store: from, to, ordered, lines: given }: Given): Promise<string | null> {
  const id = await office.make(path, {
    day,
    storeId: stores[from],
    ...(preset ? { preset } : {}),
    ...(to === undefined ? {} : { toStoreId: stores[to] }),
    ...(path === '/movement' ? {} : { enterpriseId: supplier, customerId: customer }),
    ...(ordered && preset === 'sale' ? { orderId: order } : {}),
  });
  const saved = await office.post(`${path}/saveLines`, {
    id,
    lines: given.map((each, n) => ({ clientKey: `k${n}`, location: 'L1', ...each })),
  });
  return saved.status === 200 ? id : null;
}

async function post(path: string, id: string): Promise<number> {
  if (path !== '/issue') return (await office.post(`${path}/step`, { id, step: 'post' })).status;
  await office.post(`${path}/step`, { id, step: 'submit' });
  return (await office.post(`${path}/step`, { id, step: 'approve' }, approver)).status;
}

test('every item is in one place, balances equal the moves, and nothing is negative', async () => {
  let done = 0;
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 8 }), async (actions) => {
      for (const each of actions) {
        if (each.do === 'post') {
          const made = await Promise.all(
            each.documents.map(async (given) => ({ path: given.path, id: await make(given as Given) })),
          );
          await Promise.all(
            made.map(async ({ path, id }) => {
              if (!id) return;
              const status = await post(path, id);
              statuses.add(status);
              if (status === 200) {
                posted.push({ path, id });
                done += 1;
              }
            }),
          );
        } else {
          const target = posted[each.which % Math.max(posted.length, 1)];
          if (target)
            statuses.add((await office.post(`${target.path}/step`, { id: target.id, step: 'void' })).status);
        }
      }
      expect(await ledgerDifferences(office.server.services.db, office.tenantId)).toEqual([]);
    }),
    { numRuns: 12 },
  );
  // Refusals are answers, faults are not.
  expect([...statuses].filter((status) => status !== 200 && status !== 409 && status !== 400)).toEqual([]);
  expect(done).toBeGreaterThan(5);
  const { rows } = await office.server.services.pool.query(
    `select b.battery_code from batteries b join items i on i.id = b.id join places p on p.id = i.place_id
      where p.store_id is distinct from b.store_id`,
  );
  expect(rows).toEqual([]);
});

test('a rebuild writes what the postings have written', async () => {
  const { db, pool } = office.server.services;
  const said = async () =>
    (await pool.query('select * from place_totals where pieces <> 0 or kg <> 0 order by place_id')).rows;
  const before = await said();
  await pool.query('update place_totals set kg = kg + 1');
  const shipped = async () => (await office.get(`/order/findById?id=${order}`)).data.shippedQuantity;
  const shippedBefore = await shipped();
  await pool.query('update orders set shipped_quantity = quantity - shipped_quantity where id = $1', [order]);
  await pool.query("update items set condition = 'hold' where kind = 'coded' and move_n > 0");
  expect(await ledgerDifferences(db, office.tenantId)).not.toEqual([]);
  await db.transaction().execute((trx) => rebuildProjections(trx, office.tenantId));
  expect(await ledgerDifferences(db, office.tenantId)).toEqual([]);
  expect(await said()).toEqual(before);
  expect(await shipped()).toBe(shippedBefore);
});
