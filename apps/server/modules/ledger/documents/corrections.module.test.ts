import { describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';
import { ledgerDifferences } from '../stock/index.ts';

const stock = setUp(startTestStock);

const inStore = async (kg = '400') => {
  const code = stock.newCode();
  const { reply } = await stock.receive([{ code, kg, location: 'L1' }]);
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
  return code;
};
const correct = async (preset: string, lines: object[]) => {
  const header = { preset, reason: '复核', ...(preset === 'code' ? {} : { storeId: stock.store }) };
  const id = await stock.draft('/correction', header, lines);
  return { id, reply: await stock.approve('/correction', id) };
};
const good = async (preset: string, lines: object[]) => {
  const { id, reply } = await correct(preset, lines);
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
  return { id, row: reply.data.list[0] };
};
const refused = async (preset: string, line: object) => {
  const { reply } = await correct(preset, [line]);
  expect(reply.status).toBe(409);
  return reply.data[0].key as string;
};
const query = async (text: string, values: unknown[]) =>
  (await stock.office.server.services.pool.query(text, values)).rows;
const bookedKg = async (code: string) => {
  const [row] = await query(
    'select i.booked_kg::float8 as kg from items i join batteries b on b.id = i.id where b.battery_code = $1',
    [code],
  );
  return row.kg as number;
};
const totalKg = async () => {
  const [row] = await query(
    'select coalesce(sum(t.kg), 0)::float8 as kg from place_totals t join places p on p.id = t.place_id where p.store_id = $1',
    [stock.store],
  );
  return row.kg as number;
};
const lotKg = async (lotNo: string) => {
  const [row] = await query(
    'select coalesce(sum(b.kg), 0)::float8 as kg from lot_balances b join lots l on l.id = b.lot_id where l.lot_no = $1',
    [lotNo],
  );
  return row.kg as number;
};
const recordMissing = async () => {
  const id = await stock.draft('/stockTake', { storeId: stock.store }, []);
  expect(await stock.approve('/stockTake', id)).toMatchObject({ status: 200 });
};

describe('the booked mass', () => {
  test('of a battery is corrected in its place, and the totals of the store follow', async () => {
    const code = await inStore('400');
    const before = await totalKg();
    const { id, row } = await good('mass', [{ code, kg: '412.5' }]);
    expect(row).toMatchObject({ no: expect.stringMatching(/^GZ\d{8}-\d{4}$/), pieces: 1, kg: '412.5' });
    expect(await bookedKg(code)).toBe(412.5);
    expect((await totalKg()) - before).toBe(12.5);
    expect(await stock.batteryOf(code)).toMatchObject({ state: 'in_stock', location: 'L1' });
    expect(await stock.step('/correction', id, 'void', { reason: '磅秤有误' })).toMatchObject({
      status: 200,
    });
    expect(await bookedKg(code)).toBe(400);
    expect((await totalKg()) - before).toBe(0);
    expect(await stock.batteryOf(code)).toMatchObject({ state: 'in_stock', location: 'L1' });
  });

  test('is not restored by a void once the battery has moved again', async () => {
    const code = await inStore();
    const { id } = await good('mass', [{ code, kg: '390' }]);
    await stock.issue({ preset: 'sale', customerId: stock.customer }, [{ code }]);
    expect(await stock.step('/correction', id, 'void')).toMatchObject({
      status: 409,
      data: [{ key: expect.stringContaining('movedSince') }],
    });
  });

  test('of a lot is corrected at its location, up and down', async () => {
    await stock.receive([{ lotNo: 'M-1', material: 'cell', chemistry: 'B', kg: '100', location: 'L1' }]);
    await good('mass', [{ lotNo: 'M-1', kg: '97.25', location: 'L1' }]);
    expect(await lotKg('M-1')).toBe(97.25);
    await good('mass', [{ lotNo: 'M-1', kg: '101' }]);
    expect(await lotKg('M-1')).toBe(101);
    expect(await refused('mass', { lotNo: 'M-1', kg: '101' })).toBe('rule.document.massSame?kg=101');
    expect(await refused('mass', { lotNo: 'M-1', kg: '5', location: 'L7' })).toBe(
      'rule.document.lotElsewhere',
    );
  });

  test('is corrected only for goods of the store, and only to another mass', async () => {
    const code = await inStore();
    expect(await refused('mass', { code, kg: '400' })).toBe('rule.document.massSame?kg=400');
    expect(await refused('mass', { code })).toBe('rule.document.kgMissing');
    expect(await refused('mass', { code: stock.newCode(), kg: '1' })).toBe('rule.document.codeUnknown');
    await stock.issue({ preset: 'sale', customerId: stock.customer }, [{ code }]);
    expect(await refused('mass', { code, kg: '10' })).toBe('rule.document.elsewhere');
  });
});

describe('correcting a wrong code', () => {
  test('keeps the former code as a way to find the battery', async () => {
    const [wrong, right] = [await inStore(), stock.newCode()];
    const { id } = await stock.batteryOf(wrong);
    const { id: correction } = await good('code', [{ code: wrong, newCode: right }]);
    expect(await stock.batteryOf(right)).toMatchObject({ id, batteryCode: right, formerCodes: wrong });
    const found = async (path: string) => (await stock.office.get(path)).data;
    expect((await found(`/battery/findPage?search=${wrong}`)).list).toMatchObject([{ id }]);
    expect((await found(`/battery/findPage?batteryCode=${wrong}`)).list).toMatchObject([{ id }]);
    expect((await found(`/battery/readScan?text=${wrong}`)).found).toMatchObject({ id, batteryCode: right });
    expect(await found(`/battery/history?id=${id}`)).toContainEqual(
      expect.objectContaining({
        changes: expect.objectContaining({ batteryCode: { from: wrong, to: right } }),
      }),
    );

    // Scanning the former code moves the battery.
    const moving = await stock.draft('/movement', { storeId: stock.store, toStoreId: stock.second }, [
      { code: wrong, location: 'L1' },
    ]);
    expect(await stock.step('/movement', moving, 'post')).toMatchObject({ status: 200 });
    expect(await stock.batteryOf(right)).toMatchObject({ storeId: stock.second });

    expect(await stock.step('/correction', correction, 'void', { reason: '原编码正确' })).toMatchObject({
      status: 200,
    });
    expect(await stock.batteryOf(wrong)).toMatchObject({ id, batteryCode: wrong, formerCodes: null });
  });

  test('does not let the battery be received as a new one or appear twice in a document', async () => {
    const [wrong, right] = [await inStore(), stock.newCode()];
    await good('code', [{ code: wrong, newCode: right }]);
    expect((await stock.receive([{ code: wrong, kg: '1', location: 'L1' }])).reply).toMatchObject({
      status: 409,
      data: [{ key: `rule.document.codeCorrected?to=${right}` }],
    });
    const twice = [{ code: wrong }, { code: right }];
    expect((await stock.issue({ preset: 'sale', customerId: stock.customer }, twice)).reply).toMatchObject({
      status: 409,
      data: [{ key: 'rule.document.codeTwice' }],
    });
  });

  test('is refused where the new code is taken, invalid or missing', async () => {
    const [one, other] = [await inStore(), await inStore()];
    expect(await refused('code', { code: one, newCode: other })).toBe('rule.document.codeTaken');
    expect(await refused('code', { code: one })).toBe('rule.document.newCodeMissing');
    // The fifth character is the chemistry: the battery's own rules refuse values that contradict it.
    expect(await refused('code', { code: one, newCode: 'NO-CODE' })).not.toBe('');
    expect((await stock.batteryOf(one)).batteryCode).toBe(one);
  });

  test('is refused for a scrapped battery', async () => {
    const code = await inStore();
    const scrap = await stock.draft('/scrap', { preset: 'coded', storeId: stock.store, reason: '漏液' }, [
      { code },
    ]);
    await stock.approve('/scrap', scrap);
    expect(await refused('code', { code, newCode: stock.newCode() })).toBe('rule.battery.codeScrapped');
  });

  test('cannot be voided after another correction', async () => {
    const [first, second, third] = [await inStore(), stock.newCode(), stock.newCode()];
    const { id } = await good('code', [{ code: first, newCode: second }]);
    await good('code', [{ code: second, newCode: third }]);
    expect((await stock.batteryOf(third)).formerCodes).toBe(`${first} ${second}`);
    expect(await stock.step('/correction', id, 'void')).toMatchObject({
      status: 409,
      data: [{ key: `rule.document.codeCorrectedAlready?to=${third}` }],
    });
  });
});

describe('missing goods', () => {
  test('are booked back when they are found', async () => {
    const code = await inStore('250');
    await recordMissing();
    expect(await stock.batteryOf(code)).toMatchObject({ state: 'missing' });
    expect((await stock.receive([{ code, location: 'L1' }])).reply).toMatchObject({
      status: 409,
      data: [{ key: expect.stringContaining('rule.document.missing') }],
    });
    const { id } = await good('found', [{ code, location: 'L1' }]);
    expect(await stock.batteryOf(code)).toMatchObject({ state: 'in_stock', location: 'L1' });
    expect(await bookedKg(code)).toBe(250);
    expect(await stock.step('/correction', id, 'void')).toMatchObject({ status: 200 });
    expect(await stock.batteryOf(code)).toMatchObject({ state: 'missing' });
  });

  test('are found up to the missing quantity only', async () => {
    await stock.receive([{ lotNo: 'F-1', material: 'cell', chemistry: 'B', kg: '100', location: 'L1' }]);
    const id = await stock.draft('/stockTake', { storeId: stock.store }, [{ lotNo: 'F-1', kg: '70' }]);
    await stock.approve('/stockTake', id);
    expect(await lotKg('F-1')).toBe(70);
    expect(await refused('found', { lotNo: 'F-1', kg: '30.001', location: 'L1' })).toBe(
      'rule.document.lotShort?there=30',
    );
    await good('found', [{ lotNo: 'F-1', kg: '20', location: 'L1' }]);
    expect(await lotKg('F-1')).toBe(90);
    expect(await refused('found', { lotNo: 'F-1', kg: '10.5', location: 'L1' })).toBe(
      'rule.document.lotShort?there=10',
    );
  });

  test('do not include goods that lie in a store', async () => {
    expect(await refused('found', { code: await inStore(), location: 'L1' })).toContain(
      'rule.document.notMissing',
    );
  });
});

test('the projections match the moves', async () => {
  const { server, tenantId } = stock.office;
  expect(await ledgerDifferences(server.services.db, tenantId)).toEqual([]);
});
