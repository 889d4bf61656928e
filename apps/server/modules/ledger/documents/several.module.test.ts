import { expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';

const stock = setUp(startTestStock);

const sale = (lines: object[]) =>
  stock.draft('/issue', { preset: 'sale', storeId: stock.store, customerId: stock.customer }, lines);
const all = (ids: readonly string[], step: string, as?: string) =>
  stock.office.post('/issue/step', { ids, step }, as);
const numberOf = async (id: string) => (await stock.office.get(`/issue/findById?id=${id}`)).data.no;
const inStock = async () => {
  const code = stock.newCode();
  await stock.receive([{ code, kg: '10' }]);
  return code;
};

test('a step of several documents reports each refusing document, and changes none of them', async () => {
  const [code, gone] = [await inStock(), await inStock()];
  const [first, second] = [await sale([{ code }]), await sale([{ code: gone }])];
  expect(await all([first, second], 'submit')).toMatchObject({ status: 200 });
  const no = await numberOf(second);
  const write = stock.office.server.services.pool;
  await write.query('delete from claims where document_id = $1', [second]);
  const other = await stock.issue({ preset: 'sale', customerId: stock.customer }, [{ code: gone }]);
  expect(other.reply).toMatchObject({ status: 200 });
  const refused = await all([first, second], 'approve', stock.approver);
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(refused.data).toHaveLength(1);
  expect(refused.data[0]).toMatchObject({
    path: expect.stringMatching(/^ids\.1\.lines\./),
    of: { id: second, title: no },
  });
  expect((await stock.office.get(`/issue/findById?id=${first}`)).data.status).toBe('submitted');
});

test('a step that a state does not have is reported with each document’s number; for a single document without it', async () => {
  const { id: posted } = await stock.issue({ preset: 'sale', customerId: stock.customer }, [
    { code: await inStock() },
  ]);
  const draft = await sale([{ code: await inStock() }]);
  expect(await all([draft, posted], 'submit')).toMatchObject({
    status: 409,
    data: [{ path: 'ids.1', of: { id: posted, title: await numberOf(posted) } }],
  });
  const { data } = await all([posted], 'submit');
  expect(data[0].of).toBeUndefined();
});

test('in a bulk approval the author’s own documents are refused by number', async () => {
  const ids = [await sale([{ code: await inStock() }]), await sale([{ code: await inStock() }])];
  await all(ids, 'submit');
  expect(await all(ids, 'approve')).toMatchObject({
    status: 409,
    data: [{ path: 'ids.0', key: 'rule.document.fourEyes', of: { id: ids[0] } }],
  });
});
