import { date, decimal, lines, option, region, text, time } from '@voltloop/resource-kit';
import { describe, expect, test } from 'vitest';
import { valueOfCell } from './cells.ts';

describe('a cell', () => {
  const day = date('Day', '日期');
  const at = time('At', '时间');
  const type = option('Type', '类型', 'customerType');
  const capacity = decimal('Capacity', '容量', { scale: 2, max: 9999, unit: 'Ah' });
  const product = option('Product type', '产品类型', 'productType');
  const chemistry = option('Chemistry', '化学体系', 'chemistry');
  const yes = option('Sealed', '封存', 'yesNo');
  const area = region('Area', '地区');
  test.each([
    [day, '2026/2/3', '2026-02-03'],
    [day, '2026年12月31日', '2026-12-31'],
    [day, '2026-2-30', '2026-02-30'],
    [day, '46056', '2026-02-03'],
    [day, '25.02.2026', '2026-02-25'],
    [day, '03.02.2026', '03.02.2026'],
    [capacity, '２８０．５', '280.5'],
    [capacity, '280Ah', '280'],
    [capacity, '280 mAh', '280 mAh'],
    [product, '电芯', 3],
    [product, '模组', 2],
    [chemistry, 'LFP', 'B'],
    [chemistry, '磷酸铁锂', 'B'],
    [yes, 'n', 0],
    [day, 'tomorrow', 'tomorrow'],
    [at, '2026-02-03 08:30', Date.UTC(2026, 1, 3, 0, 30)],
    [at, '2026-02-03', Date.UTC(2026, 1, 2, 16)],
    [type, '个人', 0],
    [type, '1', 1],
    [type, 'nobody', 'nobody'],
    [area, '福建省厦门市', '350200'],
    [text('Text', '文本', { max: 9 }), '007', '007'],
  ])('%# %j %j', (field, cell, value) => {
    expect(valueOfCell(field, cell)).toBe(value);
  });

  test('contains lines of one text each, where they are declared so', () => {
    const of = { code: text('Code', '编码', { max: 24 }), isCode: option('Coded', '赋码', 'isCode') };
    const inCell = { text: 'code', with: { isCode: 1 } };
    const field = lines('Codes', '编码', { most: 9, of, inCell });
    expect(valueOfCell(field, ' A1, A2；A3、A4\nA5 ')).toEqual(
      ['A1', 'A2', 'A3', 'A4', 'A5'].map((code) => ({ isCode: 1, code })),
    );
    expect(valueOfCell(lines('Codes', '编码', { most: 9, of }), 'A1')).toBe('A1');
  });
});
