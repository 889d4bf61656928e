import { HE_BAT, OFFLINE_AFTER_S } from '@voltloop/protocol';
import { type RawBuilder, sql } from 'kysely';

const own = (thing: string) => sql.ref(`${thing}.offline_after_s`);
const ofTenant = (thing: string) =>
  sql`(select ot.offline_after_s from tenants ot where ot.id = ${sql.ref(`${thing}.tenant_id`)})`;

/** The case spares devices of the server's model the search for one of their tenant. */
const ofModel = (thing: string) =>
  sql`case ${sql.ref(`${thing}.info_model_id`)} when ${sql.lit(HE_BAT.id)} then ${sql.lit(HE_BAT.offlineAfter_s ?? null)}::int else (
    select (ov.document->>'silence_s')::int from device_models om
      join device_model_versions ov on ov.model_id = om.id and ov.state = 'active'
    where om.tenant_id = ${sql.ref(`${thing}.tenant_id`)} and om.name = ${sql.ref(`${thing}.info_model_id`)}) end`;

/**
 * SQL: after which silence a thing is offline, s: its own time, that of its tenant, that of its model, or the default
 * (docs/decisions/0108).
 * @param thing Alias of `things` in the query; never external input.
 */
export function offlineAfter_s(thing: string): RawBuilder<number> {
  return sql<number>`coalesce(${own(thing)}, ${ofTenant(thing)}, ${ofModel(thing)}, ${sql.lit(OFFLINE_AFTER_S)})`;
}

/** SQL: where {@link offlineAfter_s} of a thing is set. */
export const offlineAfterFrom = (thing: string): RawBuilder<'thing' | 'tenant' | 'model'> =>
  sql`case when ${own(thing)} is not null then 'thing' when ${ofTenant(thing)} is not null then 'tenant' else 'model' end`;
