import type * as contract from '@voltloop/contract';
import type { QueryOf, StatisticsScope, StockGroup, StockStatistics } from '@voltloop/contract';
import { decimalOf } from '@voltloop/resource-kit';
import { chinaDay } from '@voltloop/resources/days.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { chosenFlows, chosenStores, countOf, kgOf } from './scope.ts';

/** First months of the bands of age, counted back from the requested month. */
const BANDS = [0, 1, 3, 6, 12] as const;
const TREND_MONTHS = 12;

const keys: Readonly<Record<Exclude<StockGroup, 'grade'>, ReturnType<typeof sql>>> = {
  store: sql`c.id::text, c.name`,
  site: sql`coalesce(c.site_id::text, ''), c.site`,
  enterprise: sql`coalesce(c.enterprise_id::text, ''), c.enterprise`,
  region: sql`coalesce(c.region, ''), null`,
  chemistry: sql`f.chemistry, null`,
  condition: sql`f.condition, null`,
  month: sql`to_char(f.came, 'YYYY-MM'), null`,
};

type Scope = StatisticsScope & { came?: string | undefined };
type Group = StockStatistics['groups'][number];
interface Cell {
  key: string;
  name: string | null;
  band: number;
  pieces: number;
  kg: string;
}

/** The stock at the end of a day, by groups and age, with its trend. */
export async function findStockStatistics(
  db: Db,
  ctx: Ctx,
  { day: requested, by, ...scope }: QueryOf<typeof contract.findStatisticsOfStock>,
): Promise<StockStatistics> {
  const today = chinaDay(ctx.now);
  const day = requested === undefined || requested > today ? today : requested;
  const [cells, trend, grades] = await Promise.all([
    cellsOf(db, ctx, scope, { day, by: by === 'grade' ? 'condition' : by }),
    trendOf(db, ctx, scope, day),
    by === 'grade' ? gradesOf(db, ctx, scope, day) : [],
  ]);
  const groups = by === 'month' ? byKey(grouped(cells)) : grouped(cells);
  const [total] = grouped(cells.map((cell) => ({ ...cell, key: '', name: null })));
  const { pieces, kg, ages } = total ?? { pieces: 0, kg: '0', ages: null };
  return {
    day,
    pieces,
    kg,
    ages: ages ?? BANDS.map(() => '0'),
    groups: by === 'grade' ? withUngraded(grades, { pieces, kg }) : groups,
    trend,
  };
}

/** Pure: cells as groups with their bands, the heaviest first. */
function grouped(cells: readonly Cell[]): Group[] {
  const groups = new Map<string, Group & { ages: string[] }>();
  for (const { key, name, band, pieces, kg } of cells) {
    const group = groups.get(key) ?? { key, name, pieces: 0, kg: '0', ages: BANDS.map(() => '0') };
    group.pieces += pieces;
    group.kg = decimalOf(group.kg).plus(kg).toFixed();
    group.ages[band] = decimalOf(group.ages[band] ?? '0')
      .plus(kg)
      .toFixed();
    groups.set(key, group);
  }
  return heaviest([...groups.values()].filter((each) => each.pieces !== 0 || Number(each.kg) !== 0));
}

const byKey = (groups: Group[]) => groups.sort((a, b) => (a.key < b.key ? -1 : 1));
const heaviest = (groups: Group[]) => groups.sort((a, b) => Number(b.kg) - Number(a.kg));

function withUngraded(grades: readonly Group[], total: { pieces: number; kg: string }): Group[] {
  const pieces = grades.reduce((left, grade) => left - grade.pieces, total.pieces);
  const kg = grades.reduce((left, grade) => left.minus(grade.kg), decimalOf(total.kg));
  if (pieces === 0 && kg.eq(0)) return heaviest([...grades]);
  return heaviest([...grades, { key: '', name: null, pieces, kg: kg.toFixed(), ages: null }]);
}

