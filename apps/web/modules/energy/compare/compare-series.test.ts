import { describe, expect, it } from 'vitest';
import { chartsOf, linesOf, tableOf } from './compare-series.ts';

const HOUR = 3_600_000;
const soc = { key: 'M_SOC', unit: '%', discrete: false };
const power = { key: 'M_POWER', unit: 'W', discrete: false };
const enabled = { key: 'M_CHG_EN', unit: '', discrete: true };
const packSoc = { key: 'P_SOC', unit: '%', discrete: false };
const rows = (list: [number, Record<string, Record<string, number>>][]) =>
  list.map(([hour, cells]) => ({ key: hour * HOUR, ...cells }));

const a = {
  devid: 'A',
  rows: rows([
    [0, { M_SOC: { avg: 10, last: 11 }, M_CHG_EN: { avg: 0.5, last: 1 } }],
    [1, { M_SOC: { avg: 20, last: 21 } }],
    [4, { M_SOC: { avg: 40, last: 41 }, M_CHG_EN: { avg: 0.5, last: 0 } }],
  ]),
};
const b = {
  devid: 'B',
  rows: rows([[1, { M_SOC: { avg: 70 }, 'P_SOC@2': { avg: 5 }, 'P_SOC@1': { avg: 4 } }]]),
};

describe('lines', () => {
  it('are those with readings: by thing, point and pack', () => {
    expect(linesOf([a, b], [power, soc, packSoc], 'avg').map((line) => line.id)).toEqual([
      'A M_SOC',
      'B M_SOC',
      'B P_SOC@1',
      'B P_SOC@2',
    ]);
  });
  it('use the last value of a choice, whichever aggregate is requested', () => {
    expect(linesOf([a], [soc, enabled], 'avg').map((line) => line.figure)).toEqual(['avg', 'last']);
  });
});

describe('the table', () => {
  it('has a row for each time and only values that were sent', () => {
    expect(tableOf(linesOf([a, b], [soc], 'avg'))).toEqual([
      { key: 0, 'A M_SOC': 10 },
      { key: HOUR, 'A M_SOC': 20, 'B M_SOC': 70 },
      { key: 4 * HOUR, 'A M_SOC': 40 },
    ]);
  });
});

describe('charts', () => {
  it('are one per unit, with a gap where a slot is missing', () => {
    const [first, second, ...rest] = chartsOf(linesOf([a, b], [soc, enabled], 'avg'), HOUR);
    expect(rest).toEqual([]);
    expect(first).toMatchObject({ unit: '%', times_ms: [0, HOUR, 2 * HOUR, 4 * HOUR] });
    expect(first?.columns).toEqual([
      [10, 20, null, 40],
      [null, 70, null, null],
    ]);
    expect(second).toMatchObject({ unit: '', discrete: true });
  });
  it('keep the value of a state until the next one', () => {
    const sent = {
      devid: 'A',
      rows: rows([
        [0, { M_CHG_EN: { last: 1 } }],
        [2, { M_CHG_EN: { last: 0 } }],
      ]),
    };
    const other = { devid: 'B', rows: rows([[1, { M_CHG_EN: { last: 1 } }]]) };
    const [chart] = chartsOf(linesOf([sent, other], [enabled], 'last'), 2 * HOUR);
    expect(chart?.columns[0]).toEqual([1, 1, 0]);
  });
});
