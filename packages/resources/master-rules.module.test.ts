import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestOffice, type TestOffice } from '../../apps/server/testing/office.ts';

let office: TestOffice;
beforeAll(async () => {
  office = await startTestOffice();
});
afterAll(() => office.stop());

const permit = (more: object = {}) => ({ type: 2, no: 'P-1', ...more });
const enterprise = {
  name: '某再生公司',
  kind: 6,
  contact: '王小明',
  phone: '13800138000',
  address: '深圳市',
};

test.each([
  ['/recycle/site', { name: '网点', address: '厦门市' }],
  ['/enterprise', { ...enterprise, duns: '123456789' }],
])('%s knows the day on which the first of its permits ends', async (path, row) => {
  const made = await office.post(`${path}/insert`, {
    ...row,
    permits: [permit({ validTo: '2029-05-01' }), permit(), permit({ validTo: '2027-12-31' })],
  });
  expect(made.data).toMatchObject({ permitExpiry: '2027-12-31' });
  const update = (body: object) => office.post(`${path}/update`, { id: made.data.id, ...body });
  expect((await update({ permits: [permit({ validTo: '2030-01-01' })] })).data.permitExpiry).toBe(
    '2030-01-01',
  );
  // Not from outside, and gone with the last permit.
  expect((await update({ permitExpiry: '2099-01-01' })).data.permitExpiry).toBe('2030-01-01');
  const filter = encodeURIComponent('[{"field":"permitExpiry","op":"to","value":"2030-01-02"}]');
  expect((await office.get(`${path}/findPage?filter=${filter}&sort=permitExpiry`)).data.total).toBe(1);
  expect((await update({ clearFields: ['permits'] })).data).toMatchObject({
    permits: [],
    permitExpiry: null,
  });
});

test.each([
  ['/recycle/site', { name: '网点', address: '厦门市' }],
  ['/enterprise', { ...enterprise, duns: '987654321' }],
])('%s takes no permit that ends before it begins', async (path, row) => {
  const permits = [
    permit({ validTo: '2029-05-01' }),
    permit({ validFrom: '2028-01-02', validTo: '2028-01-01' }),
  ];
  expect(await office.post(`${path}/insert`, { ...row, permits })).toMatchObject({
    status: 400,
    data: [{ path: 'permits.1.validTo', key: 'check.dateOrder' }],
  });
});

test('an enterprise has a credit code or a D-U-N-S number, and keeps the last of them', async () => {
  const none = await office.post('/enterprise/insert', enterprise);
  expect(none).toMatchObject({
    status: 400,
    data: [{ path: 'creditCode', key: 'rule.enterprise.oneCode' }],
  });
  const { data } = await office.post('/enterprise/insert', {
    ...enterprise,
    creditCode: '91350100m000100y43',
    duns: '111222333',
  });
  expect(data.creditCode).toBe('91350100M000100Y43');
  const clear = (field: string) => office.post('/enterprise/update', { id: data.id, clearFields: [field] });
  expect((await clear('duns')).status).toBe(200);
  expect((await clear('creditCode')).status).toBe(400);
});

test('two places of a store do not share a code', async () => {
  const store = { code: 'CK', name: '仓库', kind: 1 };
  const locations = [{ code: 'a-1' }, { code: 'B' }, { code: ' A-1' }];
  expect(await office.post('/store/insert', { ...store, locations })).toMatchObject({
    status: 400,
    data: [{ path: 'locations.2.code', key: 'rule.store.placeTwice' }],
  });
});
