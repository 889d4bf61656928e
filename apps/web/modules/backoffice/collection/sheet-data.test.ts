import { collection } from '@voltloop/resources/collection/collection.resource.ts';
import { expect, test } from 'vitest';
import type { Row } from '../../resources/index.ts';
import { factsOf, markOf, papers, priceText, tableOf } from './sheet-data.ts';

const row = {
  id: 'x',
  version: 1,
  createTime: 0,
  createUser: null,
  updateTime: 0,
  titles: { clientId: '李四' },
  customerType: 0,
  clientId: 'c',
  enterpriseId: null,
  assayNo: 'HY-1',
  status: 'settled',
  inspection: [
    { material: 'cell', chemistry: 'B', basis: 'kg', grossKg: '1500', tareKg: '500', settledKg: '1000' },
    { material: 'black_mass', basis: 'metal', grossKg: '480', rejectedKg: '30', rejectReason: '受潮' },
  ],
  settlement: [
    { basis: 'kg', settledKg: '1000', unitPrice: '7.5', amount: '7500' },
    { basis: 'metal', settledKg: '450', liPct: '2.9', liPrice: '2700', amount: '3523.5' },
  ],
} as Row;

test('a settlement has the weighing of each line beside its price, and no empty column', () => {
  const { columns, rows } = tableOf(collection, row, papers.settlement.lines, 'zh');
  expect(columns.map(({ label }) => label)).toEqual([
    '货物',
    '毛重 (kg)',
    '皮重 (kg)',
    '拒收重量 (kg)',
    '结算重量 (kg)',
    '单价（元）',
    '金额（元）',
  ]);
  expect(rows).toEqual([
    ['单体 磷酸铁锂电池', '1,500', '500', '', '1,000', '7.5 / kg', '7,500.00'],
    ['黑粉 (拒收: 受潮)', '480', '', '30', '450', '锂 2.9 % × 2,700 元/点', '3,523.50'],
  ]);
});

test('a price by metal lists each paid metal, and the coefficient', () => {
  const line = {
    basis: 'metal',
    niPct: '22',
    niPrice: '912.5',
    coPct: '8.9',
    coPrice: '1820',
    liPct: '5.2',
    coefficientPct: '98',
  };
  expect(priceText(line, 'en')).toBe(
    'Ni 22 % × 912.5 ¥ a point; Co 8.9 % × 1,820 ¥ a point; coefficient 98 %',
  );
  expect(priceText({ basis: 'piece', unitPrice: '2500.5' }, 'zh')).toBe('2,500.5 / 件');
  expect(priceText({ basis: 'piece' }, 'zh')).toBe('');
});

test('a paper names the seller, and is marked when it is not in force', () => {
  expect(factsOf(collection, row, ['assayNo', 'plate'], 'en')).toEqual([
    ['Customer', '李四'],
    ['Assay', 'HY-1'],
  ]);
  expect(markOf(row, 'zh')).toBeNull();
  expect(markOf({ ...row, status: 'cancelled' }, 'zh')).toBe('已取消');
});
