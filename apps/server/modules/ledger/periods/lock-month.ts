import { sql } from 'kysely';
import type { Trx } from '../../../platform/db.ts';

/**
 * Keeps the month of a business day open until the transaction ends; closing it waits.
 * @returns whether it is already closed
 */
export async function lockMonth(trx: Trx, tenantId: string, day: string): Promise<boolean> {
  const month = `${day.slice(0, 7)}-01`;
  await sql`insert into periods (tenant_id, month) values (${tenantId}, ${month}) on conflict do nothing`.execute(
    trx,
  );
  const { rows } = await sql<{ closed: boolean }>`select closed_at is not null as closed from periods
    where tenant_id = ${tenantId} and month = ${month} for share`.execute(trx);
  return rows[0]?.closed === true;
}
