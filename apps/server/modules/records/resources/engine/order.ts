import { hasNotation, type Resource } from '@voltloop/resource-kit';
import { type RawBuilder, sql } from 'kysely';
import { inNameOrder } from '../../../../platform/name-order.ts';
import { type Choice, kindOf, personalFieldError } from './filters.ts';
import { column } from './table.ts';

/**
 * The order of a list, first key first; the id at the end makes it total.
 *
 * Written so that an index `(tenant_id, <key>, <default order>, id) where deleted_at is null` serves both directions:
 * descending is the same scan backwards.
 */
export interface Order {
  keys: readonly { column: RawBuilder<unknown>; down: boolean }[];
  /** The first key may be null; such rows come last in both directions. */
  gaps: boolean;
  /** The first key is the creation time of a row. */
  byTime: boolean;
}

/** Columns of every row. */
const always = new Set(['createTime', 'updateTime']);

/**
 * The requested order of a list: a column, then the list's default order, reversed for descending. @throws validation
 */
export function orderOf(resource: Resource, choice: Choice): Order {
  const own = resource.list.sort;
  const ownDown = own.desc === true;
  const field = choice.sort ?? own.field;
  kindOf(resource, field, 'sort');
  if (choice.maskPersonal && resource.fields[field]?.personal) throw personalFieldError(field, 'sort');
  const down = choice.sort ? choice.order === 'desc' : ownDown;
  const { required, when, or } = resource.fields[field] ?? {};
  const whole = required && !when && !or;
  const gaps = !always.has(field) && !whole && resource.life?.field !== field;
  const byTime = field === 'createTime';
  const id = sql.ref('t.id');
  if (field === own.field) {
    return {
      gaps,
      byTime,
      keys: [
        { column: sortable(resource, field), down },
        { column: id, down: down !== ownDown },
      ],
    };
  }
  const behind = { column: sortable(resource, own.field), down: ownDown !== down };
  return { gaps, byTime, keys: [{ column: sortable(resource, field), down }, behind, { column: id, down }] };
}

/** Names and other free texts in the order of names; codes by their characters. */
function sortable({ fields }: Resource, name: string): RawBuilder<unknown> {
  const field = fields[name];
  return field?.kind === 'text' && !hasNotation(field) ? inNameOrder(column(name)) : column(name);
}

/** For ORDER BY. With `nullsAnyhow` as the index has it: only valid where rows without a value are excluded. */
export function orderSql({ keys, gaps }: Order, nullsAnyhow = false): RawBuilder<unknown> {
  const parts = keys.map(({ column, down }, i) => {
    if (!down) return sql`${column}`;
    return i === 0 && gaps && !nullsAnyhow ? sql`${column} desc nulls last` : sql`${column} desc`;
  });
  return sql.join(parts);
}

/** The same order from the other end. */
export const reversed = (order: Order): Order => ({
  ...order,
  keys: order.keys.map(({ column, down }) => ({ column, down: !down })),
});
