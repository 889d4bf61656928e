import { phone } from '@voltloop/domain/checks/index.ts';
import { decimal, defineResource, option, reference, region, text } from '@voltloop/resource-kit';
import { enabledLife, enabledTones, offeredEnabled } from '../life.ts';
import { named } from '../names.ts';
import { permitExpiry, permits, permitWarnings } from '../permits.ts';

/** Sites that take in, store, dismantle or process retired batteries (interpretations B18, B38). */
export const recycleSite = defineResource({
  ...named('recycleSite'),
  path: '/recycle/site',
  table: 'recycle_sites',
  title: 'name',
  fields: {
    name: text('Name', '网点名称', { max: 100, required: true }),
    code: text('Code', '网点编号', { max: 30, code: true }),
    kind: option('Kind', '网点类型', 'siteKind'),
    enterpriseId: reference('Enterprise', '所属企业', 'enterprise'),
    region: region('Region', '所在地区'),
    address: text('Address', '详细地址', { max: 200, required: true }),
    longitude: decimal('Longitude', '经度', { scale: 6, min: -180, max: 180, unit: '°' }),
    latitude: decimal('Latitude', '纬度', { scale: 6, min: -90, max: 90, unit: '°' }),
    contact: text('Contact', '负责人', { max: 50, personal: 'name' }),
    phone: text('Phone', '联系电话', { max: 30, as: 'phone', checks: [phone], personal: 'phone' }),
    capacityTpa: decimal('Yearly capacity', '年处理能力', { scale: 3, max: 10_000_000, unit: 't/a' }),
    storageLimitKg: decimal('Storage limit', '贮存上限', { scale: 3, max: 1_000_000_000, unit: 'kg' }),
    permits,
    permitExpiry,
    remark: text('Remark', '备注', { max: 500, long: true }),
    status: option('Status', '状态', 'enabled', { tones: enabledTones }),
  },
  related: [
    { resource: 'store', by: 'siteId' },
    { resource: 'collection', by: 'siteId' },
  ],
  summary: ['enterpriseId', 'kind', 'contact', 'phone', 'region', 'address', 'permitExpiry'],
  list: {
    columns: ['name', 'code', 'kind', 'enterpriseId', 'region', 'permitExpiry', 'status'],
    search: ['name', 'code', 'address'],
    query: {
      name: { field: 'name', op: 'contains' },
      kind: { field: 'kind', op: 'equals' },
      enterpriseId: { field: 'enterpriseId', op: 'equals' },
      status: { field: 'status', op: 'equals' },
    },
  },
  form: [
    {
      title: { en: 'Site', zh: '基本信息' },
      fields: ['name', 'code', 'kind', 'enterpriseId', 'capacityTpa', 'storageLimitKg'],
    },
    {
      title: { en: 'Contact and place', zh: '联系方式与地址' },
      fields: ['contact', 'phone', 'region', 'address', 'longitude', 'latitude'],
    },
    {
      title: { en: 'Permits', zh: '资质与许可' },
      fields: ['permits', 'permitExpiry', 'remark'],
    },
  ],
  unique: { recycle_sites_code: ['code'] },
  home: { warnings: permitWarnings(named('recycleSite').one) },
  life: enabledLife,
  lookup: { ...offeredEnabled, hint: 'code' },
});
