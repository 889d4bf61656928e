import type { exportMatching, Matched, QueryOf } from '@voltloop/contract';
import type { TableCell } from '../../../../platform/table-export.ts';

type Query = QueryOf<typeof exportMatching>;

const heads = {
  en: [
    'Pack',
    'Group in series',
    'Battery code',
    'Location',
    'Grade',
    'Capacity (Ah)',
    'DC resistance (mΩ)',
    'OCV (V)',
  ],
  zh: ['组号', '串联位置', '电池编码', '库位', '等级', '容量（Ah）', '直流内阻（mΩ）', '开路电压（V）'],
} as const;

/** The packs of a run as a table, one row for each cell. */
export function tableOf(run: Matched, { format, language }: Query) {
  const cells = new Map(run.cells.map((cell) => [cell.id, cell]));
  async function* rows(): AsyncGenerator<TableCell[]> {
    for (const [n, { groups }] of run.packs.entries())
      for (const [place, group] of groups.entries())
        for (const id of group) {
          const cell = cells.get(id);
          if (!cell) continue;
          const { code, location, grade, capacity_Ah, dcir_mOhm, ocv_V } = cell;
          yield [n + 1, place + 1, code, location ?? '', grade, capacity_Ah, dcir_mOhm ?? '', ocv_V ?? ''];
        }
  }
  return {
    format,
    name: language === 'zh' ? `配组 ${run.bom}` : `Matching ${run.bom}`,
    header: heads[language],
    rows: rows(),
  };
}
