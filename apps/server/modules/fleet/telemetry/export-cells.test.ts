import { coreDictionary as dictionary } from '@voltloop/protocol/dictionary.ts';
import { expect, test } from 'vitest';
import { columnLabel, fileName } from './export-cells.ts';

const label = (key: string, part: number, language: 'en' | 'zh') =>
  columnLabel(dictionary, (dictionary.byKey.get(key)?.id ?? 0) * 65536 + part, language);

test('labels contain unit and place, in the requested language', () => {
  expect(label('M_SOC', 0, 'en')).toBe('State of charge (%)');
  expect(label('M_SOC', 0, 'zh')).toBe('荷电状态 (%)');
  expect(label('P_CELL_V', 207, 'en')).toBe('Cell voltage (mV) @2.07');
  expect(label('M_CYCLES', 0, 'en')).toBe('Equivalent full cycles');
});

test('file names are safe', () => {
  expect(fileName('../HB"1\r\n', '2026-01-01', '2026-01-31')).toBe('___HB_1___2026-01-01_2026-01-31');
});
