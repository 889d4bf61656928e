import { sql } from 'kysely';
import { batteryStateAt } from './battery-state.ts';
import { hasNeverLeft } from './never-left.ts';
import type { PlaceKind } from './places.ts';

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
