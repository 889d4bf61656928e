import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import { uncounted } from './places.ts';

/** Goods that by the moves were fewer than none at a place, from a day on. */
export interface NegativeDay {
  itemId: string;
  placeId: string;
  condition: string;
  /** The first such day. */
  day: string;
  /** The lowest balance, kg. */
  kg: string;
  /** The document of the last move out of the place on that day. */
  documentNo: string | null;
}

/**
 * Days with negative balances. Postings refuse them; ledgers from before they did may have some.
 * @param which a condition on `moves m`
 */
export async function negativeDays(
  db: Db | Trx,
  tenantId: string,
  which: RawBuilder<unknown> = sql`true`,
): Promise<NegativeDay[]> {
  const { rows } = await sql<NegativeDay>`
    with own as materialized (select * from moves m where tenant_id = ${tenantId} and ${which}),
    days as (
      select item, place, condition, day, sum(kg) as kg from (
        select item_id as item, to_place as place, to_condition as condition, day, kg from own
        union all select item_id, from_place, from_condition, day, -kg from own
      ) flows join places p on p.id = place and p.kind <> all(${[...uncounted]}::text[])
      group by 1, 2, 3, 4
    ), balances as (
      select *, sum(kg) over (partition by item, place, condition order by day) as balance from days
    ), negative as (
      select item, place, condition, min(day) as day, min(balance) as kg from balances where balance < 0
        group by 1, 2, 3
    )
    select item as "itemId", place as "placeId", condition, negative.day::text as day, trim_scale(kg)::text as kg, (
        select d.no from own m join documents d on d.id = m.document_id
          where m.item_id = item and m.from_place = place and m.day = negative.day order by m.seq desc limit 1
      ) as "documentNo"
      from negative order by negative.day, item, place, condition`.execute(db);
  return rows;
}