async function cellsOf(
  db: Db,
  { caller: { tenantId } }: Ctx,
  scope: Scope,
  { day, by }: { day: string; by: keyof typeof keys },
): Promise<Cell[]> {
  const { rows } = await sql<Cell>`with ${chosenStores(tenantId, scope)},
    stock(key, name, came, pieces, kg) as (
      select ${keys[by]}, f.came, sum(f.in_pieces - f.out_pieces), sum(f.in_kg - f.out_kg)
        from ${chosenFlows(tenantId, scope)} where f.day <= ${day}::date group by 1, 2, 3
    )
    select key, max(name) as name, width_bucket(months, array[1, 3, 6, 12]) as band, ${countOf(sql`sum(pieces)`)} as pieces,
        ${kgOf(sql`sum(kg)`)} as kg
      from stock, lateral (select (extract(year from age(date_trunc('month', ${day}::date), came)) * 12
        + extract(month from age(date_trunc('month', ${day}::date), came)))::int as months) ages
      group by 1, 3`.execute(db);
  return rows;
}

/** Stock at the ends of months and on the day itself. */
async function trendOf(
  db: Db,
  { caller: { tenantId } }: Ctx,
  scope: Scope,
  day: string,
): Promise<StockStatistics['trend']> {
  const { rows } = await sql<StockStatistics['trend'][number]>`with ${chosenStores(tenantId, scope)},
    months as (
      select date_trunc('month', f.day)::date as month, sum(f.in_pieces - f.out_pieces) as pieces, sum(f.in_kg - f.out_kg) as kg
        from ${chosenFlows(tenantId, scope)} where f.day <= ${day}::date group by 1
    ), ends as (
      select least((month + interval '1 month' - interval '1 day')::date, ${day}::date) as day, month::date
        from generate_series(date_trunc('month', ${day}::date) - ${TREND_MONTHS} * interval '1 month',
          date_trunc('month', ${day}::date), interval '1 month') month
    )
    select ends.day::text, ${countOf(sql`sum(months.pieces)`)} as pieces, ${kgOf(sql`sum(months.kg)`)} as kg
      from ends left join months on months.month <= ends.month group by ends.day order by ends.day`.execute(
    db,
  );
  return rows;
}

/**
 * Stock by the grades of the day: only batteries with a signed report, at the place of their last move until then;
 * the month of entry is that of the last receipt.
 */
async function gradesOf(db: Db, { caller: { tenantId } }: Ctx, scope: Scope, day: string): Promise<Group[]> {
  const { rows } = await sql<Group>`with ${chosenStores(tenantId, scope)},
    graded as materialized (
      select distinct on (battery_id) battery_id, grade from test_reports
        where tenant_id = ${tenantId} and status = 'signed' and deleted_at is null and test_day <= ${day}::date
        order by battery_id, test_day desc, signed_at desc, id
    )
    select g.grade as key, null as name, ${countOf(sql`count(*)`)} as pieces, ${kgOf(sql`sum(last.kg)`)} as kg, null as ages
      from graded g join items i on i.id = g.battery_id
        ${scope.chemistry ? sql`and i.chemistry = ${scope.chemistry}` : sql``}
        join lateral (
          select to_place, kg from moves where item_id = g.battery_id and n is not null and day <= ${day}::date
            order by n desc limit 1
        ) last on true
        join places p on p.id = last.to_place join chosen c on c.id = p.store_id
      where g.grade is not null ${
        scope.came
          ? sql`and date_trunc('month', (
          select coalesce(max(a.day) filter (where f.kind in ('outside', 'opening') and d.reverses_id is null), min(a.day))
            from moves a join places f on f.id = a.from_place join documents d on d.id = a.document_id
            where a.item_id = g.battery_id and a.day <= ${day}::date)) = ${`${scope.came}-01`}::date`
          : sql``
      }
      group by 1`.execute(db);
  return rows;
}
