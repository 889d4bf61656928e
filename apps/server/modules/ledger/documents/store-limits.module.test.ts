import { expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';

const stock = setUp(startTestStock);

let stores = 0;
const newStore = (limits: object) =>
  stock.office.make('/store', { code: `S${++stores}`, name: `仓库 ${stores}`, kind: 1, ...limits });
const receive = async (storeId: string, ...masses: string[]) => {
  const lines = masses.map((kg) => ({ code: stock.newCode(), kg, condition: 'available' }));
  const header = { preset: 'collection', storeId, enterpriseId: stock.supplier };
  const id = await stock.draft('/receipt', header, lines);
  return { id, codes: lines.map(({ code }) => code), reply: await stock.step('/receipt', id, 'post') };
};
const keyOf = ({ data }: { data: { key: string }[] }) => data[0]?.key.replace('rule.document.', '');

const confirm = (id: string, { data }: { data: { path: string; key: string }[] }) =>
  stock.step('/receipt', id, 'post', { confirmed: data.map(({ path, key }) => ({ path, key })) });

test('from nine tenths of a limit on, incoming goods need confirmation, outgoing ones do not', async () => {
  const storeId = await newStore({ capacityPcs: 10, capacityKg: '1000' });
  expect((await receive(storeId, '899.9')).reply.status).toBe(200);
  const { id, codes, reply } = await receive(storeId, '0.1');
  expect(reply.data.map(({ key }: { key: string }) => key)).toEqual([
    expect.stringMatching(/^rule\.document\.nearlyFullMass\?store=.+&max=1000&is=900$/),
  ]);
  expect(await confirm(id, reply)).toMatchObject({ status: 200 });
  expect((await stock.issue({ storeId, preset: 'production' }, [{ code: codes[0] }])).reply.status).toBe(200);
});

test('concurrent receipts do not fill a store beyond its limit', async () => {
  const storeId = await newStore({ capacityPcs: 3 });
  const all = await Promise.all(Array.from({ length: 8 }, () => receive(storeId, '10')));
  const again = await Promise.all(
    all.flatMap(({ id, reply }) => (reply.code === 4_090_003 ? [confirm(id, reply)] : [])),
  );
  const posted = [...all.map(({ reply }) => reply), ...again].filter(({ status }) => status === 200);
  expect(posted).toHaveLength(3);
});

test('nothing goes into a disabled store; its goods can leave', async () => {
  const storeId = await newStore({});
  const { codes } = await receive(storeId, '10');
  await stock.office.post('/store/step', { id: storeId, step: 'disable' });
  expect(keyOf((await receive(storeId, '10')).reply)).toBe('storeDisabled');
  const { reply } = await stock.issue({ storeId, preset: 'production' }, [{ code: codes[0] }]);
  expect(reply.status).toBe(200);
});
