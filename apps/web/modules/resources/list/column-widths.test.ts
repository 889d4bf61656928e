import { vin as vinCheck } from '@voltloop/domain/checks/index.ts';
import { date, decimal, type Field, option, text } from '@voltloop/resource-kit';
import { expect, it } from 'vitest';
import { columnLayout } from './column-widths.ts';

const looks = (field: Field, header: string, more: { title?: boolean; state?: boolean } = {}) =>
  columnLayout({ field, header, language: 'zh', sortable: true, title: false, state: false, ...more });

it('fits a heading, in wide Chinese characters too', () => {
  const energy = decimal('Rated energy', '额定能量', { scale: 3, max: 1000, unit: 'kWh' });
  // On two lines: the words, then the unit.
  expect(looks(energy, '额定能量 (kWh)').width).toBe(92);
  expect(looks(energy, '额定能量储存总量 (kWh)').width).toBe(8 * 13 + 24 + 6);
  expect(looks(energy, '质量').width).toBe(92);
  expect(looks(decimal('Mass', '质量', { scale: 3, max: 10_000_000, unit: 'kg' }), '质量').width).toBe(116);
  expect(looks(date('Day', '生产日期'), '生产日期').width).toBe(8 * 13);
});

it('fits a code, up to the length of the longest kind', () => {
  const code = (max: number) => looks(text('Code', '编码', { max, code: true }), '编码', { title: true });
  expect(code(10).minWidth).toBeLessThan(code(18).minWidth as number);
  // Forty are allowed, but rarely used. A code with a fixed format uses its full length.
  expect(code(40).minWidth).toBe(code(18).minWidth);
  const vin = text('VIN', '车架号', { max: 17, code: true, checks: [vinCheck] });
  expect(looks(vin, '车架号', { title: true }).minWidth).toBeGreaterThan(code(40).minWidth as number);
});

it('sizes a document number to its content, and lets a name grow', () => {
  const no = text('Number', '单号', { max: 30, server: true });
  expect(looks(no, '单号', { title: true }).grow).toBeUndefined();
  expect(looks(text('Name', '名称', { max: 100 }), '名称', { title: true }).grow).toBe(4);
});

it('fits the longest words of an option, and the mark of a state', () => {
  const field = option('State', '状态', 'orderState');
  const plain = looks(field, '状态').minWidth as number;
  expect(looks(field, '状态', { state: true }).minWidth).toBeGreaterThan(plain);
});
