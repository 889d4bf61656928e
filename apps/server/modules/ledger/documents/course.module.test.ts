import { describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';

const stock = setUp(startTestStock);

const course = (path: string, id: string, as?: string) => stock.office.get(`${path}/course?id=${id}`, as);
const issue = (lines: readonly object[]) => {
  const header = { preset: 'sale', storeId: stock.store, customerId: stock.customer };
  return stock.draft('/issue', header, lines);
};
async function inStock() {
  const code = stock.newCode();
  await stock.receive([{ code, kg: '10', location: 'L1' }]);
  return code;
}

describe('the history of a document', () => {
  test('lists each step with its person, time and reason, and links the counter-document in both directions', async () => {
    const id = await issue([{ code: await inStock() }]);
    await stock.step('/issue', id, 'submit');
    expect((await course('/issue', id)).data.own).toBe(true);
    expect((await course('/issue', id, await stock.office.staff(5200))).data.own).toBe(false);
    await stock.step('/issue', id, 'return', { reason: '车牌有误' }, stock.approver);
    await stock.step('/issue', id, 'submit');
    await stock.step('/issue', id, 'approve', {}, stock.approver);
    await stock.step('/issue', id, 'void', { reason: '客户取消' });
    const { data } = await course('/issue', id);
    const { name } = stock.office.main;
    expect(data.events.map(({ step, reason }: { step: string; reason: string }) => [step, reason])).toEqual([
      ['insert', null],
      ['submit', null],
      ['return', '车牌有误'],
      ['submit', null],
      ['approve', null],
      ['void', '客户取消'],
    ]);
    expect(data.events[0]).toMatchObject({ by: name, time: expect.any(Number) });
    expect(data.events[4].by).not.toBe(name);
    expect(data.voids).toBeNull();
    const counter = await course('/issue', data.voidedBy.id);
    const [{ no }] = [(await stock.office.get(`/issue/findById?id=${id}`)).data];
    expect(counter.data).toMatchObject({
      voids: { id, no },
      voidedBy: null,
      events: [{ step: 'post', by: name, time: expect.any(Number) }],
    });
  });
});

describe('the lines of a document', () => {
  test('have their battery or lot, and the mass that they count with', async () => {
    const code = await inStock();
    const lot = { lotNo: 'LINES', material: 'cell', kg: '30', location: 'L1' };
    await stock.receive([lot]);
    const unknown = stock.newCode();
    const id = await issue([{ code }, { lotNo: 'LINES', kg: '5' }, { code: unknown }]);
    const { list } = (await stock.office.get(`/issue/lines?id=${id}`)).data;
    const battery = await stock.batteryOf(code);
    expect(list).toMatchObject([
      { code, kg: null, itemId: battery.id, mass: '10' },
      { lotNo: 'LINES', itemId: expect.any(String), mass: '5' },
      { code: unknown, itemId: null, mass: null },
    ]);
  });
});

describe('a check of single lines', () => {
  const check = async (id: string, keys?: readonly string[]) =>
    (await stock.office.post('/issue/check', { id, ...(keys ? { keys } : {}) })).data.problems.map(
      ({ path, key }: { path: string; key: string }) => [path, key.split('?')[0]],
    );

  test('validates these lines as posting the whole document would, and changes none', async () => {
    const [good, unknown] = [await inStock(), stock.newCode()];
    const id = await issue([
      { clientKey: 'good', code: good },
      { clientKey: 'bad', code: unknown },
    ]);
    const wrong = ['lines.bad.code', 'rule.document.codeUnknown'];
    expect(await check(id, ['good'])).toEqual([]);
    expect(await check(id, ['bad'])).toEqual([wrong]);
    expect(await check(id, ['good', 'bad'])).toEqual([wrong]);
    expect(await check(id)).toEqual([wrong]);
    const { data } = await stock.office.get(`/issue/lines?id=${id}`);
    expect(data.list.map(({ clientKey }: { clientKey: string }) => clientKey)).toEqual(['good', 'bad']);
    expect((await stock.batteryOf(good)).state).toBe('in_stock');
  });
});

describe('documents that wait for approval', () => {
  const waiting = async (as: string) => (await stock.office.get('/approval/findWaiting', as)).data;

  test('are listed oldest first: those of other people, of kinds that the caller may approve', async () => {
    const both = await stock.office.staff(5960, 5212, 5412);
    const scrapOnly = await stock.office.staff(5960, 5412);
    const before = await waiting(both);
    const sale = await issue([{ code: await inStock() }]);
    await stock.step('/issue', sale, 'submit');
    const header = { preset: 'coded', storeId: stock.store, reason: '进水' };
    const scrap = await stock.draft('/scrap', header, [{ code: await inStock(), kg: '10' }]);
    await stock.step('/scrap', scrap, 'submit');
    const found = await waiting(both);
    expect(found.total).toBe(before.total + 2);
    expect(found.list.slice(-2)).toMatchObject([
      {
        id: sale,
        kind: 'issue',
        preset: 'sale',
        day: stock.day,
        pieces: 1,
        kg: '10',
        store: '收货库',
        party: '张三',
        submittedBy: stock.office.main.name,
      },
      { id: scrap, kind: 'scrap', preset: 'coded' },
    ]);
    expect((await waiting(scrapOnly)).list.map(({ kind }: { kind: string }) => kind)).not.toContain('issue');
    // The submitter cannot approve them.
    expect((await waiting(stock.office.token)).total).toBe(0);
    expect(await waiting(stock.office.stranger)).toEqual({ list: [], total: 0 });
    await stock.step('/scrap', scrap, 'approve', {}, stock.approver);
    expect((await waiting(both)).list.map(({ id }: { id: string }) => id)).not.toContain(scrap);
  });
});
