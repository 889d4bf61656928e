import type * as contract from '@voltloop/contract';
import type { ReplyOf } from '@voltloop/contract';
import type { Condition, Resource } from '@voltloop/resource-kit';
import { CHINA } from '@voltloop/resources/days.ts';
import { resources } from '@voltloop/resources/index.ts';
import { expect, test } from 'vitest';
import { setUp } from '../apps/server/testing/set-up.ts';
import { startTestStock } from '../apps/server/testing/stock.ts';
import { figureLinks, stageLink } from '../apps/web/modules/backoffice/home/figure-links.ts';
import { warningPath } from '../apps/web/modules/backoffice/home/warning-url.ts';

type Business = ReplyOf<typeof contract.backofficeBusiness>;

// Not by its name: the types of the console need the options of its compiler.
const lists: string = new URL('../apps/web/modules/resources/list/list-url.ts', import.meta.url).href;
const { conditionsOf, listFromUrl } = (await import(lists)) as {
  listFromUrl(resource: Resource, params: URLSearchParams): { filters: Record<string, object> };
  conditionsOf(resource: Resource, view: object, zone: string): Condition[];
};

const stock = setUp(startTestStock);

// biome-ignore lint/suspicious/noExplicitAny: rows of any resource
type Row = Record<string, any>;

/** All rows of the list that a link opens. */
async function listAt(link: string): Promise<Row[]> {
  const url = new URL(link, 'http://localhost');
  const resource = resources.find(({ name }) => url.pathname === `/backoffice/${name}`);
  if (!resource) throw new Error(`${link} opens no list`);
  const view = listFromUrl(resource, url.searchParams);
  // A filter that the list does not know would show more rows.
  expect(Object.keys(view.filters).sort()).toEqual(
    [...new Set([...url.searchParams.keys()].map((key) => key.split('.')[1]))].sort(),
  );
  const filter = encodeURIComponent(JSON.stringify(conditionsOf(resource, view, CHINA)));
  const { data } = await stock.office.get(`${resource.path}/findPage?size=100&filter=${filter}`);
  expect(data.list).toHaveLength(data.total);
  return data.list;
}
const sum = (rows: readonly Row[], name: string) => rows.reduce((all, row) => all + Number(row[name]), 0);

test('every figure of the home equals the list that it leads to', async () => {
  const receive = async (day: string, preset: string, kg: string, code = stock.newCode()) => {
    const header = { storeId: stock.store, day, preset, enterpriseId: stock.supplier };
    const id = await stock.draft(
      '/receipt',
      preset === 'return' ? { ...header, enterpriseId: null, customerId: stock.customer } : header,
      [{ code, kg }],
    );
    const posted = await stock.step('/receipt', id, 'post');
    expect(posted.status, JSON.stringify(posted)).toBe(200);
    return id;
  };
  const [sold, graded, rejected] = [stock.newCode(), stock.newCode(), stock.newCode()];
  for (const [code, kg] of [
    [sold, '100.5'],
    [graded, '50'],
    [rejected, '60'],
    [stock.newCode(), '70'],
  ] as const)
    await receive(stock.day, 'purchase', kg, code);
  await receive('2026-02-01', 'purchase', '30');
  const wrong = await receive(stock.day, 'purchase', '1000');
  expect((await stock.step('/receipt', wrong, 'void', { reason: '重复录入' })).status).toBe(200);
  await stock.office.server.services.pool.query(
    `update batteries set grade = case battery_code when $1 then 'B' else 'X' end where battery_code in ($1, $2)`,
    [graded, rejected],
  );
  const order = (quantity: number, deliveryDate: string) =>
    stock.office.make('/order', {
      clientId: stock.customer,
      productType: 1,
      cascadeType: 1,
      quantity,
      unitPrice: '1000',
      deliveryDate,
    });
  await order(2, '2026-02-28');
  await order(3, stock.day);
  const cancelled = await order(50, '2026-02-27');
  await stock.office.post('/order/step', { id: cancelled, step: 'cancel', reason: '客户取消' });
  await stock.issue({ preset: 'sale', customerId: stock.customer }, [{ code: sold, unitPrice: '800' }]);
  await stock.office.later(60_000);

  for (const period of ['month', 'quarter', 'year']) {
    const { data } = await stock.office.get(`/v1/backoffice/business?period=${period}`);
    const business = data as Business;
    const { intake, orders, stages } = business;
    const receipts = await listAt(figureLinks.intake(business));
    expect({ pieces: sum(receipts, 'pieces'), kg: sum(receipts, 'kg') }).toEqual({
      pieces: intake?.now.pieces,
      kg: Number(intake?.now.kg),
    });
    const ordered = await listAt(figureLinks.ordered(business));
    expect([ordered.length, sum(ordered, 'amount')]).toEqual([
      orders?.ordered.count,
      Number(orders?.ordered.amount),
    ]);
    expect(await listAt(figureLinks.overdue(business))).toHaveLength(orders?.overdue.count ?? -1);
    expect(orders?.overdue.count).toBe(1);
    const deliveries = await listAt(figureLinks.delivered(business));
    expect([deliveries.length, orders?.delivered.amount]).toEqual([1, '800.00']);
    const invoices = await listAt(figureLinks.invoiced(business));
    expect(sum(invoices, 'total')).toBe(Number(orders?.invoiced?.amount));
    expect(stages.map(({ stage }) => stage)).toHaveLength(6);
    for (const { stage, here } of stages)
      expect([stage, (await listAt(stageLink(stage))).length]).toEqual([stage, here]);
  }

  const { warnings } = (await stock.office.get('/v1/backoffice/home')).data as {
    warnings: { resource: string; count: number; filter: Condition[] }[];
  };
  expect(warnings.length).toBeGreaterThan(0);
  for (const { resource, count, filter } of warnings)
    expect([resource, (await listAt(warningPath(resource, filter))).length]).toEqual([resource, count]);
});
