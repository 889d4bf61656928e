import { iccid, imsi, msisdn } from '@voltloop/domain/checks/index.ts';
import { date, defineResource, integer, option, reference, text } from '@voltloop/resource-kit';
import { named } from '../names.ts';

/** A SIM card and its device (interpretation B18). */
export const sim = defineResource({
  ...named('sim'),
  path: '/sim',
  table: 'sims',
  title: 'iccid',
  fields: {
    iccid: text('ICCID', 'ICCID 卡号', { max: 20, code: true, required: true, checks: [iccid] }),
    imsi: text('IMSI', 'IMSI', { max: 15, code: true, checks: [imsi] }),
    msisdn: text('Number', '卡号码（MSISDN）', { max: 15, code: true, checks: [msisdn] }),
    operator: option('Operator', '运营商', 'simOperator', { required: true }),
    plan: text('Plan', '套餐', { max: 60 }),
    dataQuotaMb: integer('Data per month', '每月流量', { max: 100_000_000, unit: 'MB' }),
    apn: text('APN', 'APN', { max: 100 }),
    activateDate: date('Active since', '激活日期'),
    expireDate: date('Expires on', '到期日期'),
    deviceId: reference('Device', '所在设备', 'device'),
    status: option('Status', '状态', 'simStatus', {
      tones: { inventory: 'info', active: 'ok', suspended: 'warning', retired: 'neutral' },
    }),
    remark: text('Remark', '备注', { max: 500, long: true }),
  },
  summary: ['deviceId', 'operator', 'msisdn', 'plan', 'expireDate'],
  list: {
    columns: ['iccid', 'msisdn', 'operator', 'plan', 'deviceId', 'expireDate', 'status'],
    search: ['iccid', 'msisdn', 'imsi'],
    query: {
      iccid: { field: 'iccid', op: 'contains' },
      operator: { field: 'operator', op: 'equals' },
      status: { field: 'status', op: 'equals' },
      deviceId: { field: 'deviceId', op: 'equals' },
    },
  },
  form: [
    { title: { en: 'Card', zh: '卡片信息' }, fields: ['iccid', 'imsi', 'msisdn', 'operator', 'status'] },
    {
      title: { en: 'Contract', zh: '套餐与有效期' },
      fields: ['plan', 'dataQuotaMb', 'apn', 'activateDate', 'expireDate'],
    },
    { title: { en: 'Where it is', zh: '使用位置' }, fields: ['deviceId', 'remark'] },
  ],
  unique: { sims_iccid: ['iccid'], sims_one_active: ['deviceId'] },
  home: {
    warnings: [
      {
        name: 'expiring',
        words: {
          en: 'SIM cards that expire within 30 days or have expired',
          zh: 'SIM 卡将在 30 天内到期或已过期',
        },
        tone: 'warning',
        filter: (day) => [
          { field: 'expireDate', op: 'to', value: day(31) },
          { field: 'status', op: 'in', value: ['active', 'suspended'] },
        ],
        date: 'expireDate',
      },
      {
        name: 'unassigned',
        words: { en: 'Active SIM cards in no device', zh: '已激活但未装入设备的 SIM 卡' },
        tone: 'info',
        filter: () => [
          { field: 'deviceId', op: 'empty' },
          { field: 'status', op: 'equals', value: 'active' },
        ],
      },
    ],
  },
  life: {
    field: 'status',
    start: 'inventory',
    editable: ['inventory', 'active', 'suspended'],
    steps: {
      activate: { label: { en: 'Activate', zh: '激活' }, from: ['inventory'], to: 'active', leads: true },
      suspend: { label: { en: 'Suspend', zh: '停机' }, from: ['active'], to: 'suspended' },
      resume: { label: { en: 'Resume', zh: '复机' }, from: ['suspended'], to: 'active', leads: true },
      retire: {
        label: { en: 'Retire', zh: '销卡' },
        from: ['inventory', 'active', 'suspended'],
        to: 'retired',
        confirm: true,
      },
    },
  },
});
