import type { exportRecovery, QueryOf, RecoveryOfYear } from '@voltloop/contract';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import type { TableCell } from '../../../platform/table-export.ts';

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
