import { expect, it } from 'vitest';
import { matching, valueRows } from './value-rows.ts';

const point = (key: string, prefix: 'M' | 'P', group: string) => ({ key, prefix, group });
const dictionary = {
  points: [point('M_SOC', 'M', 'battery'), point('P_CELL_V', 'P', 'cells')],
  label: (key: string) => ({ M_SOC: 'State of charge', P_CELL_V: 'Cell voltage' })[key] ?? key,
  unit: (key: string) => ({ M_SOC: '%', P_CELL_V: 'mV' })[key] ?? '',
  valueText: (_: string, value: number | undefined) => `${value}`,
};
const rows = valueRows(
  {
    'P_CELL_V@2.10': { value: 3300, time: 5 },
    '?77': { value: 1, time: 5 },
    'P_CELL_V@2.09': { value: 3299, time: 5 },
    M_SOC: { value: 50.5, time: 7 },
  },
  dictionary,
  (prefix, group) => `${prefix} ${group}`,
);

it('are in the order of the dictionary, cells by number, unknown points last', () => {
  expect(rows.map((row) => row.wire)).toEqual(['M_SOC', 'P_CELL_V@2.09', 'P_CELL_V@2.10', '?77']);
  expect(rows[1]).toEqual({
    wire: 'P_CELL_V@2.09',
    label: 'Cell voltage @2.09',
    group: 'P cells',
    text: '3299',
    unit: 'mV',
    raw: 3299,
    time: 5,
  });
});
it('match all words in name, key, group or unit', () => {
  expect(matching(rows, 'cell 2.10').map((row) => row.wire)).toEqual(['P_CELL_V@2.10']);
  expect(matching(rows, ' CHARGE ').map((row) => row.wire)).toEqual(['M_SOC']);
  expect(matching(rows, 'charge mv')).toEqual([]);
  expect(matching(rows, '')).toHaveLength(4);
});
