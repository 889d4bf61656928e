import { businessDay } from '@voltloop/domain/checks/index.ts';
import { date, decimal, defineResource, files, lines, option, text } from '@voltloop/resource-kit';
import { named } from '../names.ts';

/** A laboratory result for a lot: its moisture, and the share of each element in the dry substance. */
export const assay = defineResource({
  ...named('assay'),
  path: '/assay',
  table: 'assays',
  title: 'lotNo',
  fields: {
    lotNo: text('Lot', '批号', { max: 40, code: true, required: true }),
    day: date('Day', '化验日期', { required: true, today: true, checks: [businessDay] }),
    laboratory: text('Laboratory', '化验单位', { max: 100, required: true }),
    reportNo: text('Report number', '报告编号', { max: 50 }),
    moisturePct: decimal('Moisture', '含水率', { scale: 4, max: 100, unit: '%' }),
    elements: lines('Elements', '元素含量', {
      most: 20,
      begun: true,
      required: true,
      of: {
        element: option('Element', '元素', 'element', { required: true }),
        pct: decimal('Share of dry substance', '干基含量', {
          scale: 4,
          max: 100,
          unit: '%',
          required: true,
        }),
      },
    }),
    report: files('Report', '化验报告', { most: 5 }),
    remark: text('Remark', '备注', { max: 500, long: true }),
  },
  list: {
    columns: ['lotNo', 'day', 'laboratory', 'reportNo', 'moisturePct', 'elements'],
    search: ['lotNo', 'reportNo', 'laboratory'],
    query: { lotNo: { field: 'lotNo', op: 'equals' } },
  },
  form: [
    {
      title: { en: 'Assay', zh: '基本信息' },
      fields: ['lotNo', 'day', 'laboratory', 'reportNo', 'moisturePct'],
    },
    { title: { en: 'Contents', zh: '元素含量' }, fields: ['elements'] },
    { title: { en: 'Report and remark', zh: '报告与备注' }, fields: ['report', 'remark'] },
  ],
  without: ['import'],
});
