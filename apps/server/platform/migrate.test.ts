import { expect, test } from 'vitest';
import { clickhouseStatements } from './migrate.ts';

test('a setting changes on the tables with rows: the table itself on one node, the local tables in a cluster', () => {
  const text = '-- Why.\nalter table points modify setting a = 1\n;\n';
  expect(clickhouseStatements(text)).toEqual(['alter table points modify setting a = 1']);
  expect(clickhouseStatements(text, 'main')).toEqual([
    'alter table points_local on cluster main modify setting a = 1',
  ]);
});
