import {
  type DocumentKind,
  decimal,
  defineResource,
  documentFields,
  documentLife,
  option,
  type Preset,
  reference,
  reversed,
  text,
} from '@voltloop/resource-kit';
import { named } from '../names.ts';

const { no, day, status, pieces, kg, postedAt, remark } = documentFields;
const mass = { scale: 3, max: 10_000_000, unit: 'kg' } as const;
const found = { ...mass, server: true } as const;

/** A step of recycling: its input, and the resulting lots, parts, residue and loss. */
export const recyclingRun = defineResource({
  ...named('recyclingRun'),
  path: '/recyclingRun',
  table: 'recycling_runs',
  title: 'no',
  untitled: true,
  fields: {
    no,
    preset: option('Step', '工序', 'recyclingStep', { required: true }),
    day,
    status,
    processRoute: option('Process route', '工艺路线', 'processRoute', {
      when: { field: 'preset', is: ['crush', 'hydro'] },
    }),
    storeId: reference('Store of what goes in', '投料仓库', 'store', { required: true }),
    toStoreId: reference('Store of what comes out', '产出仓库', 'store', { required: true }),
    operator: text('Operator', '操作员', { max: 50 }),
    addedKg: decimal('Reagents added', '辅料投入量', {
      ...mass,
      hint: { en: 'Acid, soda, water and other goods without a lot', zh: '酸、碱、水等未建批次的物料' },
      when: { field: 'preset', is: ['crush', 'hydro'] },
    }),
    lossKg: decimal('Loss', '损耗', {
      ...mass,
      hint: {
        en: 'Of dry substance: dust, electrolyte, gas; the water that is gone follows from the moisture of the lines',
        zh: '干基损耗：粉尘、电解液、废气等；水分差额按明细含水率自动计算',
      },
    }),
    energyKwh: decimal('Energy', '耗电量', { scale: 2, max: 100_000_000, unit: 'kWh' }),
    waterReusePct: decimal('Waste water reused', '废水回用率', {
      scale: 2,
      max: 100,
      unit: '%',
      when: { field: 'preset', is: ['hydro'] },
    }),
    outKg: decimal('Out', '产出重量', found),
    residueKg: decimal('Residue', '残渣', found),
    waterKg: decimal('Water gone', '水分减少', { ...found, min: -10_000_000 }),
    differenceKg: decimal('Difference', '平衡差额', { ...found, min: -10_000_000 }),
    pieces: { ...pieces, label: { en: 'Pieces in', zh: '投入件数' } },
    kg: { ...kg, label: { en: 'In', zh: '投入重量' } },
    postedAt,
    remark,
    reversesId: reversed('recyclingRun'),
  },
  list: {
    columns: ['no', 'preset', 'day', 'storeId', 'kg', 'outKg', 'differenceKg', 'status'],
    search: ['no', 'operator', 'remark'],
  },
  form: [
    {
      title: { en: 'Run', zh: '基本信息' },
      fields: ['no', 'preset', 'day', 'processRoute', 'storeId', 'toStoreId', 'operator'],
    },
    {
      title: { en: 'Balance', zh: '物料平衡' },
      fields: ['kg', 'addedKg', 'outKg', 'residueKg', 'lossKg', 'waterKg', 'differenceKg'],
    },
    {
      title: { en: 'Energy, water, remark', zh: '能耗与备注' },
      fields: ['energyKwh', 'waterReusePct', 'pieces', 'postedAt', 'remark'],
    },
  ],
  life: documentLife('none'),
  without: ['import'],
});

const store = { at: 'store', field: 'storeId' } as const;
const step = (en: string, zh: string, more: Partial<Preset> = {}): Preset => ({
  words: { en, zh },
  from: store,
  to: { at: 'recycled' },
  does: 'recycle',
  conditions: ['available', 'test', 'scrapped'],
  ...more,
});

export const recyclingRunKind: DocumentKind = {
  resource: recyclingRun,
  prefix: 'ZS',
  approval: 'none',
  columns: ['side', 'code', 'lot', 'pieces', 'kg', 'moisture', 'location', 'remark'],
  presets: {
    dismantle: step('Dismantling', '拆解'),
    crush: step('Crushing and separation', '破碎分选'),
    hydro: step('Hydrometallurgy', '湿法冶金'),
    mix: step('Mixing of lots', '混批', { goods: 'byMass' }),
    // Discharging does not change the goods; they move to the store of the next step.
    discharge: step('Discharge', '放电', {
      to: { at: 'store', field: 'toStoreId' },
      does: undefined,
      columns: ['code', 'lot', 'kg', 'location', 'remark'],
    }),
  },
};
