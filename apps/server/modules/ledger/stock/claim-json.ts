import { sql } from 'kysely';

/** SQL: a claim `c` of the document `d` in the store `s` by the account `a`, as the calls return it. */
export const claimJson = sql`json_build_object('document', json_build_object('id', d.id, 'kind', d.kind, 'no', d.no),
  'store', s.name, 'kg', trim_scale(c.kg)::text, 'by', a.name,
  'at', (extract(epoch from c.claimed_at) * 1000)::float8, 'until', (extract(epoch from c.ends_at) * 1000)::float8)`;
