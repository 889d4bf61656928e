import type pg from 'pg';
import type { Answer } from './manifest.ts';

/** Queries to compare PostgreSQL before and after; a backup of an older version may lack some. */
const questions: Record<string, string> = {
  'accounts, by role':
    "select string_agg(role_id || ': ' || n, ', ' order by role_id) as a from (select role_id, count(*) n from accounts group by 1) x",
  'devices, and the greatest key': "select concat_ws(', ', count(*), max(key)) as a from things",
  'newest event, and how many':
    "select concat_ws(', ', max(begin_time) at time zone 'UTC', count(*)) as a from events",
  'commands, by state':
    "select string_agg(state || ': ' || n, ', ' order by state) as a from (select state, count(*) n from commands group by 1) x",
  'newest entry of the audit trail and its hash':
    "select concat_ws(', ', seq, encode(hash, 'hex')) as a from audit order by seq desc limit 1",
  'kilograms moved, by month':
    "select string_agg(m || ': ' || kg, ', ' order by m) as a from (select to_char(day, 'YYYY-MM') m, sum(kg) kg from moves group by 1) x",
  'uploaded files, their bytes and digests':
    "select concat_ws(', ', count(*), sum(size_bytes), md5(string_agg(encode(sha256, 'hex'), '' order by id))) as a from files",
};

/** Of databases that have the chains of 0360_audit_chains.sql. */
const ofChains = {
  'newest entries of the chains of the audit trail':
    "select concat_ws(', ', count(*), md5(string_agg(concat_ws(' ', n.chain, a.seq, encode(a.hash, 'hex')), '' order by a.seq))) as a from (select chain, max(seq) as seq from audit group by chain) n join audit a on a.seq = n.seq",
};

export async function answersOf(client: pg.Client): Promise<Answer[]> {
  const { rowCount } = await client.query(
    "select from pg_attribute where attrelid = 'audit'::regclass and attname = 'chain'",
  );
  const answers: Answer[] = [];
  for (const [question, sql] of Object.entries({ ...questions, ...(rowCount ? ofChains : {}) })) {
    const { rows } = await client.query<{ a: string | null }>(sql);
    answers.push({ question, answer: String(rows[0]?.a ?? '') });
  }
  return answers;
}
