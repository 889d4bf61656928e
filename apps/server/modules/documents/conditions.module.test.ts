import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestStock, type TestStock } from '../../testing/stock.ts';
import { ledgerDifferences } from '../stock/index.ts';

let stock: TestStock;
beforeAll(async () => {
  stock = await startTestStock();
});
afterAll(() => stock.office.stop());

const inStore = async () => {
  const code = stock.newCode();
  await stock.receive([{ code, kg: '400', location: 'L1' }]);
  return code;
};
const change = async (preset: string, lines: object[], store = stock.store) => {
  const id = await stock.draft('/conditionChange', { preset, storeId: store }, lines);
  return { id, reply: await stock.step('/conditionChange', id, 'post') };
};
/** Submitted by the main account, approved by another person. */
const scrap = async (preset: string, lines: object[]) => {
  const id = await stock.draft('/scrap', { preset, storeId: stock.store, reason: '外壳破损' }, lines);
  expect(await stock.step('/scrap', id, 'submit')).toMatchObject({ status: 200 });
  return { id, reply: await stock.step('/scrap', id, 'approve', {}, stock.approver) };
};
const stateOf = async (code: string) => (await stock.batteryOf(code)).state;
const reportsOf = async (documentId: string) =>
  (
    await stock.office.server.services.pool.query(
      `select r.type, r.voided_by is null as valid from reports r join document_lines l on l.id = r.line_id
        where l.document_id = $1`,
      [documentId],
    )
  ).rows;
/** Mass of a lot in the store by condition. */
const lotOf = async (lotNo: string) => {
  const { rows } = await stock.office.server.services.pool.query(
    `select b.condition, sum(b.kg)::text as kg from lot_balances b join lots l on l.id = b.lot_id
      where l.lot_no = $1 and l.tenant_id = $2 and b.kg > 0 group by 1`,
    [lotNo, stock.office.tenantId],
  );
  return Object.fromEntries(rows.map(({ condition, kg }) => [condition, Number(kg)]));
};
const receiveLot = (lotNo: string, kg: string) =>
  stock.receive([{ lotNo, material: 'cell', chemistry: 'B', kg, location: 'L1' }]);

describe('a condition change', () => {
  test('leaves a battery where it is: on hold, released, in test, finished', async () => {
    const code = await inStore();
    for (const [preset, state] of [
      ['hold', 'on_hold'],
      ['release', 'in_stock'],
      ['toTest', 'in_test'],
      ['fromTest', 'in_stock'],
    ] as const) {
      const { reply } = await change(preset, [{ code }]);
      expect(reply, JSON.stringify(reply)).toMatchObject({
        status: 200,
        data: { list: [{ no: expect.stringMatching(/^ZT\d{8}-\d{4}$/), pieces: 1, kg: '400' }] },
      });
      expect(await stock.batteryOf(code)).toMatchObject({ state, storeId: stock.store, location: 'L1' });
    }
  });

  test('is refused from another condition, and of goods in another store', async () => {
    const code = await inStore();
    for (const preset of ['release', 'fromTest'])
      expect((await change(preset, [{ code }])).reply).toMatchObject({
        status: 409,
        data: [{ key: expect.stringContaining('rule.document.condition?is=available') }],
      });
    expect((await change('hold', [{ code }], stock.second)).reply).toMatchObject({
      status: 409,
      data: [{ key: expect.stringContaining('rule.document.elsewhere') }],
    });
    expect(await stateOf(code)).toBe('in_stock');
  });

  test('keeps what is on hold from being sold until it is released', async () => {
    const code = await inStore();
    await change('hold', [{ code }]);
    const sell = () => stock.issue({ preset: 'sale', customerId: stock.customer }, [{ code }]);
    expect((await sell()).reply).toMatchObject({
      status: 409,
      data: [{ key: expect.stringContaining('rule.document.condition?is=hold') }],
    });
    await change('release', [{ code }]);
    expect((await sell()).reply).toMatchObject({ status: 200 });
  });

  test('takes a part of a lot, and its void gives it back', async () => {
    await receiveLot('C-1', '100');
    const { id, reply } = await change('hold', [{ lotNo: 'C-1', kg: '30.5' }]);
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
    expect(await lotOf('C-1')).toEqual({ available: 69.5, hold: 30.5 });
    expect((await change('hold', [{ lotNo: 'C-1', kg: '69.501' }])).reply).toMatchObject({
      status: 409,
      data: [{ key: 'rule.document.lotShort?there=69.5' }],
    });
    expect(await stock.step('/conditionChange', id, 'void')).toMatchObject({ status: 200 });
    expect(await lotOf('C-1')).toEqual({ available: 100 });
  });
});

