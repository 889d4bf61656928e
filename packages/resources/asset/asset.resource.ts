import { decimal, defineResource, option, reference, text } from '@voltloop/resource-kit';
import { named } from '../names.ts';

const isBattery = { field: 'kind', is: [1] };
const isDevice = { field: 'kind', is: [2] };

/** An owned asset in the books: a battery, a device, or something else (interpretation B18). */
export const asset = defineResource({
  ...named('asset'),
  path: '/asset',
  table: 'assets',
  title: 'assetNo',
  fields: {
    assetNo: text('Asset number', '资产编号', { max: 40, code: true, required: true }),
    name: text('Name', '资产名称', { max: 100, required: true }),
    kind: option('Kind', '资产类型', 'assetKind', { required: true }),
    batteryId: reference('Battery', '电池', 'battery', { required: true, when: isBattery }),
    deviceId: reference('Device', '设备', 'device', { required: true, when: isDevice }),
    enterpriseId: reference('Owner', '产权单位', 'enterprise'),
    storeId: reference('Store', '存放仓库', 'store'),
    value: decimal('Value', '资产价值', { scale: 2, max: 999_999_999_999, unit: '¥' }),
    state: option('State', '状态', 'assetState', {
      tones: { in_use: 'ok', idle: 'info', disposed: 'neutral' },
    }),
    remark: text('Remark', '备注', { max: 500, long: true }),
  },
  summary: ['enterpriseId', 'storeId', 'batteryId', 'deviceId', 'value'],
  list: {
    columns: ['assetNo', 'name', 'kind', 'batteryId', 'deviceId', 'enterpriseId', 'value', 'state'],
    search: ['assetNo', 'name'],
    query: {
      assetNo: { field: 'assetNo', op: 'contains' },
      name: { field: 'name', op: 'contains' },
      kind: { field: 'kind', op: 'equals' },
      state: { field: 'state', op: 'equals' },
    },
  },
  form: [
    {
      title: { en: 'Asset', zh: '基本信息' },
      fields: ['assetNo', 'name', 'kind', 'batteryId', 'deviceId', 'state'],
    },
    {
      title: { en: 'Owner and value', zh: '产权与价值' },
      fields: ['enterpriseId', 'storeId', 'value', 'remark'],
    },
  ],
  unique: { assets_no: ['assetNo'], assets_battery: ['batteryId'], assets_device: ['deviceId'] },
  life: {
    field: 'state',
    start: 'in_use',
    editable: ['in_use', 'idle'],
    steps: {
      idle: { label: { en: 'Set idle', zh: '转为闲置' }, from: ['in_use'], to: 'idle' },
      use: { label: { en: 'Put into use', zh: '投入使用' }, from: ['idle'], to: 'in_use', leads: true },
      dispose: {
        label: { en: 'Dispose of', zh: '处置' },
        from: ['in_use', 'idle'],
        to: 'disposed',
        danger: true,
        causes: ['endOfLife', 'damage', 'lost', 'sold', 'other'],
      },
    },
  },
  lookup: { hint: 'name' },
});
