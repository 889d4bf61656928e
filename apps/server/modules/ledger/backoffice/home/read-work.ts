import type * as contract from '@voltloop/contract';
import type { QueryOf, ReplyOf } from '@voltloop/contract';
import { type Resource, rightOf, rightOfStep } from '@voltloop/resource-kit';
import { collection } from '@voltloop/resources/collection/collection.resource.ts';
import { CHINA } from '@voltloop/resources/days.ts';
import { documentKinds } from '@voltloop/resources/documents.ts';
import { testReport } from '@voltloop/resources/test-report/test-report.resource.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Db } from '../../../../platform/db.ts';

type Work = ReplyOf<typeof contract.backofficeWork>;
type Query = QueryOf<typeof contract.backofficeWork>;

/** Submitted documents are on the approvals page; declined quotations wait for the other side. */
const HANDLED_ELSEWHERE: ReadonlySet<string> = new Set(['submitted', 'declined', 'posted']);

/** States from which the caller may advance a record. */
function openStates({ caller: { rights } }: Ctx, resource: Resource): string[] {
  if (!rights.has(rightOf(resource))) return [];
  const from = Object.values(resource.life?.steps ?? {})
    .filter((step) => !step.danger && rights.has(rightOfStep(resource, step)))
    .flatMap((step) => step.from.map(String));
  return [...new Set(from)].filter((state) => !HANDLED_ELSEWHERE.has(state));
}

/** The number of waiting records of one kind. */
interface OfKind {
  resource: string;
  count: number;
  own: number;
  drafts: number;
}

/** A page of the records on which the caller may take a step: own ones first, then the oldest. */
export async function readWork(db: Db, ctx: Ctx, { page, size, resource, of }: Query): Promise<Work> {
  const open = openRecords(ctx);
  const { rows: kinds } = await sql<OfKind>`
    with open as (${open})
    select resource, count(*)::int as count, (count(*) filter (where own))::int as own,
        (count(*) filter (where own and status in ('draft', 'returned')))::int as drafts
      from open group by resource order by count(*) desc, resource`.execute(db);
  const narrowed = kinds.filter((each) => resource === undefined || each.resource === resource);
  const total = sum(narrowed, of === 'own' ? 'own' : 'count');
  const { rows: list } = await sql<Work['list'][number]>`
    with open as (${open})
    select resource, id, no, status, day::text as day, own, about from open
      where (${resource ?? null}::text is null or resource = ${resource ?? null}) and (own or ${of === 'all'})
      order by own desc, open.day, id limit ${size} offset ${(page - 1) * size}`.execute(db);
  return {
    drafts: sum(kinds, 'drafts'),
    counts: kinds.find((each) => each.resource === 'stockTake')?.count ?? 0,
    total,
    kinds: kinds.map(({ resource: name, count }) => ({ resource: name, count })),
    list,
  };
}

const sum = (kinds: readonly OfKind[], name: 'count' | 'own' | 'drafts') =>
  kinds.reduce((all, each) => all + each[name], 0);

/** All records that wait for the caller. */
function openRecords(ctx: Ctx) {
  const { tenantId, accountId } = ctx.caller;
  const pairs = documentKinds.flatMap(({ resource }) =>
    openStates(ctx, resource).map((state) => ({ kind: resource.name, state })),
  );
  return sql`
      select d.kind as resource, d.id, d.no, d.status, d.day, coalesce(d.create_user = ${accountId}, false) as own,
          coalesce(s.name, e.name, c.client_name) as about
        from documents d left join stores s on s.id = coalesce(d.store_id, d.to_store_id)
          left join enterprises e on e.id = d.enterprise_id left join customers c on c.id = d.customer_id
        where d.tenant_id = ${tenantId} and d.deleted_at is null and d.status in ('draft', 'returned', 'approved')
          and (d.kind, d.status) in (select * from unnest(${pairs.map(({ kind }) => kind)}::text[],
            ${pairs.map(({ state }) => state)}::text[]))
      union all
      select 'testReport', r.id, r.no, r.status, r.test_day, coalesce(r.create_user = ${accountId}, false), r.battery_code
        from test_reports r
        where r.tenant_id = ${tenantId} and r.deleted_at is null and r.status = any(${openStates(ctx, testReport)}::text[])
      union all
      select 'collection', k.id, k.no, k.status, (k.create_time at time zone ${CHINA})::date,
          coalesce(k.create_user = ${accountId}, false), w.name
        from collections k left join recycle_sites w on w.id = k.site_id
        where k.tenant_id = ${tenantId} and k.deleted_at is null and k.status = any(${openStates(ctx, collection)}::text[])`;
}