describe('scrapping', () => {
  test.each(['available', 'hold', 'test'])(
    'takes a battery that is %s, approved by another person, and is reported',
    async (condition) => {
      const code = await inStore();
      if (condition !== 'available') await change(condition === 'hold' ? 'hold' : 'toTest', [{ code }]);
      const { id, reply } = await scrap('coded', [{ code }]);
      expect(reply, JSON.stringify(reply)).toMatchObject({
        status: 200,
        data: { list: [{ status: 'posted', no: expect.stringMatching(/^BF\d{8}-\d{4}$/) }] },
      });
      expect(await stock.batteryOf(code)).toMatchObject({ state: 'scrapped', storeId: stock.store });
      expect(await reportsOf(id)).toEqual([{ type: 6, valid: true }]);
    },
  );

  test('is not approved by whoever submitted it, and not posted without approval', async () => {
    const code = await inStore();
    const id = await stock.draft('/scrap', { preset: 'coded', storeId: stock.store, reason: '漏液' }, [
      { code },
    ]);
    expect((await stock.step('/scrap', id, 'post')).status).toBe(400);
    await stock.step('/scrap', id, 'submit');
    expect(await stock.step('/scrap', id, 'approve')).toMatchObject({
      status: 409,
      data: [{ key: 'rule.document.fourEyes' }],
    });
    expect(await stateOf(code)).toBe('in_stock');
  });

  test('by mass takes lots only, by code batteries only', async () => {
    await receiveLot('C-2', '50');
    const code = await inStore();
    const { id, reply } = await scrap('byMass', [{ lotNo: 'C-2', kg: '20' }]);
    expect(reply, JSON.stringify(reply)).toMatchObject({
      status: 200,
      data: { list: [{ no: expect.stringMatching(/^ZLF\d{8}-\d{4}$/) }] },
    });
    expect(await reportsOf(id)).toEqual([{ type: 7, valid: true }]);
    expect(await lotOf('C-2')).toEqual({ available: 30, scrapped: 20 });
    expect((await scrap('byMass', [{ code }])).reply).toMatchObject({
      status: 409,
      data: [{ key: 'rule.document.byMassOnly' }],
    });
    expect((await scrap('coded', [{ lotNo: 'C-2', kg: '1' }])).reply).toMatchObject({
      status: 409,
      data: [{ key: 'rule.document.codedOnly' }],
    });
  });

  test('is for good: no other condition, no sale; handed over and received as scrap', async () => {
    const code = await inStore();
    await scrap('coded', [{ code }]);
    for (const preset of ['hold', 'release', 'toTest', 'fromTest'])
      expect((await change(preset, [{ code }])).reply.status).toBe(409);
    expect((await scrap('coded', [{ code }])).reply.status).toBe(409);
    expect((await stock.issue({ preset: 'sale', customerId: stock.customer }, [{ code }])).reply.status).toBe(
      409,
    );
    const handed = await stock.issue({ preset: 'handover', enterpriseId: stock.supplier }, [{ code }]);
    expect(handed.reply, JSON.stringify(handed.reply)).toMatchObject({ status: 200 });
    expect(await stateOf(code)).toBe('handed_over');
    expect((await stock.receive([{ code, condition: 'available' }])).reply).toMatchObject({
      status: 409,
      data: [{ key: 'rule.document.scrappedStays' }],
    });
    expect((await stock.receive([{ code }])).reply).toMatchObject({ status: 200 });
    expect(await stateOf(code)).toBe('scrapped');
  });

  test('that was a mistake is voided, and so is its report', async () => {
    const code = await inStore();
    await change('hold', [{ code }]);
    const { id } = await scrap('coded', [{ code }]);
    expect(await stock.step('/scrap', id, 'void', { reason: '编码录入错误' })).toMatchObject({ status: 200 });
    expect(await stateOf(code)).toBe('on_hold');
    expect(await reportsOf(id)).toEqual([{ type: 6, valid: false }]);
  });
});

test('the projections follow from the moves', async () => {
  const { server, tenantId } = stock.office;
  expect(await ledgerDifferences(server.services.db, tenantId)).toEqual([]);
});
