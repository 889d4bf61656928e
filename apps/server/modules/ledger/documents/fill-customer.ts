import type { DocumentKind } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { lastValidMove } from '../stock/index.ts';
import { type Document, presetOf } from './document.ts';

/**
 * Fills in the missing customer of a return: the one who received the last delivery of the first of its batteries.
 * @returns whether a customer was filled in
 */
export async function fillCustomer(
  trx: Trx,
  ctx: Ctx,
  kind: DocumentKind,
  document: Document,
  lines: readonly Readonly<Record<string, unknown>>[],
): Promise<boolean> {
  if (presetOf(kind, document)?.trades !== 'return' || document.customer_id != null) return false;
  const codes = lines.flatMap(({ code }) => (typeof code === 'string' ? [code] : []));
  if (codes.length === 0) return false;
  const { rows } = await sql<{ id: string }>`select d.customer_id as id
    from batteries b join items i on i.id = b.id
      join ${lastValidMove} on true
      join document_lines l on l.id = m.line_id join deliveries d on d.id = l.delivery_id
      join customers c on c.id = d.customer_id and c.deleted_at is null
    where b.tenant_id = ${ctx.caller.tenantId} and b.battery_code = any(${codes}::text[]) and b.deleted_at is null
      and d.document_id = m.document_id and not d.voided
    order by array_position(${codes}::text[], b.battery_code) limit 1`.execute(trx);
  const [customer] = rows;
  if (!customer) return false;
  await sql`update documents set customer_id = ${customer.id}, version = version + 1, update_time = ${ctx.now}
    where id = ${document.id}`.execute(trx);
  await audit(trx, ctx, {
    action: `${kind.resource.name}.update`,
    objectType: kind.resource.name,
    objectId: document.id,
    details: { changes: { customerId: { from: null, to: customer.id } } },
  });
  return true;
}
