import { defineResource, integer, lines, option, reference, text } from '@voltloop/resource-kit';
import { named } from '../names.ts';

/** The list of parts of a pack or module: quantities of modules and cells (interpretation B18). */
export const bom = defineResource({
  ...named('bom'),
  path: '/bom',
  table: 'boms',
  title: 'name',
  fields: {
    name: text('Name', '物料清单名称', { max: 100, required: true }),
    parentId: reference('Product', '所属产品', 'deviceCategory', {
      required: true,
      fixed: true,
      hint: { en: 'The category of the pack or module', zh: '电池包或电池模块的类别' },
    }),
    revision: text('Revision', '版本号', { max: 30, required: true }),
    lines: lines('Parts', '部件', {
      most: 200,
      of: {
        childId: reference('Part', '组成部件', 'deviceCategory', { required: true }),
        quantity: integer('Quantity', '数量', { min: 1, max: 1_000_000, required: true }),
      },
    }),
    seriesCount: integer('In series', '串联数', { min: 1, max: 1000 }),
    parallelCount: integer('In parallel', '并联数', { min: 1, max: 200 }),
    remark: text('Remark', '备注', { max: 500, long: true }),
    status: option('Status', '状态', 'bomStatus', { tones: { 1: 'info', 2: 'ok', 3: 'neutral' } }),
  },
  list: {
    columns: ['name', 'parentId', 'revision', 'status', 'updateTime'],
    search: ['name', 'revision'],
    query: {
      name: { field: 'name', op: 'contains' },
      parentId: { field: 'parentId', op: 'equals' },
      status: { field: 'status', op: 'equals' },
    },
  },
  form: [
    {
      title: { en: 'List of parts', zh: '基本信息' },
      fields: ['name', 'parentId', 'revision', 'seriesCount', 'parallelCount', 'remark'],
    },
    { title: { en: 'What it is made of', zh: '组成明细' }, fields: ['lines'] },
  ],
  lookup: { hint: 'revision' },
  unique: { boms_revision: ['parentId', 'revision'] },
  life: {
    field: 'status',
    start: 1,
    editable: [1],
    steps: {
      release: { label: { en: 'Release', zh: '发布' }, from: [1], to: 2, confirm: true, leads: true },
      void: { label: { en: 'Make void', zh: '作废' }, from: [1, 2], to: 3, danger: true },
    },
  },
});
