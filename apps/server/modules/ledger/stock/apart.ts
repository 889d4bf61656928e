import { type RawBuilder, sql } from 'kysely';

/**
 * SQL: whether a part is elsewhere than its whole, or ended otherwise. Only possible from before the ledger: a part
 * that has moved with its whole since then is inside it.
 * @param part row of batteries, with `whole` the one that it is part of
 */
export const isApart = (part: RawBuilder<unknown>, whole: RawBuilder<unknown>) => sql`(
  ${part}.moved_on is null and (
    ${part}.store_id is not null and (${part}.store_id, ${part}.location, ${part}.state)
      is distinct from (${whole}.store_id, ${whole}.location, ${whole}.state)
    or ${part}.state in ('sold', 'scrapped', 'recycled') and ${part}.state <> ${whole}.state))`;
