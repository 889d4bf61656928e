import type * as contract from '@voltloop/contract';
import type { QueryOf, StatisticsPeriod, StatisticsScope, WorksStatistics } from '@voltloop/contract';
import { wordsOfKind } from '@voltloop/resources/document-words.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import { type Db, oneRow } from '../../../platform/db.ts';
import { checkPeriod } from './period.ts';
import { chosenFlows, chosenStores, countOf, kgOf, slotsOf, within } from './scope.ts';

type Filter = QueryOf<typeof contract.findStatisticsOfWorks>;

/**
 * Input, output and losses of works: posted productions and recycling runs that are not voided.
 *
 * - Input of a production is the mass of the components that products contain. Goods issued to production become input
 *   when a production uses them; until then they are in production, and the step `issued` has them separately.
 * - Input of a recycling run is the mass of its goods and its reagents.
 * - Output is the mass of products and of new lots; residue is no output (as in the recovery of a year). Products are
 *   weighed: housings and cables, which are not in stock, make them heavier than their components.
 * - A step has its whole input and output. The list, and totals of it, count goods once: output of the period that
 *   works of the period took in again is neither input nor output.
 * @throws validation
 */
export async function findWorks(db: Db, ctx: Ctx, { from, to, ...scope }: Filter): Promise<WorksStatistics> {
  const period = { from, to };
  checkPeriod(period);
  const [{ steps, list }, issued, differences, scrapped] = await Promise.all([
    doneBy(db, ctx, scope, period),
    issuedOf(db, ctx, scope, period),
    differencesOf(db, ctx, scope, period),
    scrappedOf(db, ctx, scope, period),
  ]);
  const named = steps.map((step) => ({ ...step, words: wordsOfKind(step.kind, step.preset) }));
  return { steps: [...named, ...issued], list, differences, scrapped };
}

/**
 * The input and output of works in the selected stores, as `goods`, and the reagents of runs, as `added`. Input belongs
 * to the store of the document from which components come, output to the one that receives it.
 */
const worksGoods = (tenantId: string, scope: StatisticsScope, { from, to }: StatisticsPeriod) => sql`
  ${chosenStores(tenantId, scope)}, works as materialized (
    select id, kind, preset, day, coalesce(added_kg, 0) as added_kg, store_id in (select id from chosen) as takes,
        to_store_id in (select id from chosen) as gives
      from documents where tenant_id = ${tenantId} and kind in ('production', 'recyclingRun') and status = 'posted'
        and reverses_id is null and deleted_at is null and day between ${from}::date and ${to}::date
  ), goods as materialized (
    select d.id as document_id, d.kind, d.preset, d.day, ends.side, m.item_id, m.kg,
        coalesce(m.pieces, 0) as pieces
      from works d join moves m on m.document_id = d.id
        join places f on f.id = m.from_place join places t on t.id = m.to_place
        left join lots on lots.id = m.item_id
        cross join lateral (
          select case
            when d.kind = 'production' then case when t.kind = 'inside' then 'in' when t.store_id is not null then 'out' end
            when t.kind = 'recycled' then 'in'
            when f.kind = 'recycled' and lots.material is distinct from 'residue' then 'out'
          end as side
        ) ends
      where case ends.side when 'in' then d.takes when 'out' then d.gives end
        ${scope.chemistry ? sql`and exists (select from items i where i.id = m.item_id and i.chemistry = ${scope.chemistry})` : sql``}
  ), added as (
    select kind, preset, day, added_kg from works where takes and added_kg <> 0
      ${scope.chemistry ? sql`and exists (select from goods where document_id = works.id and side = 'in')` : sql``}
  )`;

type Step = Omit<WorksStatistics['steps'][number], 'words'>;

