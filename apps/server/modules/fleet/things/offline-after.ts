import { HE_BAT, OFFLINE_AFTER_S } from '@voltloop/protocol';
import { type RawBuilder, sql } from 'kysely';

/** Times of models, s. */
const ofModels = [HE_BAT].flatMap(({ id, offlineAfter_s }) =>
  offlineAfter_s === undefined ? [] : [{ id, offlineAfter_s }],
);

const own = (thing: string) => sql.ref(`${thing}.offline_after_s`);
const ofTenant = (thing: string) =>
  sql`(select ot.offline_after_s from tenants ot where ot.id = ${sql.ref(`${thing}.tenant_id`)})`;

/**
 * SQL: after which silence a thing is offline, s: its own time, that of its tenant, that of its model, or the default
 * (docs/decisions/0108).
 * @param thing Alias of `things` in the query; never external input.
 */
export function offlineAfter_s(thing: string): RawBuilder<number> {
  const models = ofModels.map((m) => sql`when ${sql.lit(m.id)} then ${sql.lit(m.offlineAfter_s)}`);
  return sql<number>`coalesce(${own(thing)}, ${ofTenant(thing)},
    case ${sql.ref(`${thing}.info_model_id`)} ${sql.join(models, sql` `)} end, ${sql.lit(OFFLINE_AFTER_S)})`;
}

/** SQL: where {@link offlineAfter_s} of a thing is set. */
export const offlineAfterFrom = (thing: string): RawBuilder<'thing' | 'tenant' | 'model'> =>
  sql`case when ${own(thing)} is not null then 'thing' when ${ofTenant(thing)} is not null then 'tenant' else 'model' end`;
