import { expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';

const stock = setUp(startTestStock);

const coded = (kg: string) => ({ code: stock.newCode(), kg, location: 'L1' });
const byMass = (kg: string) => ({ material: 'cell', chemistry: 'B', kg, location: 'L1' });
/** A receipt of a truck that weighs 11 t with these goods and 10 t without. */
const truck = (lines: object[], header: object = {}) =>
  stock.draft(
    '/receipt',
    {
      preset: 'collection',
      storeId: stock.store,
      enterpriseId: stock.supplier,
      grossKg: '11000',
      tareKg: '10000',
      ...header,
    },
    lines,
  );
const post = async (id: string) => {
  const reply = await stock.step('/receipt', id, 'post');
  const { key, path } = reply.data[0] ?? {};
  return { id, status: reply.status, code: reply.code, error: key && `${path} ${key}`, data: reply.data };
};

test('a weigh ticket that agrees with the lines is posted; a small difference needs confirmation, a large one is refused', async () => {
  expect((await post(await truck([coded('510'), coded('508')]))).status).toBe(200);
  const warned = await post(await truck([coded('470'), coded('500')]));
  expect(warned).toMatchObject({
    code: 4_090_003,
    error: 'grossKg rule.document.ticketDiffers?net=1000&sum=970&pct=3&limit=2',
  });
  const { path, key } = warned.data[0];
  const confirmed = [{ path, key }];
  expect(await stock.step('/receipt', warned.id, 'post', { confirmed })).toMatchObject({ status: 200 });
  expect(await post(await truck([coded('880')]))).toMatchObject({
    code: 4_090_001,
    error: 'grossKg rule.document.ticketRefused?net=1000&sum=880&pct=12&limit=10',
  });
});

test('a weigh ticket has narrower limits for goods by mass', async () => {
  expect((await post(await truck([byMass('997')]))).status).toBe(200);
  expect((await post(await truck([byMass('996')]))).error).toContain(
    'ticketDiffers?net=1000&sum=996&pct=0.4',
  );
  expect((await post(await truck([byMass('980')]))).error).toContain('ticketRefused?net=1000&sum=980&pct=2');
});

test('the net mass counts against the limits of the store', async () => {
  const storeId = await stock.office.make('/store', {
    code: 'G1',
    name: '大宗库',
    kind: 1,
    locations: [{ code: 'L1' }],
    weighCodedWarnPct: '0.5',
    weighCodedRefusePct: '4',
  });
  expect((await post(await truck([coded('990')], { storeId }))).error).toContain('ticketDiffers');
  expect((await post(await truck([coded('950')], { storeId }))).error).toContain('ticketRefused');
});

test('a weigh ticket needs both weighings, and a new confirmation where a mass has changed since', async () => {
  const half = await truck([coded('1000')], { tareKg: undefined });
  expect(await post(half)).toMatchObject({ status: 400, error: 'tareKg resource.required' });
  const warned = await post(await truck([{ ...coded('960'), clientKey: 'k' }]));
  const confirmed = warned.data.map(({ path, key }: { path: string; key: string }) => ({ path, key }));
  const { code } = (await stock.office.get(`/receipt/lines?id=${warned.id}`)).data.list[0];
  const lines = [{ clientKey: 'k', code, kg: '950', location: 'L1' }];
  await stock.office.post('/receipt/saveLines', { id: warned.id, lines });
  expect(await stock.step('/receipt', warned.id, 'post', { confirmed })).toMatchObject({
    code: 4_090_003,
    data: [{ key: 'rule.document.ticketDiffers?net=1000&sum=950&pct=5&limit=2' }],
  });
});

test('a weigh ticket is also compared with outgoing goods', async () => {
  const line = coded('400');
  expect((await stock.receive([line])).reply.status).toBe(200);
  const weighed = { preset: 'production', grossKg: '10500', tareKg: '10000' };
  const { reply } = await stock.issue(weighed, [{ code: line.code }]);
  expect(reply.data[0].key).toContain('ticketRefused?net=500&sum=400&pct=20');
});
