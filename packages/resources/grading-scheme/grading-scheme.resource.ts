import { date, decimal, defineResource, integer, lines, option, text } from '@voltloop/resource-kit';
import { named } from '../names.ts';

/**
 * Grades by state of health, and defects that reject a battery regardless of it; a version applies from its first
 * day.
 */
export const gradingScheme = defineResource({
  ...named('gradingScheme'),
  path: '/gradingScheme',
  table: 'grading_schemes',
  title: 'name',
  fields: {
    name: text('Name', '分级方案名称', { max: 100, required: true }),
    revision: text('Version', '版本号', { max: 30, required: true }),
    productType: option('Product type', '产品类型', 'productType', {
      hint: { en: 'Empty: all', zh: '留空适用于全部' },
    }),
    chemistry: option('Chemistry', '电池类型', 'chemistry', {
      hint: { en: 'Empty: all', zh: '留空适用于全部' },
    }),
    firstDay: date('First day', '生效日期', { required: true, today: true }),
    bands: lines('Grades', '等级区间', {
      most: 20,
      begun: true,
      of: {
        grade: text('Grade', '等级', { max: 10, code: true, required: true }),
        fromPct: decimal('SOH lower bound at least', 'SOH 置信下限不低于', {
          scale: 2,
          max: 100,
          unit: '%',
          required: true,
        }),
        use: text('Use', '适用用途', { max: 100 }),
      },
    }),
    minInsulation: integer('Insulation at least', '绝缘电阻不低于', {
      max: 100_000,
      unit: 'Ω/V',
      hint: { en: 'Empty: 100 Ω/V (GB 38031)', zh: '留空按 100 Ω/V（GB 38031）' },
    }),
    minOcvV: decimal('OCV at least', '开路电压不低于', { scale: 3, max: 10_000, unit: 'V' }),
    maxSelfDischargeMvDay: decimal('Self-discharge at most', '自放电不高于', {
      scale: 3,
      max: 10_000,
      unit: 'mV/d',
    }),
    remark: text('Remark', '备注', { max: 500, long: true }),
    status: option('Status', '状态', 'bomStatus', { tones: { 1: 'info', 2: 'ok', 3: 'neutral' } }),
  },
  list: {
    columns: ['name', 'revision', 'productType', 'chemistry', 'firstDay', 'status'],
    search: ['name', 'revision'],
    query: { status: { field: 'status', op: 'equals' } },
  },
  form: [
    {
      title: { en: 'Grading scheme', zh: '基本信息' },
      fields: ['name', 'revision', 'productType', 'chemistry', 'firstDay', 'remark'],
    },
    { title: { en: 'Grades', zh: '等级' }, fields: ['bands'] },
    {
      title: { en: 'Refused regardless of health', zh: '一票否决' },
      fields: ['minInsulation', 'minOcvV', 'maxSelfDischargeMvDay'],
    },
  ],
  lookup: { hint: 'revision' },
  unique: { grading_schemes_revision: ['name', 'revision'] },
  life: {
    field: 'status',
    start: 1,
    editable: [1],
    steps: {
      release: { label: { en: 'Release', zh: '发布' }, from: [1], to: 2, confirm: true, leads: true },
      void: { label: { en: 'Make void', zh: '作废' }, from: [1, 2], to: 3, danger: true },
    },
  },
  without: ['import'],
});