/** Works by step, and by slot of the period. */
async function doneBy(
  db: Db,
  { caller: { tenantId } }: Ctx,
  scope: StatisticsScope,
  period: StatisticsPeriod,
): Promise<{ steps: Step[]; list: WorksStatistics['list'] }> {
  const { step, slots } = slotsOf(period);
  const of = (name: string) => sql`filter (where kind = ${sql.lit(name)})`;
  // The net values are without goods that works of the period made and took in again.
  const { rows } = await sql<{ steps: Step[]; list: WorksStatistics['list'] }>`
    with ${worksGoods(tenantId, scope, period)}, ${slots}, made_on as (
      select kind, item_id, min(day) as day from goods where side = 'out' group by 1, 2
    ), again as (
      select kind, preset, goods.day, made_on.day as made_on, kg, pieces
        from goods join made_on using (kind, item_id) where side = 'in'
    ), totals as (
      select kind, preset, day, coalesce(sum(kg) filter (where side = 'in'), 0) as used,
          coalesce(sum(kg) filter (where side = 'out'), 0) as made,
          coalesce(sum(pieces) filter (where side = 'out'), 0) as pieces
        from goods group by 1, 2, 3
    ), cells as materialized (
      select kind, preset, date_trunc(${step}, day)::date as day, sum(used) as used, sum(made) as made,
          sum(pieces) as pieces, sum(net_used) as net_used, sum(net_made) as net_made, sum(net_pieces) as net_pieces
        from (
          select kind, preset, day, used, made, pieces, used as net_used, made as net_made, pieces as net_pieces from totals
          union all select kind, preset, day, added_kg, 0, 0, added_kg, 0, 0 from added
          union all select kind, preset, day, 0, 0, 0, -kg, 0, 0 from again
          union all select kind, preset, made_on, 0, 0, 0, 0, -kg, -pieces from again
        ) each group by 1, 2, 3
    ), steps as (
      select kind, preset, ${kgOf(sql`sum(used)`)} as "usedKg", ${countOf(sql`sum(pieces)`)} as "madePieces",
          ${kgOf(sql`sum(made)`)} as "madeKg"
        from cells group by 1, 2 order by 1, sum(used) desc
    ), done as (
      select day, ${countOf(sql`sum(net_pieces) ${of('production')}`)} as "madePieces",
          ${kgOf(sql`sum(net_used) ${of('production')}`)} as "usedKg",
          ${kgOf(sql`sum(net_made) ${of('production')}`)} as "madeKg",
          ${kgOf(sql`sum(net_used) ${of('recyclingRun')}`)} as "recycledKg",
          ${kgOf(sql`sum(net_made) ${of('recyclingRun')}`)} as "recoveredKg"
        from cells group by 1
    ), list as (
      select slots.day::text, coalesce("madePieces", 0) as "madePieces", coalesce("usedKg", '0') as "usedKg",
          coalesce("madeKg", '0') as "madeKg", coalesce("recycledKg", '0') as "recycledKg",
          coalesce("recoveredKg", '0') as "recoveredKg"
        from slots left join done using (day) order by slots.day
    )
    select (select coalesce(json_agg(steps), '[]') from steps) as steps,
        (select coalesce(json_agg(list), '[]') from list) as list`.execute(db);
  return oneRow({ rows });
}

const issued = { en: 'Issued to production, net; input once used', zh: '生产领料净额（投产时计入投入）' };

/** Goods issued to production, less returns from there. */
async function issuedOf(
  db: Db,
  { caller: { tenantId } }: Ctx,
  scope: StatisticsScope,
  period: StatisticsPeriod,
): Promise<WorksStatistics['steps']> {
  const { rows } = await sql<{ kg: string }>`with ${chosenStores(tenantId, scope)}
    select ${kgOf(sql`sum(f.out_kg - f.in_kg)`)} as kg from ${chosenFlows(tenantId, scope)}
      where ${within(period)} and f.preset = 'production' and f.kind in ('issue', 'receipt')
      having count(*) > 0`.execute(db);
  return rows.map(({ kg }) => ({
    kind: 'production',
    preset: 'issued',
    words: issued,
    usedKg: kg,
    madePieces: 0,
    madeKg: '0',
  }));
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
  return oneRow({ rows });
}
