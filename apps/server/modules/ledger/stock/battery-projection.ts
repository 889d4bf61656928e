import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../platform/db.ts';
import { batteryStateAt } from './battery-state.ts';
import type { PlaceKind } from './places.ts';
import { hasNeverLeft, isApart } from './sql-fragments.ts';

const kinds: readonly PlaceKind[] = [
  'location',
  'vehicle',
  'production',
  'transit',
  'outside',
  'difference',
  'opening',
  'recycled',
];
const conditions = ['available', 'hold', 'test', 'scrapped'];

/** {@link batteryStateAt} as a table: the same rule for SQL that compares a million batteries. */
const states = JSON.stringify(
  kinds.flatMap((kind) =>
    ['customer/', ''].flatMap((key) =>
      conditions.map((condition) => ({
        kind,
        customer: key !== '',
        condition,
        state: batteryStateAt({ kind, key }, condition),
      })),
    ),
  ),
);

/**
 * SQL, of a recursive query: the expected values of batteries by `id`: moved ones by their last move, parts by their
 * whole.
 */
export const expectedBatteries = (tenantId: string) => sql`
  last_moves as (
    select id, place_id as to_place, condition as to_condition
      from items where tenant_id = ${tenantId} and kind = 'coded' and move_n > 0
  ),
  state_at as (
    select * from json_to_recordset(${states}::json) as s(kind text, customer boolean, condition text, state text)
  ),
  moved_expected as (
    select l.id, p.store_id, nullif(p.code, '') as location,
        case when p.kind = 'inside' and p.key <> l.id::text then p.key::uuid end as parent_id,
        case when (p.kind = 'opening' or p.kind = 'inside' and p.key = l.id::text
            or ${hasNeverLeft(sql`l.id`, sql`p.kind`)})
          then case when b.vehicle_id is null then 'registered' else 'in_use' end else s.state end as state
      from last_moves l join places p on p.id = l.to_place join batteries b on b.id = l.id and b.deleted_at is null
        left join state_at s on s.kind = p.kind and s.customer = (p.key like 'customer/%')
          and s.condition = l.to_condition
  ),
  part_of as (
    select id, parent_id from moved_expected where parent_id is not null
    union all
    -- A part that has not moved moves with its whole, once that is in the ledger.
    select b.id, b.parent_id from batteries b
      where b.tenant_id = ${tenantId} and b.deleted_at is null and b.parent_id is not null and b.moved_on is not null
        and not exists (select 1 from last_moves l where l.id = b.id)
  ),
  battery_expected as (
    select id, state, store_id, location, parent_id from moved_expected where parent_id is null
    union all
    select p.id, w.state, w.store_id, w.location, w.id from battery_expected w join part_of p on p.parent_id = w.id
  )`;

/**
 * Levels below a whole: an echelon product of an echelon product, whose parts are a pack, its modules and their cells.
 * No tree is that deep; the limit ends the recursion of an invalid one.
 */
const MAX_DEPTH = 12;

/**
 * State, store, location and whole of moved batteries and of their contents. Items taken out of a battery are no
 * longer part of it; items put back are where it is. Parts are read whole by whole, and rows by their ids: their
 * number cannot be estimated, and a hash join would read all batteries for a few of them.
 * @param given the moves as a table `m`
 * @param parts items that are taken out of others, and whether items return into one
 */
export async function projectBatteries(
  trx: Trx,
  given: RawBuilder<unknown>,
  { day, now }: { day: string; now: Date },
  parts: { taken: readonly string[]; returns: boolean },
): Promise<void> {
  const project = (roots: RawBuilder<unknown>) =>
    sql`with recursive down as (
        ${roots}
        union all
        select part.id, down.state, down.store, down.location, down.depth + 1
          from down cross join lateral (
            select b.id from batteries w join batteries b on b.parent_id = w.id
              where w.id = down.id and b.deleted_at is null and not ${isApart(sql`b`, sql`w`)} offset 0) part
          where down.depth < ${MAX_DEPTH}
      )
      update batteries b set state = down.state, store_id = down.store, location = down.location,
          moved_on = ${day}::date, update_time = ${now}, version = b.version + 1
        from down where b.id = down.id and b.id = any(array(select id from down))`.execute(trx);
  if (parts.taken.length > 0)
    await sql`update batteries set parent_id = null where id = any(${[...parts.taken]}::uuid[])`.execute(trx);
  await project(sql`select b.id, case when m.state = 'registered' and b.vehicle_id is not null then 'in_use' else m.state end
      as state, m.store, m.location, 0 as depth
    from ${given} join batteries b on b.id = m.item where m.last and m.state is not null`);
  if (!parts.returns) return;
  await sql`update batteries b set parent_id = m.whole from ${given}
    where b.id = m.item and m.last and m.whole is not null`.execute(trx);
  await project(sql`select m.item as id, w.state, w.store_id as store, w.location, 0 as depth
    from ${given} join batteries w on w.id = m.whole where m.last`);
}
