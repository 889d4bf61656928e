import type * as contract from '@voltloop/contract';
import type { QueryOf, StatisticsPeriod, StatisticsScope, WorksStatistics } from '@voltloop/contract';
import { wordsOfKind } from '@voltloop/resources/document-words.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/ctx.ts';
import type { Db } from '../../platform/db.ts';
import { checkPeriod } from './period.ts';
import { chosenFlows, chosenStores, countOf, kgOf, slotsOf, within } from './scope.ts';

type Filter = QueryOf<typeof contract.findStatisticsOfWorks>;

/** Input, output and losses of works. @throws validation */
export async function findWorks(db: Db, ctx: Ctx, { from, to, ...scope }: Filter): Promise<WorksStatistics> {
  const period = { from, to };
  checkPeriod(period);
  const [steps, list, differences, scrapped] = await Promise.all([
    stepsOf(db, ctx, scope, period),
    listOf(db, ctx, scope, period),
    differencesOf(db, ctx, scope, period),
    scrappedOf(db, ctx, scope, period),
  ]);
  return { steps, list, differences, scrapped };
}

/** Productions take components from stores themselves, or issues to production do, minus returns from there. */
const isIssue = sql`(f.preset = 'production' and f.kind in ('issue', 'receipt'))`;
const isWork = sql`(f.kind in ('production', 'recyclingRun') or ${isIssue})`;
const kind = sql`case when ${isIssue} then 'production' else f.kind end`;

const issued = { en: 'Issued to production, net', zh: '生产领料（净额）' };

/**
 * The difference between a product and its components goes through the place of differences: it belongs to the
 * output.
 */
const used = sql`case when ${isIssue} then f.out_kg - f.in_kg when f.other <> 'difference' then f.out_kg else 0 end`;
const made = sql`case when ${isIssue} then 0 else f.in_kg - case when f.other = 'difference' then f.out_kg else 0 end end`;
const pieces = sql`case when ${isIssue} or f.other = 'difference' then 0 else f.in_pieces end`;

async function stepsOf(
  db: Db,
  { caller: { tenantId } }: Ctx,
  scope: StatisticsScope,
  period: StatisticsPeriod,
): Promise<WorksStatistics['steps']> {
  const { rows } = await sql<WorksStatistics['steps'][number]>`with ${chosenStores(tenantId, scope)}
    select ${kind} as kind, case when ${isIssue} then 'issued' else f.preset end as preset, ${kgOf(sql`sum(${used})`)} as "usedKg", ${countOf(sql`sum(${pieces})`)} as "madePieces",
        ${kgOf(sql`sum(${made})`)} as "madeKg"
      from ${chosenFlows(tenantId, scope)} where ${within(period)} and ${isWork}
      group by 1, 2 order by 1, sum(${used}) desc`.execute(db);
  return rows.map((row) => ({
    ...row,
    words: row.preset === 'issued' ? issued : wordsOfKind(row.kind, row.preset),
  }));
}

async function listOf(
  db: Db,
  { caller: { tenantId } }: Ctx,
  scope: StatisticsScope,
  period: StatisticsPeriod,
): Promise<WorksStatistics['list']> {
  const { step, slots } = slotsOf(period);
  const of = (name: string) => sql`filter (where ${kind} = ${sql.lit(name)})`;
  const { rows } = await sql<WorksStatistics['list'][number]>`with ${chosenStores(tenantId, scope)},
    ${slots}, done as (
      select date_trunc(${step}, f.day)::date as day, ${countOf(sql`sum(${pieces}) ${of('production')}`)} as "madePieces",
          ${kgOf(sql`sum(${used}) ${of('production')}`)} as "usedKg", ${kgOf(sql`sum(${made}) ${of('production')}`)} as "madeKg",
          ${kgOf(sql`sum(${used}) ${of('recyclingRun')}`)} as "recycledKg",
          ${kgOf(sql`sum(${made}) ${of('recyclingRun')}`)} as "recoveredKg"
        from ${chosenFlows(tenantId, scope)}
        where ${within(period)} and ${isWork} group by 1
    )
    select slots.day::text, coalesce("madePieces", 0) as "madePieces", coalesce("usedKg", '0') as "usedKg",
        coalesce("madeKg", '0') as "madeKg", coalesce("recycledKg", '0') as "recycledKg",
        coalesce("recoveredKg", '0') as "recoveredKg"
      from slots left join done using (day) order by slots.day`.execute(db);
  return rows;
}

/** Missing and surplus goods of stock-takes and corrections; the weighing differences of productions are no loss. */
async function differencesOf(
  db: Db,
  { caller: { tenantId } }: Ctx,
  scope: StatisticsScope,
  period: StatisticsPeriod,
): Promise<WorksStatistics['differences']> {
  const { rows } = await sql<WorksStatistics['differences'][number]>`with ${chosenStores(tenantId, scope)}
    select c.id, c.name, ${countOf(sql`sum(f.out_pieces)`)} as "missingPieces", ${kgOf(sql`sum(f.out_kg)`)} as "missingKg",
        ${countOf(sql`sum(f.in_pieces)`)} as "surplusPieces", ${kgOf(sql`sum(f.in_kg)`)} as "surplusKg"
      from ${chosenFlows(tenantId, scope)}
      where ${within(period)} and f.other = 'difference' and f.kind in ('stockTake', 'correction')
      group by 1, 2 order by sum(f.out_kg) desc, 2`.execute(db);
  return rows;
}

async function scrappedOf(
  db: Db,
  { caller: { tenantId } }: Ctx,
  scope: StatisticsScope,
  period: StatisticsPeriod,
): Promise<WorksStatistics['scrapped']> {
  const { rows } = await sql<WorksStatistics['scrapped']>`with ${chosenStores(tenantId, scope)}
    select ${countOf(sql`sum(f.in_pieces)`)} as pieces, ${kgOf(sql`sum(f.in_kg)`)} as kg
      from ${chosenFlows(tenantId, scope)}
      where ${within(period)} and f.kind = 'scrap' and f.condition = 'scrapped'`.execute(db);
  return rows[0] as WorksStatistics['scrapped'];
}
