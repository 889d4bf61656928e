import { expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';

/** The claims of a production's draft. */

const stock = setUp(startTestStock);

const production = async (codes: readonly string[]) => {
  const product = stock.newProduct('module');
  const id = await stock.draft(
    '/production',
    {
      productType: 2,
      categoryId: stock.categories.module,
      planned: 1,
      cascadeType: 3,
      storeId: stock.store,
      toStoreId: stock.store,
      enterpriseId: stock.supplier,
      echelonUseType: '1',
      targetStandard: 'GB/T 36276',
    },
    [{ code: product, location: 'L1' }, ...codes].map((line) =>
      typeof line === 'string' ? { code: line } : line,
    ),
  );
  return { id, product };
};
const claim = (id: string, as?: string) => stock.office.post('/production/claim', { id }, as);
const cells = async (count: number) => {
  const codes = Array.from({ length: count }, () => stock.newCode('cell'));
  await stock.receive(codes.map((code) => ({ code, kg: '2.5', location: 'L1' })));
  return codes;
};

test('other documents cannot take claimed components of a draft until it is posted', async () => {
  const codes = await cells(2);
  const [one, other] = [await production(codes), await production(codes)];
  expect(await claim(one.id)).toMatchObject({ status: 200, data: { items: 2 } });
  const key = expect.stringMatching(/^rule\.document\.claimed\?/);
  expect(await claim(other.id)).toMatchObject({ status: 409, data: [{ key }, { key }] });
  expect(await stock.step('/production', other.id, 'post')).toMatchObject({
    status: 409,
    data: [{ key }, { key }],
  });
  const sale = await stock.issue({ preset: 'sale', customerId: stock.customer }, [{ code: codes[0] }]);
  expect(sale.reply).toMatchObject({ status: 409, data: [{ key }] });
  expect(await stock.step('/production', one.id, 'post')).toMatchObject({ status: 200 });
  expect(await claim(one.id)).toMatchObject({ status: 409, data: [{ key: 'resource.notEditable' }] });
});

test('a claim follows the lines when it is repeated, and ends with the draft', async () => {
  const codes = await cells(2);
  const [one, other] = [await production(codes), await production(codes.slice(1))];
  await claim(one.id);
  const saved = await stock.office.post('/production/saveLines', { id: one.id, lines: [], remove: [] });
  expect(saved.status).toBe(200);
  const { list } = (await stock.office.get(`/production/lines?id=${one.id}`)).data;
  const gone = list.find((line: { code: string }) => line.code === codes[1]).clientKey;
  await stock.office.post('/production/saveLines', { id: one.id, lines: [], remove: [gone] });
  expect(await claim(one.id)).toMatchObject({ data: { items: 1 } });
  expect(await claim(other.id)).toMatchObject({ status: 200, data: { items: 1 } });
  expect(await stock.step('/production', other.id, 'cancel', { reason: '改期' })).toMatchObject({
    status: 200,
  });
  const third = await production(codes.slice(1));
  expect(await claim(third.id)).toMatchObject({ status: 200 });
});
