import { sql } from 'kysely';
import type { Trx } from '../../../platform/db.ts';

/**
 * The next number of a kind on a day: `RK20261122-0001`. The counter row is locked until the transaction ends, so
 * that numbers have no gaps: a rolled-back number is reused.
 */
export async function nextNumber(trx: Trx, tenantId: string, prefix: string, day: string): Promise<string> {
  const { rows } = await sql<{ last: number }>`
    insert into document_numbers as n (tenant_id, prefix, day, last) values (${tenantId}, ${prefix}, ${day}, 1)
      on conflict (tenant_id, prefix, day) do update set last = n.last + 1 returning last`.execute(trx);
  return `${prefix}${day.replaceAll('-', '')}-${String(rows[0]?.last).padStart(4, '0')}`;
}
