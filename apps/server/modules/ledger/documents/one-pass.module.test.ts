import { describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';

/** A check reports everything that prevents a posting, and a submission checks the same. */

const stock = setUp(startTestStock);

describe('a document with several problems', () => {
  test('reports those of its header, its lines and its weigh ticket at once', async () => {
    const known = stock.newCode();
    await stock.receive([{ code: known, kg: '400', location: 'L1' }]);
    const header = {
      preset: 'purchase',
      storeId: stock.store,
      enterpriseId: stock.supplier,
      grossKg: '5000',
      tareKg: '4900',
    };
    const wrong = stock.newCode().replace('04QP', '04QX');
    const id = await stock.draft('/receipt', header, [
      { clientKey: 'type', code: wrong, kg: '400' },
      { clientKey: 'known', code: known, kg: '400' },
      { clientKey: 'mass', code: stock.newCode() },
      { clientKey: 'lot', lotNo: 'ONE-1', kg: '10' },
      { clientKey: 'good', code: stock.newCode(), kg: '400', location: 'L1' },
    ]);
    const { status, data } = await stock.office.post('/receipt/check', { id });
    expect(status, JSON.stringify(data)).toBe(200);
    const paths = data.problems.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'lines.type.code',
        'lines.known.code',
        'lines.mass.kg',
        'lines.lot.material',
        'grossKg',
      ]),
    );
    expect(paths.some((path: string) => path.startsWith('lines.good.'))).toBe(false);
    expect(data.linesChecked).toBe(true);
  });

  test('states that its lines were not checked where they could not be', async () => {
    const { office } = stock;
    const id = await stock.draft('/receipt', { preset: 'return', storeId: stock.store }, [
      { code: stock.newCode(), kg: '400' },
    ]);
    const { data } = await office.post('/receipt/check', { id });
    expect(data.problems.map(({ path }: { path: string }) => path)).toContain('customerId');
  });
});

describe('a submission', () => {
  test('is refused for what its approval would refuse', async () => {
    const code = stock.newCode();
    await stock.receive([{ code, kg: '400', location: 'L1' }]);
    const order = await stock.office.make('/order', {
      clientId: stock.customer,
      productType: 2,
      quantity: 1,
    });
    const header = { preset: 'sale', storeId: stock.store, customerId: stock.customer, orderId: order };
    const id = await stock.draft('/issue', header, [{ clientKey: 'k', code }]);
    expect(await stock.step('/issue', id, 'submit')).toMatchObject({
      status: 409,
      data: [{ path: 'lines.k.code', key: 'rule.document.notOrdered' }],
    });
    const { data } = await stock.office.get(`/issue/findById?id=${id}`);
    expect(data).toMatchObject({ status: 'draft', no: null });
  });
});
