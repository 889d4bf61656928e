import type { StatisticsPeriod, StatisticsScope } from '@voltloop/contract';
import { sql } from 'kysely';
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
