import { date, option, region, text, time } from '@voltloop/resource-kit';
import { describe, expect, test } from 'vitest';
import { valueOfCell } from './cells.ts';

describe('a cell', () => {
  const day = date('Day', '日期');
  const at = time('At', '时间');
  const type = option('Type', '类型', 'customerType');
  const area = region('Area', '地区');
  test.each([
    [day, '2026/2/3', '2026-02-03'],
    [day, '2026年12月31日', '2026-12-31'],
    [day, '2026-2-30', '2026-02-30'],
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
});
