import type { exportRecovery, QueryOf, Recovery, RecoveryOfYear } from '@voltloop/contract';
import { type Rate, targetsOfStep } from '@voltloop/domain/dated-rules/recovery.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { type decimalOf, rounded } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';
import type { TableCell } from '../../../platform/table-export.ts';
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

type Share = RecoveryOfYear['powder'];

const words = {
  en: {
    name: 'Recovery',
    header: ['Of', 'What', 'In (kg)', 'Out (kg)', 'Recovery (%)', 'Targets'],
    hydro: 'Hydrometallurgy',
    crush: 'Crushing and separation',
    powder: 'Electrode powder',
    all: 'All runs',
    efficiency: 'Recycling efficiency',
  },
  zh: {
    name: '年度回收率',
    header: ['工序', '项目', '投入（kg）', '产出（kg）', '回收率（%）', '要求'],
    hydro: '湿法冶金',
    crush: '破碎分选',
    powder: '电极粉料',
    all: '全部作业',
    efficiency: '回收效率',
  },
} as const;

/** The recovery of a year as a table. */
export function recoveryTable(
  found: RecoveryOfYear,
  { year, format, language }: QueryOf<typeof exportRecovery>,
) {
  const { name, header, hydro, crush, powder, all, efficiency } = words[language];
  const row = (of: string, what: string, { inKg, outKg, pct, targets }: Share): TableCell[] => [
    of,
    what,
    inKg,
    outKg,
    pct ?? '',
    targets.map((target) => `≥ ${target.pct} % ${target.clause[language]}`).join('; '),
  ];
  const element = (each: string) => optionLabel('element', each, language);
  async function* rows(): AsyncGenerator<TableCell[]> {
    yield row(all, efficiency, found.efficiency);
    yield row(crush, powder, found.powder);
    for (const each of found.crushed) yield row(crush, element(each.element), each);
    for (const each of found.elements) yield row(hydro, element(each.element), each);
    for (const { no, day, step, elements, ...each } of found.byRun) {
      yield row(`${no} ${day} ${optionLabel('recyclingStep', step, language)}`, efficiency, {
        ...each,
        targets: [],
      });
      for (const { element: of, pct } of elements) yield [no, element(of), '', '', pct ?? '', ''];
    }
  }
  return { format, name: `${name} ${year}`, header, rows: rows() };
}
