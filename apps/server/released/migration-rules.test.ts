import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readHead } from './copy.ts';
import { breaks } from './migration-rules.ts';

const db = join(import.meta.dirname, '../../../db');
const text = (name: string) => readFileSync(join(db, 'postgres', name), 'utf8');

describe('what nodes of the version before would not survive', () => {
  test.each([
    ['drop table old_things;', 'drops a table'],
    ['alter table things drop column devname;', 'drops a column'],
    ['alter table things rename column devname to name;', 'renames'],
    ['alter table things rename to devices;', 'renames'],
    ['alter table things rename devname to name;', 'renames'],
    ['alter table things alter column devname type varchar(10);', 'changes the type of a column'],
    ['alter table things alter devname set data type text;', 'changes the type of a column'],
    ['alter table things alter column note set not null;', 'makes a column required'],
    ['alter table things alter column devtype drop default;', 'takes a default away'],
    ['alter table things\n  add column note text not null;', 'adds a required column without a default'],
    [
      "alter table things add column a int not null default 1, add column b text not null check (b <> '');",
      'adds a required column without a default',
    ],
  ])('%s', (sql, what) => expect(breaks(sql)).toEqual([what]));
});

test.each([
  'create table notes (id uuid primary key, text text not null);',
  'create table notes (id int);\nalter table notes add column b text not null;',
  'alter table things add column note text;',
  "alter table things add column note text not null default '', add column n int default 0 not null;",
  'alter table things alter column note drop not null;',
  'create index things_note on things (note);\n-- drop table things;',
  'create function f() returns void language plpgsql as $$ begin drop table t; end $$;',
  'alter table t drop constraint t_check, add constraint t_check check (a in (1, 2));',
  '-- contract: nothing reads devname since 0.2.0\nalter table things drop column devname;',
])('what they do not notice: %s', (sql) => expect(breaks(sql)).toEqual([]));

describe.each(readdirSync(join(db, 'released')))('after the release of %s', async (file) => {
  const { migrations } = await readHead(join(db, 'released', file));
  test.each(migrations)('$name is as it was released', ({ name, hash }) => {
    expect(createHash('sha256').update(text(name)).digest('hex')).toBe(hash);
  });
  test('later migrations let its nodes run on', () => {
    const released = new Set(migrations.map(({ name }) => name));
    const later = readdirSync(join(db, 'postgres')).filter((name) => !released.has(name));
    const found = later.map((name) => ({ name, breaks: breaks(text(name)) }));
    expect(found.filter((f) => f.breaks.length > 0)).toEqual([]);
  });
});
