import { describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';
import { ledgerDifferences } from '../stock/index.ts';

const stock = setUp(startTestStock);

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
  return { id, reply: await stock.approve('/scrap', id) };
};
const stateOf = async (code: string) => (await stock.batteryOf(code)).state;
const receiveLot = (lotNo: string, kg: string) =>
  stock.receive([{ lotNo, material: 'cell', chemistry: 'B', kg, location: 'L1' }]);

describe('a condition change', () => {
  test('is refused for goods in another condition or another store', async () => {
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

  test('prevents the sale of goods on hold until they are released', async () => {
    const code = await inStore();
    await change('hold', [{ code }]);
    const sell = () => stock.issue({ preset: 'sale', customerId: stock.customer }, [{ code }]);
    const refused = await sell();
    expect(refused.reply).toMatchObject({
      status: 409,
      data: [{ key: expect.stringContaining('rule.document.condition?is=hold') }],
    });
    // The submitted sale claims the battery until it is returned.
    await stock.step('/issue', refused.id, 'return', {}, stock.approver);
    await change('release', [{ code }]);
    expect((await sell()).reply).toMatchObject({ status: 200 });
  });
});

describe('used goods', () => {
  const receive = async (preset: string, lines: readonly object[]) => {
    const header = { preset, storeId: stock.store, enterpriseId: stock.supplier };
    const id = await stock.draft('/receipt', header, lines);
    const reply = await stock.step('/receipt', id, 'post');
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
    const { data } = await stock.office.get(`/receipt/lines?id=${id}`);
    return data.list.map(({ condition }: { condition: string | null }) => condition);
  };

  test.each(['collection', 'vehicle'])(
    'of a %s are in test unless their line states otherwise',
    async (preset) => {
      const [code, stated] = [stock.newCode(), stock.newCode()];
      // Goods by mass have no tests to wait for.
      const lotNo = `USED-${preset}`;
      const lines = [
        { code, kg: '400', location: 'L1' },
        { code: stated, kg: '400', location: 'L1', condition: 'available' },
        { lotNo, material: 'cell', chemistry: 'B', kg: '50', location: 'L1' },
      ];
      expect(await receive(preset, lines)).toEqual(['test', 'available', 'available']);
      expect([await stateOf(code), await stateOf(stated)]).toEqual(['in_test', 'in_stock']);
    },
  );

  test('are in test again when they come back, and scrap stays scrap', async () => {
    const [used, scrapped] = [await inStore(), await inStore()];
    await scrap('coded', [{ code: scrapped }]);
    const sale = await stock.issue({ preset: 'sale', customerId: stock.customer }, [{ code: used }]);
    const handover = { preset: 'handover', enterpriseId: stock.supplier };
    const handed = await stock.issue(handover, [{ code: scrapped }]);
    expect([sale.reply.status, handed.reply.status]).toEqual([200, 200]);
    expect(await receive('collection', [{ code: used }, { code: scrapped }])).toEqual(['test', 'scrapped']);
    expect(await receive('purchase', [{ code: stock.newCode(), kg: '1', location: 'L1' }])).toEqual([
      'available',
    ]);
  });
});

describe('scrapping', () => {
  test.each([
    ['on hold', 'hold'],
    ['in test', 'toTest'],
  ])('also takes a battery that is %s', async (_, preset) => {
    const code = await inStore();
    await change(preset, [{ code }]);
    expect((await scrap('coded', [{ code }])).reply).toMatchObject({ status: 200 });
    expect(await stock.batteryOf(code)).toMatchObject({ state: 'scrapped', storeId: stock.store });
  });

  test('takes only lots by mass, and only batteries by code', async () => {
    await receiveLot('C-2', '50');
    const code = await inStore();
    expect((await scrap('byMass', [{ code }])).reply).toMatchObject({
      status: 409,
      data: [{ key: 'rule.document.byMassOnly' }],
    });
    expect((await scrap('coded', [{ lotNo: 'C-2', kg: '1' }])).reply).toMatchObject({
      status: 409,
      data: [{ key: 'rule.document.codedOnly' }],
    });
  });

  test('is final: no other condition and no sale, only hand-over and receipt as scrap', async () => {
    const code = await inStore();
    await scrap('coded', [{ code }]);
    for (const preset of ['hold', 'release', 'toTest', 'fromTest'])
      expect((await change(preset, [{ code }])).reply.status).toBe(409);
    expect((await scrap('coded', [{ code }])).reply.status).toBe(409);
    const sale = await stock.issue({ preset: 'sale', customerId: stock.customer }, [{ code }]);
    expect(sale.reply.status).toBe(409);
    await stock.step('/issue', sale.id, 'return', {}, stock.approver);
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
});

test('the projections match the moves', async () => {
  const { server, tenantId } = stock.office;
  expect(await ledgerDifferences(server.services.db, tenantId)).toEqual([]);
});
