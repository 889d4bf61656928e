import { chinaDay } from '@voltloop/resources/days.ts';
import { type RawBuilder, sql } from 'kysely';

/** The requested day, today at the latest: later stock is unknown. */
export function requestedDay(now: Date, day: string | undefined): { day: string; past: boolean } {
  const today = chinaDay(now);
  return day === undefined || day >= today ? { day: today, past: false } : { day, past: true };
}

/**
 * The stock of places at the end of a day: `(place, item, chemistry, condition, pieces, kg)`. Today's balances are
 * stored; those of a past day result from reversing the moves since.
 * @param places SQL of a set of place ids
 */
export function stockAt(places: RawBuilder<unknown>, { day, past }: { day: string; past: boolean }) {
  const now = sql`
    select place_id as place, id as item, chemistry, condition, 1 as pieces, booked_kg as kg
      from items where place_id in ${places}
    union all
    select b.place_id, b.lot_id, i.chemistry, b.condition, b.pieces, b.kg
      from lot_balances b join items i on i.id = b.lot_id where b.place_id in ${places}`;
  if (!past) return sql`(select * from (${now}) now where kg > 0 or pieces > 0)`;
  return sql`(
    select place, item, chemistry, condition, sum(pieces)::int as pieces, sum(kg) as kg from (
      ${now}
      union all
      select m.to_place, m.item_id, i.chemistry, m.to_condition, -coalesce(m.pieces, 0), -m.kg
        from moves m join items i on i.id = m.item_id where m.to_place in ${places} and m.day > ${day}::date
      union all
      select m.from_place, m.item_id, i.chemistry, m.from_condition, coalesce(m.pieces, 0), m.kg
        from moves m join items i on i.id = m.item_id where m.from_place in ${places} and m.day > ${day}::date
    ) flows group by place, item, chemistry, condition having sum(kg) <> 0 or sum(pieces) <> 0)`;
}
