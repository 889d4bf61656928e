import { expect, test } from 'vitest';
import { clickhouseStatements } from './migrate.ts';

test('a setting is changed on the tables that hold rows: on one node the table, in a cluster the local ones', () => {
  const text = '-- Why.\nalter table points modify setting a = 1\n;\n';
  expect(clickhouseStatements(text)).toEqual(['alter table points modify setting a = 1']);
  expect(clickhouseStatements(text, 'main')).toEqual([
    'alter table points_local on cluster main modify setting a = 1',
  ]);
});
