import { expect, test } from 'vitest';
import { startTestOffice } from '../../../../testing/office.ts';
import { setUp } from '../../../../testing/set-up.ts';

const office = setUp(startTestOffice);

let made = 0;
const category = (more = {}) =>
  office.make('/DeviceCategory', {
    categoryName: `类别 ${++made}`,
    categoryCode: made.toString(36).toUpperCase().padStart(2, '0'),
    productType: 1,
    ...more,
  });
const setStatus = (id: unknown, status: unknown, as?: string) =>
  office.post('/DeviceCategory/setStatus', { id, status }, as);
const statusOf = async (id: string) =>
  (await office.get(`/DeviceCategory/findById?id=${id}`)).data.status as number;

test('setStatus disables a category and enables it again, with an audit row each time', async () => {
  const id = await category();
  expect(await setStatus(id, 2)).toMatchObject({ status: 200, data: { id, status: 2, version: 2 } });
  expect(await statusOf(id)).toBe(2);
  expect(await setStatus(id, '1')).toMatchObject({ status: 200, data: { status: 1, version: 3 } });
  const { data } = await office.get(`/DeviceCategory/history?id=${id}`);
  expect(data.map(({ step }: { step: string }) => step)).toEqual(['enable', 'disable', null]);
});

test('setStatus to the current state changes nothing', async () => {
  const id = await category();
  expect(await setStatus(id, 1)).toMatchObject({ status: 200, data: { status: 1, version: 1 } });
  expect((await office.get(`/DeviceCategory/history?id=${id}`)).data).toHaveLength(1);
});

test('setStatus accepts 1 and 2 only', async () => {
  const id = await category();
  for (const status of [0, 3, -1, 1.5, '', 'enabled', null, undefined, true, [2], { is: 2 }])
    expect([status, (await setStatus(id, status)).status]).toEqual([status, 400]);
  expect(await statusOf(id)).toBe(1);
  for (const wrong of ['1', '', null, undefined]) expect((await setStatus(wrong, 2)).status).toBe(400);
  expect((await setStatus(crypto.randomUUID(), 2)).status).toBe(404);
});

test('concurrent setStatus requests do not fail', async () => {
  const id = await category();
  const replies = await Promise.all([setStatus(id, 2), setStatus(id, 2)]);
  // The later request may no longer find the step; it must not be a server error.
  for (const { status } of replies) expect([200, 409]).toContain(status);
  expect(await statusOf(id)).toBe(2);
});

test('findPage filters by status and product type, with pages of up to 999', async () => {
  const [on, off, cell] = [await category(), await category(), await category({ productType: 3 })];
  await setStatus(off, 2);
  const find = async (query: string) => {
    const { data } = await office.get(`/DeviceCategory/findPage?page=1&size=999&${query}`);
    return data.list.map(({ id }: { id: string }) => id) as string[];
  };
  const offered = await find('status=1&productType=1');
  expect(offered).toContain(on);
  expect(offered).not.toContain(off);
  expect(offered).not.toContain(cell);
  expect(await find('status=2')).toContain(off);
  expect(await find('productType=3')).toContain(cell);
  expect((await office.get('/DeviceCategory/findPage?status=9')).status).toBe(400);
});

test('a code is exactly 2 capital letters or digits', async () => {
  const insert = (categoryCode: unknown) =>
    office.post('/DeviceCategory/insert', { categoryName: '类别', categoryCode, productType: 2 });
  expect((await insert('ZZ')).data.categoryCode).toBe('ZZ');
  for (const code of ['a1', 'A', 'ABC', 'A!', '电池', '', 12, ['AB'], '<b>'])
    expect([code, (await insert(code)).status]).toEqual([code, 400]);
});
