import { expect, test } from 'vitest';
import { startTestOffice } from '../../../apps/server/testing/office.ts';
import { setUp } from '../../../apps/server/testing/set-up.ts';

const office = setUp(startTestOffice);

let codes = 0;
const category = (productType: number) => {
  const categoryCode = (++codes).toString(36).toUpperCase().padStart(2, '0');
  return office.make('/DeviceCategory', { categoryName: `类别 ${categoryCode}`, categoryCode, productType });
};
const bom = (parentId: string, parts: string[], revision = 'V1') =>
  office.post('/bom/insert', {
    name: '清单',
    parentId,
    revision,
    lines: parts.map((childId) => ({ childId, quantity: 2 })),
  });
/** A row that the level check would refuse, as an old import may have left it. */
const becomes = (id: string, productType: number) =>
  office.server.services.pool.query('update device_categories set product_type = $2 where id = $1', [
    id,
    productType,
  ]);

test('the parts of a category can be listed', async () => {
  const [pack, otherPack, module, cell] = [
    await category(1),
    await category(1),
    await category(2),
    await category(3),
  ];
  expect((await bom(pack, [module, cell])).status).toBe(200);
  expect((await bom(module, [cell])).status).toBe(200);
  for (const part of [otherPack, pack])
    expect(await bom(pack, [module, part], 'V2')).toMatchObject({
      status: 400,
      data: expect.arrayContaining([
        { path: 'lines.1.childId', key: 'rule.bom.level', message: expect.any(String) },
      ]),
    });
  expect(await bom(cell, [])).toMatchObject({
    status: 400,
    data: [{ path: 'parentId', key: 'rule.bom.cell' }],
  });
  expect(await bom(pack, [cell, module, cell], 'V2')).toMatchObject({
    status: 400,
    data: [{ path: 'lines.2.childId', key: 'rule.bom.twice' }],
  });
});

test('no category contains itself, directly or indirectly', async () => {
  const [a, b, c] = [await category(1), await category(2), await category(3)];
  expect(await bom(a, [a])).toMatchObject({
    status: 400,
    data: expect.arrayContaining([expect.objectContaining({ path: 'lines', key: 'rule.bom.circle' })]),
  });
  expect((await bom(a, [b])).status).toBe(200);
  expect((await bom(b, [c])).status).toBe(200);
  await becomes(c, 1);
  await becomes(a, 3);
  const refused = await bom(c, [a]);
  expect(refused).toMatchObject({ status: 400, data: [{ path: 'lines', key: 'rule.bom.circle' }] });
  // Void lists are ignored.
  await office.server.services.pool.query('update boms set status = 3 where parent_id = $1', [b]);
  expect((await bom(c, [a])).status).toBe(200);
});

test('parts must belong to the same tenant', async () => {
  const [pack, cell] = [await category(1), await category(3)];
  const { data } = await office.post(
    '/DeviceCategory/insert',
    { categoryName: '别人', categoryCode: 'XX', productType: 3 },
    office.stranger,
  );
  expect(await bom(pack, [cell, data.id])).toMatchObject({
    status: 400,
    data: [{ path: 'lines.1.childId', key: 'resource.noReference' }],
  });
});

test('a category that is used as a part cannot be deleted', async () => {
  const [pack, cell] = [await category(1), await category(3)];
  await bom(pack, [cell]);
  expect((await office.post('/DeviceCategory/delete', { ids: [cell], cause: 'mistake' })).status).toBe(409);
  expect((await office.post('/DeviceCategory/delete', { ids: [pack], cause: 'mistake' })).status).toBe(409);
});

test('a list can be released only with parts, and replaces the one in force', async () => {
  const [pack, cell] = [await category(1), await category(3)];
  const step = (id: string, name: string) => office.post('/bom/step', { id, step: name });
  const statusOf = async (id: string) => (await office.get(`/bom/findById?id=${id}`)).data.status;
  const [empty, first, second] = [
    (await bom(pack, [], 'V0')).data.id,
    (await bom(pack, [cell], 'V1')).data.id,
    (await bom(pack, [cell], 'V2')).data.id,
  ];
  expect(await step(empty, 'release')).toMatchObject({
    status: 409,
    data: [{ path: 'ids.0.lines', key: 'rule.bom.empty' }],
  });
  expect((await step(first, 'release')).status).toBe(200);
  expect((await step(second, 'release')).status).toBe(200);
  expect([await statusOf(first), await statusOf(second)]).toEqual([3, 2]);
  const [replaced] = (await office.get(`/bom/history?id=${first}`)).data;
  expect(replaced).toMatchObject({ action: 'update', changes: { status: { from: 2, to: 3 } } });
  // A released list documents what was built.
  expect((await office.post('/bom/update', { id: second, name: 'x' })).status).toBe(409);
  expect((await office.post('/bom/delete', { ids: [second], cause: 'mistake' })).status).toBe(409);
  expect((await step(first, 'release')).status).toBe(409);
  expect((await step(second, 'void')).status).toBe(200);
});

test('of two lists of one category that are released concurrently, one is in force', async () => {
  const [pack, cell] = [await category(1), await category(3)];
  const ids = [];
  for (const revision of ['V1', 'V2', 'V3']) ids.push((await bom(pack, [cell], revision)).data.id as string);
  await Promise.all(ids.map((id) => office.post('/bom/step', { id, step: 'release' })));
  const { data } = await office.get(`/bom/findPage?parentId=${pack}`);
  const states = data.list.map(({ status }: { status: number }) => status).sort();
  expect(states).toEqual([2, 3, 3]);
});
