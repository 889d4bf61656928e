import { sql } from 'kysely';
import type { Trx } from '../../../platform/db.ts';

export interface Membership {
  id: string;
  siteId: string;
  siteName: string;
  since: Date;
  until: Date | null;
}

/** Memberships of a device that last beyond a given time, earliest first. */
export async function membershipsAfter(trx: Trx, thingId: string, at: Date): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    select d.id, d.site_id as "siteId", s.name as "siteName", d.since, d.until
    from site_devices d join sites s on s.id = d.site_id
    where d.thing_id = ${thingId}::uuid and (d.until is null or d.until > ${at}) and d.until is distinct from d.since
    order by d.since`.execute(trx);
  return rows;
}

/** The current membership of a device in a site. */
export async function presentAt(trx: Trx, siteId: string, devid: string) {
  const { rows } = await sql<{ id: string; thingId: string; devid: string; since: Date }>`
    select d.id, t.id as "thingId", t.devid, d.since from site_devices d join things t on t.id = d.thing_id
    where d.site_id = ${siteId}::uuid and d.until is null and (t.devid = ${devid} or t.id::text = lower(${devid}))
    for update of d`.execute(trx);
  return rows[0];
}

export async function insertMembership(
  trx: Trx,
  m: { siteId: string; thingId: string; since: Date; by: string },
): Promise<void> {
  await sql`
    insert into site_devices (site_id, thing_id, since, added_by)
    values (${m.siteId}, ${m.thingId}, ${m.since}, ${m.by})`.execute(trx);
}

export async function endMembership(trx: Trx, id: string, until: Date, by: string): Promise<void> {
  await sql`update site_devices set until = ${until}, removed_by = ${by} where id = ${id}`.execute(trx);
}

/** Ends the current membership of a device, in any site. */
export async function endPresent(
  trx: Trx,
  thingIds: readonly string[],
  until: Date,
  by: string,
): Promise<void> {
  await sql`update site_devices set until = greatest(since, ${until}::timestamptz), removed_by = ${by}::uuid
    where until is null and thing_id = any(${[...thingIds]}::uuid[])`.execute(trx);
}
