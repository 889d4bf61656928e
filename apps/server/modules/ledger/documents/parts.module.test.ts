import { describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';
import { ledgerDifferences, rebuildProjections } from '../stock/index.ts';

const stock = setUp(() => startTestStock([{ code: 'L1' }, { code: 'E1', chemistries: 'E' }]));

let serial = 0;
/** Registers a pack, module or cell. */
async function register(letter: 'P' | 'M' | 'C', more: object = {}): Promise<{ id: string; code: string }> {
  const code = `001${letter}B030000001F41${String(++serial).padStart(7, '0')}`;
  const { status, data } = await stock.office.post('/battery/insert', { batteryCode: code, ...more });
  expect(status, JSON.stringify(data)).toBe(200);
  return { id: data.id, code };
}
/** A pack with a module and a cell in it. */
async function pack(mass: { pack?: string; module?: string } = {}) {
  const whole = await register('P', { massKg: mass.pack ?? '400' });
  const module = await register('M', { parentId: whole.id, massKg: mass.module ?? '30.5' });
  return { whole, module, cell: await register('C', { parentId: module.id, massKg: '2' }) };
}
const receive = async (...codes: string[]) =>
  (await stock.receive(codes.map((code) => ({ code, location: 'L1' })))).reply;
const remove = async (code: string, store = stock.store, more: object = {}) => {
  const id = await stock.draft('/conditionChange', { preset: 'remove', storeId: store }, [{ code, ...more }]);
  return { id, reply: await stock.step('/conditionChange', id, 'post') };
};
const keyOf = ({ data }: { data: { key: string }[] }) =>
  data[0]?.key.replace('rule.document.', '').split('?')[0];
const differences = () => ledgerDifferences(stock.office.server.services.db, stock.office.tenantId);
/** Pieces and mass in the first store. */
const inStore = async () =>
  (
    await stock.office.server.services.pool.query<{ pieces: number; kg: string }>(
      `select sum(t.pieces)::int as pieces, sum(t.kg)::text as kg from place_totals t
         join places p on p.id = t.place_id where p.store_id = $1`,
      [stock.store],
    )
  ).rows[0] as { pieces: number; kg: string };

describe('the place of a battery', () => {
  const where = { storeId: null, location: null };

  test('is set by documents only: calls and forms cannot set it', async () => {
    const placed = { storeId: stock.store, location: 'L1', state: 'in_stock' };
    expect(
      await stock.office.post('/battery/insert', { batteryCode: '001PB030000001F410009999', ...placed }),
    ).toMatchObject({ status: 400, data: Object.keys(placed).map((path) => ({ path })) });
    const { id, code } = await register('P');
    expect(await stock.batteryOf(code)).toMatchObject({ state: 'registered', ...where });
    for (const [field, value] of [
      ['storeId', stock.store],
      ['location', 'L1'],
      ['state', 'in_stock'],
      ['movedOn', stock.day],
      ['parentId', (await register('P')).id],
    ])
      expect(await stock.office.post('/battery/update', { id, [field as string]: value })).toMatchObject({
        status: 400,
        data: [{ path: field, key: 'resource.unchangeable' }],
      });
    expect((await stock.office.post('/battery/step', { id, step: 'receive' })).status).toBe(404);
    expect(await stock.batteryOf(code)).toMatchObject({ state: 'registered', ...where });
  });

  test('is a vehicle before the first move: the battery is in use with its parts', async () => {
    const vehicleId = await stock.office.make('/vehicle', { vin: 'LC0CE4CB0N0000001', category: 'BEV' });
    const { whole, module, cell } = await pack();
    const use = (vehicle: object) => stock.office.post('/battery/update', { id: whole.id, ...vehicle });
    const states = () =>
      Promise.all([whole, module, cell].map(async ({ code }) => (await stock.batteryOf(code)).state));
    expect((await use({ vehicleId })).data.state).toBe('in_use');
    expect(await states()).toEqual(['in_use', 'in_use', 'in_use']);
    expect((await use({ clearFields: ['vehicleId'] })).data.state).toBe('registered');
    expect(await states()).toEqual(['registered', 'registered', 'registered']);
    await use({ vehicleId });
    const { id, reply } = await stock.receive([{ code: whole.code, location: 'L1' }]);
    expect(reply.status).toBe(200);
    expect(await states()).toEqual(['in_stock', 'in_stock', 'in_stock']);
    expect(await stock.step('/receipt', id, 'void', { reason: '重复' })).toMatchObject({ status: 200 });
    expect((await stock.batteryOf(whole.code)).state).toBe('in_use');
    expect(await differences()).toEqual([]);
  });

  test('is restored when a receipt is voided, however many there are', async () => {
    const { code } = await register('P', { massKg: '400' });
    for (const _again of [1, 2]) {
      const { id, reply } = await stock.receive([{ code, location: 'L1' }]);
      expect(reply.status).toBe(200);
      await stock.step('/receipt', id, 'void', { reason: '重复' });
      expect((await stock.batteryOf(code)).state).toBe('registered');
    }
    expect(await differences()).toEqual([]);
  });
});

describe('parts', () => {
  test('move with their whole, also those registered later', async () => {
    const { whole, module, cell } = await pack();
    expect((await receive(whole.code)).status).toBe(200);
    const late = await register('M', { parentId: whole.id });
    for (const { code } of [whole, module, cell, late])
      expect(await stock.batteryOf(code)).toMatchObject({
        state: 'in_stock',
        storeId: stock.store,
        location: 'L1',
        movedOn: stock.day,
      });
    expect(keyOf(await receive(module.code))).toBe('insideAnother');
  });

  test('are removed by a separate move: the mass of the store stays, that of the pack drops', async () => {
    const { whole, module, cell } = await pack();
    await receive(whole.code);
    const before = await inStore();
    const { id, reply } = await remove(module.code);
    expect(reply, JSON.stringify(reply)).toMatchObject({
      status: 200,
      data: { list: [{ pieces: 1, kg: '30.5' }] },
    });
    expect(await inStore()).toEqual({ pieces: before.pieces + 1, kg: before.kg });
    expect(await stock.batteryOf(module.code)).toMatchObject({
      state: 'in_stock',
      storeId: stock.store,
      location: 'L1',
      parentId: null,
    });
    expect((await stock.batteryOf(cell.code)).parentId).toBe(module.id);
    expect(await differences()).toEqual([]);

    // From now on they move separately.
    expect(
      (await stock.issue({ preset: 'sale', customerId: stock.customer }, [{ code: whole.code }])).reply
        .status,
    ).toBe(200);
    expect(
      await Promise.all([whole, module, cell].map(async ({ code }) => (await stock.batteryOf(code)).state)),
    ).toEqual(['sold', 'in_stock', 'in_stock']);
    expect(keyOf(await stock.step('/conditionChange', id, 'void', { reason: 'x' }))).toBe('movedSince');
  });

  test('are put back by a void, and can be removed again', async () => {
    const { whole, module, cell } = await pack();
    await receive(whole.code);
    const before = await inStore();
    const { id } = await remove(module.code);
    expect(await stock.step('/conditionChange', id, 'void', { reason: '误操作' })).toMatchObject({
      status: 200,
    });
    expect(await inStore()).toEqual(before);
    expect(await stock.batteryOf(module.code)).toMatchObject({ parentId: whole.id, state: 'in_stock' });
    expect(await differences()).toEqual([]);
    const { reply } = await stock.issue({ preset: 'sale', customerId: stock.customer }, [
      { code: whole.code },
    ]);
    expect(reply.status).toBe(200);
    for (const { code } of [module, cell]) expect((await stock.batteryOf(code)).state).toBe('sold');
    expect(await differences()).toEqual([]);
  });

  test('are not removed from a whole that is elsewhere, inside another battery, or lighter than they are', async () => {
    const { whole, module, cell } = await pack();
    expect(keyOf((await remove(module.code)).reply)).toBe('wholeNotHere');
    await receive(whole.code);
    expect(keyOf((await remove(whole.code)).reply)).toBe('notAPart');
    expect(keyOf((await remove(cell.code)).reply)).toBe('wholeInside');
    expect(keyOf((await remove(module.code, stock.second)).reply)).toBe('wholeNotHere');
    const light = await pack({ pack: '20' });
    await receive(light.whole.code);
    const { reply } = await remove(light.module.code);
    expect(reply.data[0]).toMatchObject({ key: 'rule.document.partHeavier?left=20' });
  });

  test('received without their whole leave it, and a void makes them parts of it again', async () => {
    const { whole, module } = await pack();
    // On one lorry both together are one piece.
    expect(keyOf(await receive(whole.code, module.code))).toBe('insideAnother');
    const { id, reply } = await stock.receive([{ code: module.code, location: 'L1' }]);
    expect(reply.status, JSON.stringify(reply)).toBe(200);
    expect(await stock.batteryOf(module.code)).toMatchObject({ parentId: null, state: 'in_stock' });
    expect((await stock.batteryOf(whole.code)).state).toBe('registered');
    expect(await stock.step('/receipt', id, 'void', { reason: '重复' })).toMatchObject({ status: 200 });
    expect(await stock.batteryOf(module.code)).toMatchObject({ parentId: whole.id, state: 'registered' });
    expect(await differences()).toEqual([]);
    expect((await receive(whole.code)).status).toBe(200);
    expect((await stock.batteryOf(module.code)).state).toBe('in_stock');
    expect(await differences()).toEqual([]);
  });

  test('are placed by a rebuild as before', async () => {
    const { db, pool } = stock.office.server.services;
    const moments = async () =>
      (await pool.query('select id, state, store_id, location, parent_id from batteries order by id')).rows;
    const before = await moments();
    await pool.query(
      "update batteries set state = 'sold', store_id = null, location = 'X' where moved_on is not null",
    );
    expect(await differences()).not.toEqual([]);
    await db.transaction().execute((trx) => rebuildProjections(trx, stock.office.tenantId, new Date()));
    expect(await differences()).toEqual([]);
    expect(await moments()).toEqual(before);
  });
});

test('return from production when it is voided; scrapped ones are recycled for good', async () => {
  const { whole, module } = await pack();
  await receive(whole.code);
  expect((await stock.issue({ preset: 'production' }, [{ code: whole.code }])).reply.status).toBe(200);
  expect((await stock.batteryOf(module.code)).state).toBe('in_production');
  const back = await stock.draft('/receipt', { preset: 'production', storeId: stock.store }, [
    { code: whole.code, location: 'L1' },
  ]);
  expect(await stock.step('/receipt', back, 'post')).toMatchObject({ status: 200 });
  expect((await stock.batteryOf(whole.code)).state).toBe('in_stock');
  expect((await stock.issue({ preset: 'recycling' }, [{ code: whole.code }])).reply.status).toBe(200);
  expect((await stock.batteryOf(module.code)).state).toBe('recycled');
  expect(keyOf(await receive(whole.code))).toBe('recycledStays');
  const { id } = whole;
  expect((await stock.office.post('/battery/update', { id, remark: 'x' })).status).toBe(409);
  expect(await differences()).toEqual([]);
});

test('a location takes only its permitted chemistries', async () => {
  const { code } = await register('P', { massKg: '400' });
  const { reply } = await stock.receive([{ code, location: 'E1' }]);
  expect(reply).toMatchObject({ status: 409 });
  expect(keyOf(reply)).toBe('locationChemistry');
});

test('a battery moved by documents is not deleted, one named only by a draft is', async () => {
  const moved = await register('P', { massKg: '400' });
  const { id } = await stock.receive([{ code: moved.code, location: 'L1' }]);
  await stock.step('/receipt', id, 'void', { reason: '重复' });
  expect(await stock.office.post('/battery/delete', { ids: [moved.id], cause: 'mistake' })).toMatchObject({
    status: 409,
    data: [{ key: 'rule.battery.deleteMoved' }],
  });
  const fresh = await register('P');
  await stock.draft('/receipt', { preset: 'collection', storeId: stock.store }, [{ code: fresh.code }]);
  expect((await stock.office.post('/battery/delete', { ids: [fresh.id], cause: 'mistake' })).status).toBe(
    200,
  );
});
