import { readFile } from 'node:fs/promises';
import { vinCheckCharacter } from '@voltloop/domain/checks/index.ts';
import { describe, expect, test } from 'vitest';
import { startTestOffice } from '../../apps/server/testing/office.ts';
import { setUp } from '../../apps/server/testing/set-up.ts';

const office = setUp(startTestOffice);

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
])('%s stores the day on which the first of its permits ends', async (path, row) => {
  const made = await office.post(`${path}/insert`, {
    ...row,
    permits: [permit({ validTo: '2029-05-01' }), permit(), permit({ validTo: '2027-12-31' })],
  });
  expect(made.data).toMatchObject({ permitExpiry: '2027-12-31' });
  const update = (body: object) => office.post(`${path}/update`, { id: made.data.id, ...body });
  expect((await update({ permits: [permit({ validTo: '2030-01-01' })] })).data.permitExpiry).toBe(
    '2030-01-01',
  );
  // Callers cannot set it, and it is emptied with the last permit.
  expect((await update({ permitExpiry: '2099-01-01' })).status).toBe(400);
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
])('%s refuses a permit that ends before it begins', async (path, row) => {
  const permits = [
    permit({ validTo: '2029-05-01' }),
    permit({ validFrom: '2028-01-02', validTo: '2028-01-01' }),
  ];
  expect(await office.post(`${path}/insert`, { ...row, permits })).toMatchObject({
    status: 400,
    data: [{ path: 'permits.1.validTo', key: 'check.dateOrder' }],
  });
});

test('an enterprise needs a credit code or a D-U-N-S number, and cannot lose its last one', async () => {
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

test('two places of a store cannot share a code', async () => {
  const store = { code: 'CK', name: '仓库', kind: 1 };
  const locations = [{ code: 'a-1' }, { code: 'B' }, { code: ' A-1' }];
  expect(await office.post('/store/insert', { ...store, locations })).toMatchObject({
    status: 400,
    data: [{ path: 'locations.2.code', key: 'rule.store.placeTwice' }],
  });
});

describe('a customer', () => {
  const insert = (row: object) =>
    office.post('/client/insert', { customerType: 0, clientName: '王芳', ...row });

  test('needs a name and a type, and refuses invalid numbers', async () => {
    const company = { clientName: '甲公司', customerType: 1 };
    expect((await insert(company)).status).toBe(200);
    expect((await insert({ ...company, duns: '135792468' })).data.duns).toBe('135792468');
    expect(await insert({ ...company, creditCode: '91350100M000100Y44' })).toMatchObject({
      status: 400,
      data: [{ path: 'creditCode' }],
    });
  });

  test('has unique ID card and codes, regardless of case', async () => {
    const idCard = '11010519491231002X';
    expect((await insert({ idCard })).status).toBe(200);
    for (const again of [idCard, idCard.toLowerCase(), idCard.replace('X', 'ｘ')])
      expect(await insert({ idCard: again })).toMatchObject({
        status: 400,
        data: [{ path: 'idCard', key: 'resource.taken' }],
      });
    const foreign = { clientName: 'A', customerType: 1, duns: '192837465' };
    expect((await insert(foreign)).status).toBe(200);
    expect((await insert({ ...foreign, clientName: 'B' })).status).toBe(400);
    const other = await office.post(
      '/client/insert',
      { clientName: '李', customerType: 0, idCard },
      office.stranger,
    );
    expect(other.status).toBe(200);
  });

  test('cannot change its type: the new one is refused at its field', async () => {
    const { data } = await insert({});
    const update = (body: object) => office.post('/client/update', { id: data.id, ...body });
    expect(await update({ customerType: 1 })).toMatchObject({
      status: 400,
      data: [{ path: 'customerType', key: 'resource.unchangeable' }],
    });
    expect((await update({ ...data, phone: '13800138000' })).data.phone).toBe('13800138000');
  });
});

test('existing customers with a shared number are kept and reported, but no other can use that number', async () => {
  const { pool } = office.server.services;
  const client = await pool.connect();
  const reported: string[] = [];
  client.on('notice', ({ severity, message }) => severity === 'WARNING' && reported.push(message ?? ''));
  const idCard = '11010519491231002X';
  try {
    // The table before that migration.
    await client.query(`alter table customers drop column duns, drop column duplicate_of cascade;
      drop function customer_identity_changed cascade;
      create unique index customers_credit_code on customers (tenant_id, credit_code) where deleted_at is null;
      delete from customers`);
    for (const [n, card] of [idCard, idCard.toLowerCase(), idCard].entries())
      await client.query(
        `insert into customers (tenant_id, client_name, customer_type, id_card, create_time)
           values ($1, $2, 0, $3, now() + make_interval(secs => $4))`,
        [office.tenantId, `同名 ${n}`, card, n],
      );
    await client.query(
      await readFile(new URL('../../db/postgres/0086_customer_identity.sql', import.meta.url), 'utf8'),
    );
  } finally {
    client.release();
  }
  expect(reported.map((text) => /\((.*?)\)/.exec(text)?.[1]).sort()).toEqual(['同名 1', '同名 2']);
  const { data } = await office.get('/client/findPage?size=50&sort=clientName&order=asc');
  expect(data.list.map((row: { clientName: string }) => row.clientName)).toEqual([
    '同名 0',
    '同名 1',
    '同名 2',
  ]);
  const customer = { clientName: '新', customerType: 0, idCard };
  expect((await office.post('/client/insert', customer)).status).toBe(400);
  // A corrected row takes part in uniqueness again.
  const id = data.list[1].id;
  expect((await office.post('/client/update', { id, idCard: '110105194912310046' })).status).toBe(200);
  expect((await office.post('/client/insert', { ...customer, idCard: '110105194912310046' })).status).toBe(
    400,
  );
});

test('the plate of a vehicle must match its drive', async () => {
  const vin = (n: number) => {
    const serial = String(n).padStart(8, '0');
    return `LC0CE4CB${vinCheckCharacter(`LC0CE4CB0${serial}`)}${serial}`;
  };
  const insert = (n: number, plateNo: string, category: string) =>
    office.post('/vehicle/insert', { vin: vin(n), plateNo, category });
  expect(await insert(1, '粤BF12345', 'BEV')).toMatchObject({
    status: 400,
    data: [{ path: 'plateNo', key: 'rule.vehicle.plateDrive' }],
  });
  expect((await insert(2, '粤BD12345', 'PHEV')).status).toBe(400);
  expect((await insert(3, '粤BF12345', 'PHEV')).status).toBe(200);
  expect((await insert(4, '粤B12345', 'BEV')).status).toBe(200);
});
