import type { WaitingDocument } from '@voltloop/contract';
import { rightOfStep } from '@voltloop/resource-kit';
import { documentKinds } from '@voltloop/resources/documents.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Core } from '../../records/resources/index.ts';

/** Maximum number of documents in a reply; the others are counted. */
const MOST = 200;

/** Submitted documents that the caller may approve: of kinds with that right, except their own; oldest first. */
export async function findWaiting(
  { services: { db } }: Core,
  { caller }: Ctx,
): Promise<{ list: WaitingDocument[]; total: number }> {
  const kinds = documentKinds
    .filter(
      ({ resource }) =>
        resource.life?.steps.approve && caller.rights.has(rightOfStep(resource, resource.life.steps.approve)),
    )
    .map(({ resource }) => resource.name);
  const { rows } = await sql<WaitingDocument & { total: number }>`
    select d.id, d.kind, d.preset, d.no, d.day::text as day, d.pieces, trim_scale(d.kg)::text as kg, s.name as store,
        coalesce(c.client_name, e.name) as party, a.name as "submittedBy",
        (extract(epoch from d.update_time) * 1000)::float8 as "submittedAt", count(*) over ()::int as total
      from documents d left join accounts a on a.id = d.submitted_by left join stores s on s.id = d.store_id
        left join customers c on c.id = d.customer_id left join enterprises e on e.id = d.enterprise_id
      where d.tenant_id = ${caller.tenantId} and d.deleted_at is null and d.status = 'submitted'
        and d.kind = any(${kinds}::text[]) and (${caller.accountId} in (d.submitted_by, d.create_user)) is not true
      order by d.update_time, d.id limit ${MOST}`.execute(db);
  return { list: rows.map(({ total: _all, ...document }) => document), total: rows[0]?.total ?? 0 };
}
