import type { ReplyOf, reverseTotal } from '@voltloop/contract';
import { chinaDay } from '@voltloop/resources/days.ts';
import { REVERSE_LIMIT_YUAN, yearUntil } from '@voltloop/resources/invoice/reverse-limit.ts';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/db.ts';

/** The sum of reverse invoices for a person in the 12 months up to this one. */
export async function readReverseTotal(
  db: Db,
  tenantId: string,
  clientId: string,
  now: Date,
): Promise<ReplyOf<typeof reverseTotal>> {
  const { from, to } = yearUntil(chinaDay(now));
  const { rows } = await sql<{ total: string }>`
    select trim_scale(coalesce(sum(i.net), 0))::text as total from invoices i
      where i.tenant_id = ${tenantId} and i.direction = 'reverse' and i.deleted_at is null
        and i.status in ('issued', 'credited') and to_char(i.issued_on, 'YYYY-MM') between ${from} and ${to}
        and i.client_id in (
          select c.id from customers own join customers c on c.tenant_id = own.tenant_id
              and (c.id = own.id or c.id_card = own.id_card)
            where own.tenant_id = ${tenantId} and own.id = ${clientId})`.execute(db);
  return { from, to, total: rows[0]?.total ?? '0', limit: REVERSE_LIMIT_YUAN };
}
