import type { Recovery } from '@voltloop/contract';
import { type Target, targetsOfStep, targetsOfYear } from '@voltloop/domain/dated-rules/recovery.ts';
import { rounded } from '@voltloop/resource-kit';
import { chinaDay } from '@voltloop/resources/days.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/ctx.ts';
import type { Db } from '../../platform/db.ts';
import { notFound } from '../../platform/errors.ts';
import { type Goods, goodsOf, metalsOf } from './metals.ts';

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
