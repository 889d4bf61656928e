import type * as contract from '@voltloop/contract';
import type { FlowStatistics, QueryOf, StatisticsPeriod, StatisticsScope } from '@voltloop/contract';
import { wordsOfKind } from '@voltloop/resources/document-words.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import { type Db, oneRow } from '../../../platform/db.ts';
import { checkPeriod, periodBefore, stepOf } from './period.ts';
import { chosenFlows, chosenStores, countOf, isNarrowed, kgOf, slotsOf, within } from './scope.ts';

type InAndOut = FlowStatistics['total'];

/** Goods in and out in a period, and in the period before. @throws validation */
export async function findFlows(
  db: Db,
  ctx: Ctx,
  { from, to, ...scope }: QueryOf<typeof contract.findStatisticsOfFlows>,
): Promise<FlowStatistics> {
  checkPeriod({ from, to });
  const before = periodBefore({ from, to });
  const [list, kinds, total, earlier] = await Promise.all([
    listOf(db, ctx, scope, { from, to }),
    kindsOf(db, ctx, scope, { from, to }),
    totalOf(db, ctx, scope, { from, to }),
    totalOf(db, ctx, scope, before),
  ]);
  return { step: stepOf({ from, to }), list, kinds, total, before: { ...earlier, ...before } };
}

/** Excludes changes of condition within a store and, for all stores together, moves between them. */
const counts = (scope: StatisticsScope) =>
  isNarrowed(scope) ? sql`f.other <> 'same'` : sql`f.other <> 'same' and f.kind <> 'movement'`;

const amounts = (where: ReturnType<typeof sql>) => sql`
  ${countOf(sql`sum(f.in_pieces) filter (where ${where})`)} as "inPieces",
  ${kgOf(sql`sum(f.in_kg) filter (where ${where})`)} as "inKg",
  ${countOf(sql`sum(f.out_pieces) filter (where ${where})`)} as "outPieces",
  ${kgOf(sql`sum(f.out_kg) filter (where ${where})`)} as "outKg"`;

/** Goods in and out in a period. */
export async function totalOf(
  db: Db,
  { caller: { tenantId } }: Ctx,
  scope: StatisticsScope,
  period: StatisticsPeriod,
): Promise<InAndOut> {
  const { rows } = await sql<InAndOut>`with ${chosenStores(tenantId, scope)}
    select ${amounts(counts(scope))} from ${chosenFlows(tenantId, scope)}
      where ${within(period)}`.execute(db);
  return oneRow({ rows });
}

async function kindsOf(
  db: Db,
  { caller: { tenantId } }: Ctx,
  scope: StatisticsScope,
  period: StatisticsPeriod,
): Promise<FlowStatistics['kinds']> {
  const { rows } = await sql<FlowStatistics['kinds'][number]>`with ${chosenStores(tenantId, scope)}
    select f.kind, f.preset, ${amounts(sql`true`)} from ${chosenFlows(tenantId, scope)}
      where ${within(period)} and ${counts(scope)} group by 1, 2
      order by sum(f.in_kg + f.out_kg) desc, 1, 2`.execute(db);
  return rows.map((row) => ({ ...row, words: wordsOfKind(row.kind, row.preset) }));
}

/** By days or months, including empty ones; the stock at the end of each includes everything before. */
export async function listOf(
  db: Db,
  { caller: { tenantId } }: Ctx,
  scope: StatisticsScope,
  period: StatisticsPeriod,
): Promise<FlowStatistics['list']> {
  const { from, to } = period;
  const { step, slots } = slotsOf(period);
  const { rows } = await sql<FlowStatistics['list'][number]>`with ${chosenStores(tenantId, scope)},
    ${slots}, flows as (
      select date_trunc(${step}, greatest(f.day, ${from}::date))::date as day,
          sum(f.in_kg - f.out_kg) as net, ${amounts(sql`f.day >= ${from}::date and ${counts(scope)}`)}
        from ${chosenFlows(tenantId, scope)} where f.day <= ${to}::date group by 1
    )
    select slots.day::text, coalesce("inPieces", 0) as "inPieces", coalesce("inKg", '0') as "inKg",
        coalesce("outPieces", 0) as "outPieces", coalesce("outKg", '0') as "outKg",
        ${kgOf(sql`sum(net) over (order by slots.day)`)} as "stockKg"
      from slots left join flows using (day) order by slots.day`.execute(db);
  return rows;
}
