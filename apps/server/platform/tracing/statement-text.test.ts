import { expect, test } from 'vitest';
import { statementText } from './statement-text.ts';

test.each([
  ["select * from things where devid = 'HB-1' and n > 12", 'select * from things where devid = ? and n > ?'],
  ["select 'it''s; -- no comment' as a", 'select ? as a'],
  ["select e'a\\'b' || $$secret$$ || $tag$more$tag$", 'select ? || ? || ?'],
  ['select $1, $12 from t1 limit 20', 'select $1, $12 from t1 limit ?'],
  ['/* prepared */\n  select 1.5e3, x2 -- why\nfrom t', 'select ?, x2 from t'],
  ['set lock_timeout = -5', 'set lock_timeout = -?'],
])('%s is shown without values and comments', (sql, text) => {
  expect(statementText(sql).text).toBe(text);
});

test.each([
  ['select a from "things" t', 'SELECT things'],
  ['insert into audit (a) select b from c', 'INSERT audit'],
  ['update only events set a = 1', 'UPDATE events'],
  ['delete from sessions where a = 1', 'DELETE sessions'],
  ['with due as (select id from jobs) update jobs set a = 1', 'UPDATE jobs'],
  ['with c as (select 1), w as (insert into x values (1) returning *) select * from w', 'SELECT w'],
  ['begin', 'BEGIN'],
  ['select 1', 'SELECT'],
])('%s is summarised as %s', (sql, summary) => {
  expect(statementText(sql).summary).toBe(summary);
});
