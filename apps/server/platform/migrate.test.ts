import { expect, test } from 'vitest';
import { clickhouseStatements } from './migrate.ts';

test('a setting changes on the tables with rows: the table itself on one node, the local tables in a cluster', () => {
  const text = '-- Why.\nalter table points modify setting a = 1\n;\n';
  expect(clickhouseStatements(text)).toEqual(['alter table points modify setting a = 1']);
  expect(clickhouseStatements(text, 'main')).toEqual([
    'alter table points_local on cluster main modify setting a = 1',
  ]);
});

test('a column is changed on the local tables of a cluster and on the distributed ones', () => {
  expect(clickhouseStatements('alter table points add column if not exists a Int8\n;\n', 'main')).toEqual([
    'alter table points_local on cluster main add column if not exists a Int8',
    'alter table points on cluster main add column if not exists a Int8',
  ]);
});

test('in a cluster all rows of a thing are in one shard, and all rejects of a device', () => {
  const table = (name: string, order: string) =>
    `create table if not exists ${name} (\n  a Int8\n)\nengine = ENGINE(MergeTree)\norder by (${order})\n;\n`;
  const distributed = (text: string) => clickhouseStatements(text, 'main')[1];
  expect(distributed(table('points', 'thing, time'))).toContain(
    'engine = Distributed(main, currentDatabase(), points_local, thing)',
  );
  expect(distributed(table('rejects', 'devid, received'))).toContain(
    'engine = Distributed(main, currentDatabase(), rejects_local, cityHash64(devid))',
  );
});
