import { chinaDay } from '@voltloop/resources/days.ts';
import { type RawBuilder, sql } from 'kysely';

/** The day that is asked about; what lies there after today nobody knows yet. */
export function dayAsked(now: Date, day: string | undefined): { day: string; past: boolean } {
  const today = chinaDay(now);
  return day === undefined || day >= today ? { day: today, past: false } : { day, past: true };
}

/**
 * What lay at places at the end of a day: `(place, item, condition, pieces, kg)`. Today's balances are read as they are
 * kept; from them a past day's follow by taking back the moves since.
 * @param places SQL of a set of place ids.
 */
export function lying(places: RawBuilder<unknown>, { day, past }: { day: string; past: boolean }) {
  const now = sql`
    select place_id as place, id as item, condition, 1 as pieces, booked_kg as kg from items where place_id in ${places}
    union all
    select place_id, lot_id, condition, pieces, kg from lot_balances where place_id in ${places}`;
  if (!past) return sql`(select * from (${now}) now where kg > 0 or pieces > 0)`;
  return sql`(
    select place, item, condition, sum(pieces)::int as pieces, sum(kg) as kg from (
      ${now}
      union all
      select to_place, item_id, to_condition, -coalesce(pieces, 0), -kg from moves
        where to_place in ${places} and day > ${day}::date
      union all
      select from_place, item_id, from_condition, coalesce(pieces, 0), kg from moves
        where from_place in ${places} and day > ${day}::date
    ) flows group by place, item, condition having sum(kg) <> 0 or sum(pieces) <> 0)`;
}
