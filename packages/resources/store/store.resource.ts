import { chemistryLetters, phone } from '@voltloop/domain/checks/index.ts';
import {
  decimal,
  defineResource,
  integer,
  lines,
  option,
  reference,
  region,
  text,
} from '@voltloop/resource-kit';
import { enabledLife, enabledTones, offeredEnabled } from '../life.ts';
import { named } from '../names.ts';
import { weighLimits } from '../weigh-limits.ts';

/** A store of batteries: its capacity and its locations. */
export const store = defineResource({
  ...named('store'),
  path: '/store',
  table: 'stores',
  title: 'name',
  fields: {
    code: text('Code', '仓库编号', { max: 30, code: true, required: true }),
    name: text('Name', '仓库名称', { max: 100, required: true }),
    kind: option('Kind', '仓库类型', 'storeKind', { required: true }),
    siteId: reference('Site', '所属网点', 'recycleSite'),
    region: region('Region', '所在地区'),
    address: text('Address', '详细地址', { max: 200 }),
    longitude: decimal('Longitude', '经度', { scale: 6, min: -180, max: 180, unit: '°' }),
    latitude: decimal('Latitude', '纬度', { scale: 6, min: -90, max: 90, unit: '°' }),
    manager: text('Keeper', '仓库管理员', { max: 50, personal: 'name' }),
    phone: text('Phone', '联系电话', { max: 30, as: 'phone', checks: [phone], personal: 'phone' }),
    areaM2: decimal('Area', '面积', { scale: 2, max: 10_000_000, unit: 'm²' }),
    capacityKg: decimal('Capacity by mass', '重量上限', { scale: 3, max: 1_000_000_000, unit: 'kg' }),
    capacityPcs: integer('Capacity in pieces', '件数上限', { max: 100_000_000 }),
    tempLimit: decimal('Highest temperature', '温度上限', { scale: 1, min: -50, max: 100, unit: '℃' }),
    humidityLimit: decimal('Highest humidity', '湿度上限', { scale: 1, max: 100, unit: '%RH' }),
    ...weighLimits,
    fireClass: option('Fire hazard class', '火灾危险性类别', 'fireClass'),
    locations: lines('Places', '库位', {
      most: 500,
      of: {
        code: text('Code', '库位编号', { max: 30, code: true, required: true }),
        maxKg: decimal('Bears', '承重', { scale: 3, max: 1_000_000, unit: 'kg' }),
        chemistries: text('Allowed battery types', '允许的电池类型', {
          max: 15,
          code: true,
          as: 'chemistries',
          checks: [chemistryLetters],
          hint: { en: 'Empty allows all', zh: '留空表示不限' },
        }),
        note: text('Note', '说明', { max: 100 }),
      },
    }),
    remark: text('Remark', '备注', { max: 500, long: true }),
    status: option('Status', '状态', 'enabled', { tones: enabledTones }),
  },
  related: [
    { resource: 'battery', by: 'storeId' },
    { resource: 'receipt', by: 'storeId' },
    { resource: 'issue', by: 'storeId' },
    { resource: 'movement', by: 'storeId', title: { en: 'Moves out', zh: '移出' } },
    { resource: 'movement', by: 'toStoreId', title: { en: 'Moves in', zh: '移入' } },
  ],
  summary: ['siteId', 'kind', 'manager', 'phone', 'region', 'address'],
  list: {
    columns: ['code', 'name', 'kind', 'siteId', 'manager', 'capacityKg', 'capacityPcs', 'status'],
    sort: { field: 'code' },
    search: ['name', 'code', 'address'],
    query: {
      name: { field: 'name', op: 'contains' },
      kind: { field: 'kind', op: 'equals' },
      siteId: { field: 'siteId', op: 'equals' },
      status: { field: 'status', op: 'equals' },
    },
  },
  form: [
    {
      title: { en: 'Store', zh: '基本信息' },
      fields: ['code', 'name', 'kind', 'siteId'],
    },
    {
      title: { en: 'Contact and place', zh: '联系方式与地址' },
      fields: ['manager', 'phone', 'region', 'address', 'longitude', 'latitude'],
    },
    {
      title: { en: 'Limits', zh: '容量与环境' },
      fields: ['areaM2', 'capacityKg', 'capacityPcs', 'tempLimit', 'humidityLimit', 'fireClass'],
    },
    {
      title: { en: 'Weigh ticket against lines', zh: '磅单与明细的允许差异' },
      fields: ['weighCodedWarnPct', 'weighCodedRefusePct', 'weighMassWarnPct', 'weighMassRefusePct'],
    },
    { title: { en: 'Places and remark', zh: '库位与备注' }, fields: ['locations', 'remark'] },
  ],
  unique: { stores_code: ['code'] },
  life: enabledLife,
  lookup: { ...offeredEnabled, hint: 'code' },
});
