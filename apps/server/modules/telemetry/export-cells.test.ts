import { expect, test } from 'vitest';
import { dictionaryOf } from './dictionary.ts';
import { columnLabel, fileName } from './export-cells.ts';

const point = (key: string) => dictionaryOf('HE_BAT')?.byKey.get(key) ?? expect.fail(key);

test('labels carry unit and place, in the language', () => {
  expect(columnLabel(point('M_SOC'), 0, 'en')).toBe('State of charge (%)');
  expect(columnLabel(point('M_SOC'), 0, 'zh')).toBe('荷电状态 (%)');
  expect(columnLabel(point('P_CELL_V'), 207, 'en')).toBe('Cell voltage (mV) @2.07');
  expect(columnLabel(point('M_CYCLES'), 0, 'en')).toBe('Equivalent full cycles');
});

test('file names are harmless', () => {
  expect(fileName('../HB"1\r\n', '2026-01-01', '2026-01-31', 'csv')).toBe(
    '___HB_1___2026-01-01_2026-01-31.csv',
  );
});
