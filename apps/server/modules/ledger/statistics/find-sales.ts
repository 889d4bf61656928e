import type * as contract from '@voltloop/contract';
import type { QueryOf, SalesStatistics, StatisticsPeriod, StatisticsScope } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import { type Db, oneRow } from '../../../platform/db.ts';
import { checkPeriod, periodBefore } from './period.ts';
import { chosenFlows, chosenStores, countOf, kgOf, slotsOf, within } from './scope.ts';

/** Customers and goods that are named; the rest is in the totals. */
const MOST = 20;

type Sold = SalesStatistics['total'];

/** Sales: pieces and mass by the ledger, money by deliveries, minus returns. @throws validation */
export async function findSales(
  db: Db,
  ctx: Ctx,
  { from, to, ...scope }: QueryOf<typeof contract.findStatisticsOfSales>,
): Promise<SalesStatistics> {
  checkPeriod({ from, to });
  const before = periodBefore({ from, to });
  const period = { from, to };
  const [list, customers, goods, total, earlier] = await Promise.all([
    listOf(db, ctx, scope, period),
    customersOf(db, ctx, scope, period),
    goodsOf(db, ctx, scope, period),
    totalOf(db, ctx, scope, period),
    totalOf(db, ctx, scope, before),
  ]);
  return { list, customers, goods, total, before: { ...earlier, ...before } };
}

/**
 * Deliveries of the chosen stores in a period as `delivered`, after `chosen`: what is paid for, settled or not; money
 * is rounded for each, as in orders.
 */
const delivered = (tenantId: string, { from, to }: StatisticsPeriod, { chemistry }: StatisticsScope) => sql`
  delivered as (
    select v.day, v.customer_id, v.product_type, v.material, v.unit, v.kept as quantity,
        round(v.kept * coalesce(v.price, 0), 2) as money
      from paid_deliveries v join documents d on d.id = v.document_id join chosen c on c.id = d.store_id
      where v.tenant_id = ${tenantId} and not v.voided and v.day between ${from}::date and ${to}::date
        ${
          chemistry
            ? sql`and exists (select 1 from document_lines l join items i on i.id = l.item_id
                where l.delivery_id = v.id and i.chemistry = ${chemistry})`
            : sql``
        }
  )`;

/** Sales, minus returns by customers. */
const sign = sql`case f.kind when 'issue' then 1 else -1 end`;
const sales = (period: StatisticsPeriod) => sql`${within(period)}
  and ((f.kind = 'issue' and f.preset = 'sale') or (f.kind = 'receipt' and f.preset = 'return'))`;
const pieces = sql`(f.out_pieces + f.in_pieces) * ${sign}`;
const kg = sql`(f.out_kg + f.in_kg) * ${sign}`;

/** Sales in a period. */
export async function totalOf(
  db: Db,
  { caller: { tenantId } }: Ctx,
  scope: StatisticsScope,
  period: StatisticsPeriod,
): Promise<Sold> {
  const { rows } =
    await sql<Sold>`with ${chosenStores(tenantId, scope)}, ${delivered(tenantId, period, scope)}
    select ${countOf(sql`sum(${pieces})`)} as pieces, ${kgOf(sql`sum(${kg})`)} as kg,
        (select coalesce(sum(money), 0)::numeric(20, 2)::text from delivered) as money
      from ${chosenFlows(tenantId, scope)} where ${sales(period)}`.execute(db);
  return oneRow({ rows });
}

async function listOf(
  db: Db,
  { caller: { tenantId } }: Ctx,
  scope: StatisticsScope,
  period: StatisticsPeriod,
): Promise<SalesStatistics['list']> {
  const { step, slots } = slotsOf(period);
  const { rows } = await sql<SalesStatistics['list'][number]>`with ${chosenStores(tenantId, scope)},
    ${delivered(tenantId, period, scope)},
    ${slots}, moved as (
      select date_trunc(${step}, f.day)::date as day, sum(${pieces}) as pieces, sum(${kg}) as kg
        from ${chosenFlows(tenantId, scope)} where ${sales(period)} group by 1
    ), paid as (select date_trunc(${step}, day)::date as day, sum(money) as money from delivered group by 1)
    select slots.day::text, ${countOf(sql`moved.pieces`)} as pieces, ${kgOf(sql`moved.kg`)} as kg,
        coalesce(paid.money, 0)::numeric(20, 2)::text as money
      from slots left join moved using (day) left join paid using (day) order by slots.day`.execute(db);
  return rows;
}

async function customersOf(
  db: Db,
  { caller: { tenantId } }: Ctx,
  scope: StatisticsScope,
  period: StatisticsPeriod,
): Promise<SalesStatistics['customers']> {
  const { rows } = await sql<SalesStatistics['customers'][number]>`with ${chosenStores(tenantId, scope)},
    ${delivered(tenantId, period, scope)}
    select c.id, c.client_name as name, sum(v.money)::numeric(20, 2)::text as money
      from delivered v join customers c on c.id = v.customer_id group by 1, 2 order by sum(v.money) desc, 2
      limit ${MOST}`.execute(db);
  return rows;
}

async function goodsOf(
  db: Db,
  { caller: { tenantId } }: Ctx,
  scope: StatisticsScope,
  period: StatisticsPeriod,
): Promise<SalesStatistics['goods']> {
  const { rows } = await sql<SalesStatistics['goods'][number]>`with ${chosenStores(tenantId, scope)},
    ${delivered(tenantId, period, scope)}
    select product_type as "productType", material, unit, ${kgOf(sql`sum(quantity)`)} as quantity,
        sum(money)::numeric(20, 2)::text as money
      from delivered group by 1, 2, 3 order by sum(money) desc, 1, 2 limit ${MOST}`.execute(db);
  return rows;
}
