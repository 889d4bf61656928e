import { sql } from 'kysely';

/**
 * SQL: the mass of the goods of a line `l` in kg, as text. Of a battery, the mass that its document booked, with later
 * corrections, but not its mass after parts were taken out, or after it left and came in again.
 */
export const reportedMass = sql`trim_scale(coalesce((
  select booked.kg
    from (select max(n) as n from moves where item_id = l.item_id and line_id = l.id) own
      cross join lateral (
        select m.kg from moves m
          where m.item_id = l.item_id and m.n >= own.n and not exists (
            select from moves x join places p on p.id = x.from_place
                join documents d on d.id = x.document_id and d.status = 'posted' and d.reverses_id is null
              where x.item_id = m.item_id and x.n > own.n and x.n <= m.n
                and (p.kind = 'outside' or (p.kind = 'inside' and p.key = x.item_id::text)))
          order by m.n desc limit 1
      ) booked
), l.kg))::text`;
