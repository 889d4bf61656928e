import { describe, expect, test } from 'vitest';
import { columnName, csvText, xmlText } from './cell-text.ts';

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
    ['＝1+1', "'＝1+1"],
    ['＠x', "'＠x"],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ])('%j is written %j', (text, cell) => expect(csvText(text)).toBe(cell));
});

test('XML text has no markup and no control characters', () => {
  expect(xmlText('a<b>&\u0001\u0000\uFFFEc')).toBe('a&lt;b&gt;&amp;c');
});

test('columns are named as in a spreadsheet', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});
