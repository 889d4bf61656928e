import {
  type DocumentKind,
  date,
  decimal,
  defineResource,
  documentFields,
  documentLife,
  integer,
  lines,
  option,
  type Preset,
  reference,
  region,
  reversed,
  text,
} from '@voltloop/resource-kit';
import { named } from '../names.ts';

const { no, day, status, pieces, kg, postedAt, remark } = documentFields;

/** Echelon products made of retired batteries: packs, modules and cells. */
export const production = defineResource({
  ...named('production'),
  path: '/production',
  table: 'productions',
  title: 'no',
  untitled: true,
  fields: {
    no,
    preset: option('Kind', '生产类型', 'productionKind', { server: true }),
    day,
    status,
    productType: option('Product type', '产品类型', 'productType', { required: true }),
    categoryId: reference('Category', '产品类别', 'deviceCategory', {
      required: true,
      among: { productType: 'productType' },
    }),
    bomId: reference('List of parts', '物料清单', 'bom', {
      among: { parentId: 'categoryId' },
      hint: { en: 'Each product is made of exactly its parts', zh: '选定后，每件产品的组成须与清单一致' },
    }),
    planned: integer('Planned', '计划数量', { min: 1, max: 5000, required: true }),
    storeId: reference('Store of components', '领料仓库', 'store', { required: true }),
    toStoreId: reference('Store of finished goods', '成品仓库', 'store', { required: true }),
    enterpriseId: reference('Producer', '生产企业', 'enterprise', { required: true }),
    moduleProducer: option('Module producer', '模块生产商', 'moduleProducer'),
    cascadeType: option('Form of echelon use', '梯次利用方式', 'cascadeType', { required: true }),
    echelonUseType: option('Use', '梯次用途', 'echelonUseType', { required: true }),
    otherUse: text('Other use', '其他用途说明', {
      max: 100,
      required: true,
      when: { field: 'echelonUseType', is: ['4'] },
    }),
    forbiddenUse: option('For e-bikes or another forbidden use', '用于电动自行车等禁止领域', 'yesNo', {
      hint: {
        en: 'Answer where the use is low-speed power (Order 73, article 22)',
        zh: '用途为低速动力时必须填写（《暂行办法》第二十二条）',
      },
    }),
    targetStandard: text('Standard of the product', '执行标准', {
      max: 100,
      hint: {
        en: 'Of the class of products that it belongs to; required from 2026-07-30',
        zh: '目标产品类别的标准，2026-07-30 起必填',
      },
    }),
    saleRegion: region('Region of sale', '销售区域'),
    operator: text('Operator', '操作员', { max: 50 }),
    steps: lines('Work steps', '工序', {
      most: 100,
      of: {
        step: option('Step', '工序', 'productionStep', { required: true }),
        day: date('Day', '日期', { required: true }),
        operator: text('Operator', '操作员', { max: 50 }),
        people: integer('People', '人数', { min: 1, max: 1000 }),
        hours: decimal('Hours', '工时', { scale: 2, max: 10_000, unit: 'h' }),
      },
    }),
    pieces,
    kg,
    postedAt,
    remark,
    reversesId: reversed('production'),
  },
  list: {
    columns: ['no', 'productType', 'day', 'categoryId', 'planned', 'pieces', 'kg', 'toStoreId', 'status'],
    search: ['no', 'operator', 'remark'],
  },
  form: [
    {
      title: { en: 'Product', zh: '产品信息' },
      fields: ['no', 'day', 'productType', 'categoryId', 'bomId', 'planned'],
    },
    {
      title: { en: 'Components and finished goods', zh: '领料与入库' },
      fields: ['storeId', 'toStoreId', 'enterpriseId', 'moduleProducer', 'operator'],
    },
    {
      title: { en: 'Echelon use', zh: '梯次利用' },
      fields: ['cascadeType', 'echelonUseType', 'otherUse', 'forbiddenUse', 'targetStandard', 'saleRegion'],
    },
    { title: { en: 'Work', zh: '工序与工时' }, fields: ['steps'] },
    { title: { en: 'Totals and remark', zh: '合计与备注' }, fields: ['pieces', 'kg', 'postedAt', 'remark'] },
  ],
  life: documentLife('none'),
  without: ['import'],
});

const making = {
  from: { at: 'store', field: 'storeId' },
  to: { at: 'store', field: 'toStoreId' },
  does: 'produce',
  conditions: ['available'],
} as const;
const preset = (en: string, zh: string, reported: number): Preset => ({
  words: { en, zh },
  ...making,
  reports: { coded: reported },
});

export const productionKind: DocumentKind = {
  resource: production,
  prefix: 'SC',
  approval: 'none',
  claims: 'asked',
  columns: ['code', 'product', 'lot', 'pieces', 'kg', 'location', 'remark'],
  presets: {
    pack: preset('Echelon packs', '梯次电池包生产', 3),
    module: preset('Echelon modules', '梯次电池模块生产', 4),
    cell: preset('Echelon cells', '梯次电池单体生产', 5),
  },
};
