import type { Recovery } from '@voltloop/contract';
import { type Rate, targetsOfStep } from '@voltloop/domain/dated-rules/recovery.ts';
import { type decimalOf, rounded } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { type Goods, goodsOf, metalsOf } from './metals.ts';

type Kg = ReturnType<typeof decimalOf>;

/** Pure: output as a share of input, with the required share. */
export function shareOf(
  found: { in: Kg; out: Kg },
  targets: readonly Rate[],
  today: string,
): Omit<Recovery['elements'][number], 'element'> {
  const pct = found.in.gt(0) ? rounded(found.out.times(100).div(found.in), 2) : null;
  return {
    inKg: rounded(found.in, 3).toFixed(),
    outKg: rounded(found.out, 3).toFixed(),
    pct: pct?.toFixed() ?? null,
    targets: targets.map(({ pct: target, from, clause }) => ({
      pct: target,
      from,
      clause,
      met: pct === null || from > today ? null : pct.gte(target),
    })),
  };
}

/** Pure: the metals of goods, each with its required share. */
export function recoveryOf(
  goods: readonly Goods[],
  today: string,
  targetsOf: (element: string) => readonly Rate[],
): Recovery {
  const { metals, unknown } = metalsOf(goods);
  const elements = [...metals].map(([element, found]) => ({
    element,
    ...shareOf(found, targetsOf(element), today),
  }));
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
