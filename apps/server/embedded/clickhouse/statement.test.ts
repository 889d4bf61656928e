import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canStream, formatOf, insertFromFile, quote, quoteName } from './statement.ts';

describe('quote', () => {
  test.each([
    ['plain', "'plain'"],
    ["it's", "'it\\'s'"],
    ['a\\', "'a\\\\'"],
    ["\\' or 1=1 --", "'\\\\\\' or 1=1 --'"],
  ])('%s', (text, literal) => expect(quote(text)).toBe(literal));

  test('no text ends its literal early', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const inside = quote(text).slice(1, -1);
        // Every inner quote is escaped by an odd number of backslashes, and the last character escapes nothing.
        expect(inside.replace(/\\[\\']/g, '')).not.toMatch(/[\\']/);
      }),
    );
  });

  test('names', () => expect(quoteName('a`b\\')).toBe('`a\\`b\\\\`'));
});

describe('insertFromFile', () => {
  test.each([
    ['INSERT INTO t FORMAT Native', "INSERT INTO t FROM INFILE '/f' FORMAT Native"],
    [
      'insert into db.t (a, `b c`)\nformat JSONEachRow;',
      "insert into db.t (a, `b c`) FROM INFILE '/f' FORMAT JSONEachRow",
    ],
    [
      'insert into t (a) settings x = 1, y = 2 format CSV',
      "insert into t (a) FROM INFILE '/f' settings x = 1, y = 2 FORMAT CSV",
    ],
  ])('%s', (sql, expected) => expect(insertFromFile(sql, '/f')).toBe(expected));

  test.each([
    'insert into t values (1)',
    "insert into t select 'x format y' format Null",
    'select 1 format CSV',
    'insert into t select 1',
    'insert into t format CSV 1,2',
  ])('%s is not changed', (sql) => expect(insertFromFile(sql, '/f')).toBeUndefined());
});

describe('formatOf', () => {
  test.each([
    ['select 1\nFORMAT JSONEachRow', 'JSONEachRow'],
    ['select 1 format CSV;', 'CSV'],
    ['select 1', undefined],
    ['select 1 format CSV settings max_threads = 1', null],
    ['select formatDateTime(now())', undefined],
    ["select 'format'", null],
  ])('%s', (sql, format) => expect(formatOf(sql)).toBe(format));
});

test('only formats without head and tail are streamed', () => {
  for (const format of ['JSONEachRow', 'TabSeparated', 'CSV', 'Native', 'RowBinary']) {
    expect(canStream(format)).toBe(true);
  }
  for (const format of ['JSON', 'CSVWithNames', 'Parquet', 'RowBinaryWithNamesAndTypes', 'Pretty']) {
    expect(canStream(format)).toBe(false);
  }
});
