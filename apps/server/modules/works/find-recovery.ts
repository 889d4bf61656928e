import type { Recovery } from '@voltloop/contract';
import { type Target, targetsOfStep, targetsOfYear } from '@voltloop/domain/dated-rules/recovery.ts';
import { decimalOf, exact, rounded } from '@voltloop/resource-kit';
import { chinaDay } from '@voltloop/resources/days.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../platform/ctx.ts';
import type { Db } from '../../platform/db.ts';
import { notFound } from '../../platform/errors.ts';

/** Goods of runs with the latest assay of their lot, which has none for what is coded. */
interface Goods {
  goods: string;
  side: 'in' | 'out';
  kg: string;
  basis: string | null;
  /** Of the line, else of the assay. */
  moisturePct: string | null;
  elements: readonly { element: string; pct: string }[] | null;
}

const goodsOf = async (db: Db, runs: RawBuilder<unknown>): Promise<Goods[]> => {
  const { rows } = await sql<Goods>`
    select coalesce(lots.lot_no, b.battery_code) as goods,
        case when t.kind = 'recycled' then 'in' else 'out' end as side, sum(m.kg)::text as kg, lots.basis,
        max(coalesce(l.moisture_pct, a.moisture_pct))::text as "moisturePct", a.elements
      from moves m join places f on f.id = m.from_place join places t on t.id = m.to_place
        join document_lines l on l.id = m.line_id
        left join lots on lots.id = m.item_id left join batteries b on b.id = m.item_id
        left join lateral (
          select elements, moisture_pct from assays a
            where a.tenant_id = m.tenant_id and a.lot_no = lots.lot_no and a.deleted_at is null
            order by a.day desc, a.create_time desc limit 1
        ) a on true
      where m.document_id in ${runs} and 'recycled' in (f.kind, t.kind)
      group by 1, 2, lots.basis, a.elements order by 2, 1`.execute(db);
  return rows;
};

/** Pure: metal in and out of goods, by element, and what has no assay. */
export function metalsOf(goods: readonly Goods[]) {
  const metals = new Map<string, { in: ReturnType<typeof decimalOf>; out: ReturnType<typeof decimalOf> }>();
  for (const { side, kg, basis, moisturePct, elements } of goods) {
    const moisture = basis === 'dry' ? null : exact(moisturePct);
    const dry =
      moisture === null ? decimalOf(kg) : decimalOf(kg).times(decimalOf(100).minus(moisture)).div(100);
    for (const { element, pct } of elements ?? []) {
      const found = metals.get(element) ?? { in: decimalOf(0), out: decimalOf(0) };
      found[side] = found[side].plus(dry.times(pct).div(100));
      metals.set(element, found);
    }
  }
  const unknown = goods
    .filter(({ elements }) => elements === null)
    .map(({ goods: name, side, kg }) => ({ goods: name, side, kg: decimalOf(kg).toFixed() }));
  return { metals, unknown };
}

function recoveryOf(
  goods: readonly Goods[],
  today: string,
  targetsOf: (element: string) => readonly Target[],
): Recovery {
  const { metals, unknown } = metalsOf(goods);
  const elements = [...metals].map(([element, found]) => {
    const pct = found.in.gt(0) ? rounded(found.out.times(100).div(found.in), 2) : null;
    return {
      element,
      inKg: rounded(found.in, 3).toFixed(),
      outKg: rounded(found.out, 3).toFixed(),
      pct: pct?.toFixed() ?? null,
      targets: targetsOf(element).map(({ pct: target, from, clause }) => ({
        pct: target,
        from,
        clause,
        met: pct === null || from > today ? null : pct.gte(target),
      })),
    };
  });
  return { elements, unknown };
}

/** @throws notFound */
export async function findRecovery(db: Db, ctx: Ctx, id: string): Promise<Recovery> {
  const { rows } = await sql<{ step: string; day: string }>`
    select preset as step, day::text as day from documents
      where id = ${id} and tenant_id = ${ctx.caller.tenantId} and kind = 'recyclingRun' and deleted_at is null`.execute(
    db,
  );
  const [run] = rows;
  if (!run) throw notFound();
  const goods = await goodsOf(db, sql`(${id}::uuid)`);
  return recoveryOf(goods, run.day, (element) => targetsOfStep(run.step, element, run.day));
}

/** Of the runs that make salts of metals; what is crushed and mixed before is counted where it goes in there. */
export async function findRecoveryOfYear(
  db: Db,
  ctx: Ctx,
  year: number,
): Promise<Recovery & { runs: number }> {
  const runs = sql`(select id from documents where tenant_id = ${ctx.caller.tenantId} and kind = 'recyclingRun'
    and preset = 'hydro' and status = 'posted' and reverses_id is null
    and day between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date)`;
  const [goods, counted] = await Promise.all([
    goodsOf(db, runs),
    sql<{ count: number }>`select count(*)::int as count from ${runs} counted`.execute(db),
  ]);
  const found = recoveryOf(goods, chinaDay(ctx.now), (element) => targetsOfYear(element, year));
  return { ...found, runs: counted.rows[0]?.count ?? 0 };
}
