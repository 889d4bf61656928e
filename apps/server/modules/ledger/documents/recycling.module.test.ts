import { describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';
import { ledgerDifferences } from '../stock/index.ts';

/** Recycling runs: lots, parts and residue from the input, and the balance of masses. */

const stock = setUp(startTestStock);

let serial = 0;
const lot = async (kg: string, more: object = {}) => {
  const lotNo = `IN-${++serial}`;
  const goods = { lotNo, material: 'black_mass', chemistry: 'B', kg, location: 'L1', ...more };
  const { reply } = await stock.receive([goods]);
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
  return lotNo;
};
const run = (preset: string, lines: readonly object[], more: object = {}) =>
  stock.recycle(preset, lines, { toStoreId: stock.second, ...more });
const done = async (preset: string, lines: readonly object[], more: object = {}) => {
  const { id, reply } = await run(preset, lines, more);
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
  return { id, row: reply.data.list[0] };
};
const differences = () => ledgerDifferences(stock.office.server.services.db, stock.office.tenantId);
const lotOf = async (lotNo: string) => {
  const { rows } = await stock.office.server.services.pool.query('select id from lots where lot_no = $1', [
    lotNo,
  ]);
  return rows[0] && (await stock.office.get(`/stock/item?id=${rows[0].id}`)).data;
};
const out = (material: string, kg: string, more: object = {}) => ({
  side: 'out',
  material,
  kg,
  location: 'L1',
  ...more,
});

describe('the balance', () => {
  test('refuses a run with its figures, and posts it once it is correct', async () => {
    const lotNo = await lot('1000');
    const lines = [{ side: 'in', lotNo, kg: '1000' }, out('copper', '300'), out('residue', '100')];
    const { id, reply } = await run('crush', lines);
    expect(reply).toMatchObject({ status: 409 });
    const [{ path, key }] = reply.data;
    expect(path).toBe('lossKg');
    expect(Object.fromEntries(new URLSearchParams(key.split('?')[1]))).toEqual({
      in: '1000',
      added: '0',
      out: '300',
      residue: '100',
      loss: '0',
      water: '0',
      difference: '600',
      allowed: '30',
    });
    const { data } = await stock.office.get(`/recyclingRun/findById?id=${id}`);
    await stock.office.post('/recyclingRun/update', { id, version: data.version, lossKg: '580' });
    const posted = await stock.step('/recyclingRun', id, 'post');
    expect(posted).toMatchObject({
      status: 200,
      data: {
        list: [
          { kg: '1000', outKg: '300', residueKg: '100', lossKg: '580', differenceKg: '20', waterKg: '0' },
        ],
      },
    });
    expect(await differences()).toEqual([]);
  });

  test('is limited by the tolerance configured for the step', async () => {
    const lotNo = await lot('100');
    const lines = [{ lotNo, kg: '100' }, out('graphite', '96')];
    expect((await run('hydro', lines)).reply).toMatchObject({ status: 200 });
    await stock.office.make('/balanceLimit', {
      step: 'hydro',
      day: stock.day,
      tolerancePct: '0.5',
      reason: '工艺会议',
    });
    const other = await lot('100');
    const again = [{ lotNo: other, kg: '100' }, out('graphite', '96')];
    expect((await run('hydro', again)).reply.data[0].key).toContain('allowed=0.5');
  });

  test('near its limit needs confirmation', async () => {
    const lotNo = await lot('100');
    const { id, reply } = await run('crush', [{ lotNo, kg: '100' }, out('copper', '97.5')]);
    const warning = { path: 'lossKg', key: 'rule.document.nearlyUnbalanced?difference=2.5&allowed=3' };
    expect(reply).toMatchObject({ status: 409, code: 4_090_003, data: [warning] });
    const confirmed = await stock.step('/recyclingRun', id, 'post', { confirmed: [warning] });
    expect(confirmed).toMatchObject({ status: 200 });
  });

  test('counts dry substance, so that water may leave', async () => {
    const lotNo = await lot('1000');
    const lines = [{ lotNo, kg: '1000', moisturePct: '20' }, out('black_mass', '795', { basis: 'dry' })];
    const { row } = await done('crush', lines);
    expect(row).toMatchObject({ waterKg: '200', differenceKg: '5' });
  });
});

describe('the input', () => {
  test('is recycled once and for good; a void reverses it', async () => {
    const code = stock.newCode();
    await stock.receive([{ code, kg: '400', location: 'L1' }]);
    const { id } = await done('crush', [{ code }, out('black_mass', '400')]);
    expect(await stock.batteryOf(code)).toMatchObject({ state: 'recycled', storeId: null });
    const again = await run('crush', [{ code }, out('black_mass', '400')]);
    expect(again.reply.data[0].key).toMatch(/^rule\.document\.recycledStays\?no=ZS/);
    expect(await stock.step('/recyclingRun', id, 'void', { reason: '录入错误' })).toMatchObject({
      status: 200,
    });
    expect(await stock.batteryOf(code)).toMatchObject({ state: 'in_stock', storeId: stock.store });
    expect(await differences()).toEqual([]);
  });

  test('may be scrapped, and is recycled with the parts still inside', async () => {
    const pack = stock.newCode();
    await stock.receive([{ code: pack, kg: '400', location: 'L1' }]);
    const whole = await stock.batteryOf(pack);
    const [kept, taken] = [stock.newCode('module'), stock.newCode('module')];
    for (const batteryCode of [kept, taken])
      await stock.office.make('/battery', { batteryCode, parentId: whole.id, massKg: '90' });
    const scrap = await stock.draft('/scrap', { preset: 'coded', storeId: stock.store, reason: '漏液' }, [
      { code: pack },
    ]);
    expect(await stock.approve('/scrap', scrap)).toMatchObject({ status: 200 });
    const { id, row } = await done('dismantle', [
      { code: pack },
      { side: 'out', code: taken, location: 'L1' },
      out('aluminium', '308'),
    ]);
    expect(row).toMatchObject({ kg: '400', outKg: '398', differenceKg: '2', pieces: 1 });
    // The pack is now lighter by the part; the run is not.
    expect((await stock.office.get(`/recyclingRun/balance?id=${id}`)).data).toMatchObject({
      in: '400',
      out: '398',
      difference: '2',
      balanced: true,
    });
    expect(await stock.batteryOf(kept)).toMatchObject({ state: 'recycled', parentId: whole.id });
    expect(await stock.batteryOf(taken)).toMatchObject({
      state: 'scrapped',
      parentId: null,
      storeId: stock.second,
    });
    expect(await differences()).toEqual([]);
    expect(await stock.step('/recyclingRun', id, 'void')).toMatchObject({ status: 200 });
    expect(await stock.batteryOf(taken)).toMatchObject({ parentId: whole.id, state: 'scrapped' });
    expect(await stock.batteryOf(kept)).toMatchObject({ parentId: whole.id, state: 'scrapped' });
    expect(await differences()).toEqual([]);
  });

  test('is not a removed part that is not in the whole, or is too heavy', async () => {
    const [pack, other] = [stock.newCode(), stock.newCode('module')];
    await stock.receive([
      { code: pack, kg: '400', location: 'L1' },
      { code: other, kg: '50', location: 'L1' },
    ]);
    const { reply } = await run('dismantle', [{ code: pack }, { side: 'out', code: other, location: 'L1' }]);
    expect(reply.data[0]).toMatchObject({ key: 'rule.document.notAPartOfInput' });
    const whole = await stock.batteryOf(pack);
    const heavy = stock.newCode('module');
    await stock.office.make('/battery', { batteryCode: heavy, parentId: whole.id, massKg: '500' });
    const second = await run('dismantle', [{ code: pack }, { side: 'out', code: heavy, location: 'L1' }]);
    expect(second.reply.data[0]).toMatchObject({ key: 'rule.document.partsHeavier?kg=400' });
  });
});

describe('the output', () => {
  test('is a new lot, also where lots are only mixed', async () => {
    const [a, b] = [await lot('300'), await lot('200')];
    const mixed = { lotNo: 'MIX-1', chemistry: 'B' };
    const lines = [{ lotNo: a, kg: '300' }, { lotNo: b, kg: '100' }, out('black_mass', '400', mixed)];
    await done('mix', lines);
    expect(await lotOf('MIX-1')).toMatchObject({ chemistry: 'B', balances: [{ kg: '400' }] });
    const taken = await run('mix', [{ lotNo: b, kg: '100' }, out('black_mass', '100', mixed)]);
    expect(taken.reply.data[0]).toMatchObject({ key: 'rule.document.lotTaken' });
  });

  test('needs material, mass and an existing location', async () => {
    const lotNo = await lot('10');
    const lines = [
      { lotNo, kg: '10' },
      { clientKey: 'what', side: 'out', kg: '1', location: 'L1' },
      { clientKey: 'mass', side: 'out', material: 'copper', location: 'L1' },
      { clientKey: 'place', ...out('copper', '1'), location: 'L9' },
    ];
    const { reply } = await run('crush', lines);
    expect(reply.data.map(({ path, key }: { path: string; key: string }) => [path, key])).toEqual([
      ['lines.what.material', 'rule.document.materialMissing'],
      ['lines.mass.kg', 'rule.document.kgMissing'],
      ['lines.place.location', 'rule.document.locationUnknown'],
    ]);
  });

  test('is reported as a recycled resource at hand-over', async () => {
    const lotNo = await lot('100');
    await done('hydro', [{ lotNo, kg: '100' }, out('lithium_carbonate', '100', { lotNo: 'LC-1' })]);
    const sale = async (line: object, storeId: string) => {
      const { id, reply } = await stock.issue({ preset: 'sale', storeId, customerId: stock.customer }, [
        line,
      ]);
      expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
      const { rows } = await stock.office.server.services.pool.query(
        `select r.type, r.handed_over_on::text as day from reports r join document_lines l on l.id = r.line_id
          where l.document_id = $1`,
        [id],
      );
      return rows;
    };
    expect(await sale({ lotNo: 'LC-1', kg: '40' }, stock.second)).toEqual([{ type: 10, day: stock.day }]);
    const bought = await lot('10');
    expect(await sale({ lotNo: bought, kg: '5' }, stock.store)).toEqual([]);
  });

  test('is named in the lines of a document that no longer changes', async () => {
    const lotNo = await lot('50');
    const lines = [{ clientKey: 'in', lotNo, kg: '50' }, out('graphite', '50', { clientKey: 'out' })];
    const header = { preset: 'hydro', storeId: stock.store, toStoreId: stock.second };
    const id = await stock.draft('/recyclingRun', header, lines);
    const read = async () => (await stock.office.get(`/recyclingRun/lines?id=${id}`)).data.list;
    expect(await read()).toMatchObject([{ material: null, chemistry: null }, { material: 'graphite' }]);
    expect(await stock.step('/recyclingRun', id, 'post')).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject([
      { material: 'black_mass', chemistry: 'B', basis: 'wet' },
      { material: 'graphite' },
    ]);
  });

  test('that others have taken from keeps its run from being voided', async () => {
    const lotNo = await lot('100');
    const made = await done('hydro', [
      { lotNo, kg: '100' },
      out('lithium_carbonate', '100', { lotNo: 'LC-2' }),
    ]);
    const sale = await stock.issue({ preset: 'sale', storeId: stock.second, customerId: stock.customer }, [
      { lotNo: 'LC-2', kg: '40' },
    ]);
    const { no } = sale.reply.data.list[0];
    expect(await stock.step('/recyclingRun', made.id, 'void')).toMatchObject({
      status: 409,
      data: [{ key: `rule.document.lotTakenSince?lot=LC-2&kg=100&left=60&no=${no}` }],
    });
    expect(await stock.step('/issue', sale.id, 'void')).toMatchObject({ status: 200 });
    expect(await stock.step('/recyclingRun', made.id, 'void')).toMatchObject({ status: 200 });
    expect(await differences()).toEqual([]);
  });

  test('discharging keeps the goods and moves them to the next store', async () => {
    const code = stock.newCode();
    await stock.receive([{ code, kg: '400', location: 'L1' }]);
    await done('discharge', [{ code, location: 'L1' }]);
    expect(await stock.batteryOf(code)).toMatchObject({ state: 'in_stock', storeId: stock.second });
  });
});
