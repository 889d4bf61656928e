import { describe, expect, test } from 'vitest';
import { dictionaryOf } from './dictionary.ts';
import { columnLabel, columnName, csvText, fileName, xmlText } from './export-cells.ts';
import { ZoneClock } from './zone-clock.ts';

const point = (key: string) => dictionaryOf('HE_BAT')?.byKey.get(key) ?? expect.fail(key);

test('labels carry unit and place, in the language', () => {
  expect(columnLabel(point('M_SOC'), 0, 'en')).toBe('State of charge (%)');
  expect(columnLabel(point('M_SOC'), 0, 'zh')).toBe('荷电状态 (%)');
  expect(columnLabel(point('P_CELL_V'), 207, 'en')).toBe('Cell voltage (mV) @2.07');
  expect(columnLabel(point('M_CYCLES'), 0, 'en')).toBe('Equivalent full cycles');
});

describe('a CSV cell', () => {
  test.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    ['\tx', "'\tx"],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ])('%j is written %j', (text, cell) => expect(csvText(text)).toBe(cell));
});

test('XML text has no markup and no control characters', () => {
  expect(xmlText('a<b>&\u0001\u0000\uFFFEc')).toBe('a&lt;b&gt;&amp;c');
});

test('columns are named as in a sheet', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});

test('file names are harmless', () => {
  expect(fileName('../HB"1\r\n', '2026-01-01', '2026-01-31', 'csv')).toBe(
    '___HB_1___2026-01-01_2026-01-31.csv',
  );
});

describe('the clock of a zone', () => {
  test.each([
    ['Asia/Kathmandu', '2026-11-21T04:20:08.000Z', '2026-11-21T10:05:08+05:45'],
    ['America/St_Johns', '2026-07-01T12:00:00.250Z', '2026-07-01T09:30:00.250-02:30'],
    ['UTC', '2026-07-01T12:00:00.000Z', '2026-07-01T12:00:00+00:00'],
  ])('%s', (zone, utc, local) => expect(new ZoneClock(zone).iso(Date.parse(utc))).toBe(local));

  test('follows a change in the middle of a series', () => {
    const clock = new ZoneClock('Europe/Berlin');
    const at = (utc: string) => clock.iso(Date.parse(utc));
    expect(at('2026-03-29T00:59:00Z')).toBe('2026-03-29T01:59:00+01:00');
    expect(at('2026-03-29T01:00:00Z')).toBe('2026-03-29T03:00:00+02:00');
    expect(at('2026-03-29T00:58:00Z')).toBe('2026-03-29T01:58:00+01:00');
  });

  test('counts days as a sheet does', () => {
    expect(new ZoneClock('Asia/Shanghai').sheetDays(Date.parse('2026-01-01T04:00:00Z'))).toBeCloseTo(
      46023.5,
      8,
    );
  });
});
