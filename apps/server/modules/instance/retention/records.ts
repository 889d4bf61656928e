import { sql } from 'kysely';
import type { Trx } from '../../../platform/db.ts';

/** Rows deleted in one transaction. */
export const AT_ONCE = 2000;

/**
 * Deletes events of a tenant that ended before a moment, oldest first, with their notifications and geofence alarms.
 * Active events stay, and so do events with pending notifications.
 * @returns the number of deleted events
 */
export async function removeEvents(trx: Trx, tenantId: string, before: Date): Promise<number> {
  const result = await sql`
    delete from events where id in (
      select e.id from events e
      where e.tenant_id = ${tenantId} and e.begin_time < ${before} and e.state = 2
        and coalesce(e.end_time, e.begin_time) < ${before}
        and not exists (select from notification_items i where i.event_id = e.id and i.message_id is null)
      order by e.begin_time limit ${AT_ONCE} for update of e skip locked)`.execute(trx);
  return Number(result.numAffectedRows ?? 0n);
}

/**
 * Deletes commands of a tenant that were sent before a moment and have ended, oldest first. Commands of active
 * parameter jobs stay; finished jobs lose their reference.
 * @returns the number of deleted commands
 */
export async function removeCommands(trx: Trx, tenantId: string, before: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select c.id from commands c join things t on t.id = c.thing_id and t.tenant_id = ${tenantId}
    where c.created_at < ${before} and c.state in ('answered', 'failed', 'expired')
      and coalesce(c.answered_at, c.expires_at) < ${before}
      and not exists (select from param_jobs j where j.command_id = c.id
        and j.state in ('waiting', 'reading', 'sent', 'checking'))
    order by c.created_at limit ${AT_ONCE} for update of c skip locked`.execute(trx);
  if (rows.length === 0) return 0;
  const ids = sql`${rows.map(({ id }) => id)}::uuid[]`;
  await sql`update param_jobs set command_id = null where command_id = any(${ids})`.execute(trx);
  await sql`delete from commands where id = any(${ids})`.execute(trx);
  return rows.length;
}
