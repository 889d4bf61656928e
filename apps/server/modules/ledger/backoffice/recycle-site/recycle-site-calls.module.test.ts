import { expect, test } from 'vitest';
import { startTestOffice } from '../../../../testing/office.ts';
import { setUp } from '../../../../testing/set-up.ts';

const office = setUp(startTestOffice);

let made = 0;
const site = (more = {}) =>
  office.make('/recycle/site', { name: `网点 ${++made}`, address: '厦门市思明区', ...more });

test('findAll returns every site, with only the fields of a dropdown and a map', async () => {
  const ids = [];
  for (let i = 0; i < 12; i++) ids.push(await site({ phone: '13800138000', contact: '王小明' }));
  const { status, data } = await office.get('/recycle/site/findAll');
  expect(status).toBe(200);
  expect(data.map((each: { id: string }) => each.id)).toEqual(expect.arrayContaining(ids));
  expect(Object.keys(data[0]).sort()).toEqual(
    ['id', 'name', 'code', 'kind', 'region', 'address', 'longitude', 'latitude', 'status'].sort(),
  );
  expect(JSON.stringify(data)).not.toContain('1380');
  expect((await office.get('/recycle/site/findAll', office.stranger)).data).toEqual([]);
});

test('DELETE deletes one site, once', async () => {
  const id = await site();
  expect(await office.remove(`/recycle/site/delete?id=${id}`)).toMatchObject({
    status: 200,
    data: { deleted: [id] },
  });
  expect((await office.get(`/recycle/site/findById?id=${id}`)).status).toBe(404);
  expect((await office.remove(`/recycle/site/delete?id=${id}`)).status).toBe(404);
  const { rows } = await office.server.services.pool.query(
    `select 1 from audit where action = 'recycleSite.delete' and object_id = $1`,
    [id],
  );
  expect(rows).toHaveLength(1);
});

test('a site with a store is not deleted', async () => {
  const id = await site();
  await office.make('/store', { code: 'CK-1', name: '一号库', kind: 1, siteId: id });
  expect((await office.remove(`/recycle/site/delete?id=${id}`)).status).toBe(409);
  expect((await office.get(`/recycle/site/findById?id=${id}`)).status).toBe(200);
});

test('an invalid id is an error, and another tenant’s site is not found', async () => {
  const id = await site();
  expect((await office.remove('/recycle/site/delete?id=1')).status).toBe(400);
  expect((await office.remove('/recycle/site/delete')).status).toBe(400);
  expect((await office.remove(`/recycle/site/delete?id=${id}`, office.stranger)).status).toBe(404);
  expect((await office.get('/recycle/site/findById?id=1')).status).toBe(404);
});
