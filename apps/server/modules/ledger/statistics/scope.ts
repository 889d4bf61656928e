import type * as contract from '@voltloop/contract';
import type { ReplyOf, StatisticsPeriod, StatisticsScope } from '@voltloop/contract';
import { chinaDay } from '@voltloop/resources/days.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { inNameOrder } from '../../../platform/name-order.ts';
import { stepOf } from './period.ts';

/**
 * The selected stores, with their site, enterprise and province, as `chosen`; deleted stores keep their past.
 */
export function chosenStores(tenantId: string, { storeId, siteId, enterpriseId, region }: StatisticsScope) {
  return sql`chosen as materialized (
    select s.id, s.name, r.id as site_id, r.name as site, e.id as enterprise_id, e.name as enterprise,
        left(r.region, 2) as region
      from stores s left join recycle_sites r on r.id = s.site_id left join enterprises e on e.id = r.enterprise_id
      where s.tenant_id = ${tenantId}
        ${storeId ? sql`and s.id = ${storeId}` : sql``}
        ${siteId ? sql`and r.id = ${siteId}` : sql``}
        ${enterpriseId ? sql`and e.id = ${enterpriseId}` : sql``}
        ${region ? sql`and left(r.region, 2) = ${region}` : sql``}
  )`;
}

/** Whether some stores are selected: moves between them and others then count as in and out. */
export const isNarrowed = ({ storeId, siteId, enterpriseId, region }: StatisticsScope): boolean =>
  Boolean(storeId || siteId || enterpriseId || region);

/** Flows of the selected stores, chemistry and month of entry: a `from` with the aliases `f` and `c`. */
export const chosenFlows = (
  tenantId: string,
  { chemistry, came }: StatisticsScope & { came?: string | undefined },
) => sql`
  stock_flows f join chosen c on c.id = f.store_id and f.tenant_id = ${tenantId}
    ${chemistry ? sql`and f.chemistry = ${chemistry}` : sql``}
    ${came ? sql`and f.came = ${`${came}-01`}::date` : sql``}`;

/** Flows of a period. */
export const within = ({ from, to }: StatisticsPeriod) => sql`f.day between ${from}::date and ${to}::date`;

/** The days or months of a period as `slots`, including empty ones, and the step between them. */
export function slotsOf(period: StatisticsPeriod) {
  const step = sql.lit(stepOf(period));
  const slots = sql`slots as (
      select slot::date as day from generate_series(date_trunc(${step}, ${period.from}::date), ${period.to}::date,
        ('1 ' || ${step})::interval) slot
    )`;
  return { step, slots };
}

/** A sum of kilograms as text, without trailing zeros. */
export const kgOf = (expression: ReturnType<typeof sql>) => sql`trim_scale(coalesce(${expression}, 0))::text`;
export const countOf = (expression: ReturnType<typeof sql>) => sql`coalesce(${expression}, 0)::int`;

/** The values by which statistics can be narrowed. */
export async function findScopes(db: Db, ctx: Ctx): Promise<ReplyOf<typeof contract.findStatisticsScopes>> {
  const { rows } = await sql<{
    id: string;
    name: string;
    site_id: string | null;
    site: string | null;
    enterprise_id: string | null;
    enterprise: string | null;
    region: string | null;
  }>`with ${chosenStores(ctx.caller.tenantId, {})} select * from chosen order by ${inNameOrder(sql`name`)}, id`.execute(
    db,
  );
  const named = (pairs: [string | null, string | null][]) =>
    [...new Map(pairs.filter(([id]) => id !== null))].map(([id, name]) => ({
      id: id as string,
      name: name ?? '',
    }));
  return {
    today: chinaDay(ctx.now),
    stores: named(rows.map(({ id, name }) => [id, name])),
    sites: named(rows.map(({ site_id, site }) => [site_id, site])),
    enterprises: named(rows.map(({ enterprise_id, enterprise }) => [enterprise_id, enterprise])),
    regions: [...new Set(rows.flatMap(({ region }) => region ?? []))].sort(),
  };
}
