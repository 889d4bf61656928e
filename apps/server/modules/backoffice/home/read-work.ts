import type * as contract from '@voltloop/contract';
import type { ReplyOf } from '@voltloop/contract';
import { type Resource, rightOf, rightOfStep } from '@voltloop/resource-kit';
import { collection } from '@voltloop/resources/collection/collection.resource.ts';
import { CHINA } from '@voltloop/resources/days.ts';
import { documentKinds } from '@voltloop/resources/documents.ts';
import { testReport } from '@voltloop/resources/test-report/test-report.resource.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';

type Work = ReplyOf<typeof contract.backofficeWork>;

const FIRST = 6;
/** Submitted documents are on the page of approvals; what was declined waits for the other side. */
const ELSEWHERE: ReadonlySet<string> = new Set(['submitted', 'declined', 'posted']);

/** States from which the caller may lead a record on. */
function openStates({ caller: { rights } }: Ctx, resource: Resource): string[] {
  if (!rights.has(rightOf(resource))) return [];
  const from = Object.values(resource.life?.steps ?? {})
    .filter((step) => !step.danger && rights.has(rightOfStep(resource, step)))
    .flatMap((step) => step.from.map(String));
  return [...new Set(from)].filter((state) => !ELSEWHERE.has(state));
}

/** What waits for the caller: records that it may take a step on, its own first, then the oldest. */
export async function readWork(db: Db, ctx: Ctx): Promise<Work> {
  const { tenantId, accountId } = ctx.caller;
  const pairs = documentKinds.flatMap(({ resource }) =>
    openStates(ctx, resource).map((state) => ({ kind: resource.name, state })),
  );
  const mayCount = pairs.some(({ kind }) => kind === 'stockTake');
  const { rows } = await sql<Work['list'][number] & { total: number; drafts: number; counts: number }>`
    with open as (
      select d.kind as resource, d.id, d.no, d.status, d.day, d.create_user, coalesce(s.name, e.name, c.client_name) as about
        from documents d left join stores s on s.id = coalesce(d.store_id, d.to_store_id)
          left join enterprises e on e.id = d.enterprise_id left join customers c on c.id = d.customer_id
        where d.tenant_id = ${tenantId} and d.deleted_at is null and d.status in ('draft', 'returned', 'approved')
          and (d.kind, d.status) in (select * from unnest(${pairs.map(({ kind }) => kind)}::text[],
            ${pairs.map(({ state }) => state)}::text[]))
      union all
      select 'testReport', r.id, r.no, r.status, r.test_day, r.create_user, r.battery_code from test_reports r
        where r.tenant_id = ${tenantId} and r.deleted_at is null and r.status = any(${openStates(ctx, testReport)}::text[])
      union all
      select 'collection', k.id, k.no, k.status, (k.create_time at time zone ${CHINA})::date, k.create_user, w.name
        from collections k left join recycle_sites w on w.id = k.site_id
        where k.tenant_id = ${tenantId} and k.deleted_at is null and k.status = any(${openStates(ctx, collection)}::text[])
    )
    select resource, id, no, status, day::text as day, coalesce(create_user = ${accountId}, false) as own, about,
        count(*) over ()::int as total,
        (count(*) filter (where create_user = ${accountId} and status in ('draft', 'returned')) over ())::int as drafts,
        (count(*) filter (where resource = 'stockTake') over ())::int as counts
      from open order by own desc, day, id limit ${FIRST}`.execute(db);
  return {
    drafts: rows[0]?.drafts ?? 0,
    counts: mayCount ? (rows[0]?.counts ?? 0) : 0,
    total: rows[0]?.total ?? 0,
    list: rows.map(({ total: _total, drafts: _drafts, counts: _counts, ...row }) => row),
  };
}
