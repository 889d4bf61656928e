import { webAddress } from '@voltloop/domain/checks/index.ts';
import { date, defineResource, option, reference, text } from '@voltloop/resource-kit';
import { named } from '../names.ts';

const living = ['original', 'reused', 'repurposed', 'remanufactured', 'waste'] as const;

/**
 * The EU passport of one battery (decision 48). Its address is fixed at issue; its status follows from the documents
 * that move the battery.
 */
export const passport = defineResource({
  ...named('passport'),
  path: '/batteryPassport',
  table: 'passports',
  title: 'batteryCode',
  fields: {
    batteryId: reference('Battery', '电池', 'battery', {
      required: true,
      fixed: true,
      hint: {
        en: 'Saving issues the passport: its public page is open at once',
        zh: '保存即签发护照，公开页面随即开放',
      },
    }),
    batteryCode: text('Battery code', '电池编码', { max: 24, code: true, as: 'batteryCode', server: true }),
    modelId: reference('Model', '护照型号', 'passportModel', { required: true }),
    madeAs: option('Placed on the market as', '投放市场时状态', 'passportOrigin', {
      required: true,
      fixed: true,
      initial: 'repurposed',
    }),
    placedOn: date('Placed on the EU market', '投放欧盟市场日期', { required: true, today: true }),
    previousUrl: text('Former passport of another operator', '原护照网址（其他经营者）', {
      max: 500,
      checks: [webAddress],
    }),
    serial: text('Serial', '序列号', { max: 20, server: true }),
    gtin: text('GTIN', '全球贸易项目代码（GTIN）', { max: 14, server: true }),
    remark: text('Remark', '备注', { max: 500, long: true }),
    status: option('Status', '状态', 'passportStatus', {
      server: true,
      tones: {
        original: 'ok',
        reused: 'ok',
        repurposed: 'ok',
        remanufactured: 'ok',
        waste: 'warning',
        ceased: 'neutral',
        withdrawn: 'neutral',
      },
    }),
  },
  list: {
    columns: ['batteryCode', 'modelId', 'madeAs', 'placedOn', 'status', 'gtin', 'serial'],
    search: ['batteryCode', 'serial'],
    query: {
      status: { field: 'status', op: 'equals' },
      modelId: { field: 'modelId', op: 'equals' },
      batteryId: { field: 'batteryId', op: 'equals' },
    },
  },
  form: [
    {
      title: { en: 'Passport', zh: '护照信息' },
      fields: ['batteryId', 'modelId', 'madeAs', 'placedOn', 'previousUrl', 'remark'],
    },
    { title: { en: 'Address', zh: '网址' }, fields: ['serial', 'gtin', 'status'] },
  ],
  unique: { passports_battery: ['batteryId'] },
  life: {
    field: 'status',
    start: 'original',
    editable: living,
    steps: {
      withdraw: {
        label: { en: 'Withdraw', zh: '撤销' },
        from: living,
        to: 'withdrawn',
        confirm: true,
        danger: true,
      },
    },
  },
  rights: [
    { right: 10, label: { en: 'See values of legitimate interest', zh: '查看正当利益方信息' } },
    { right: 11, label: { en: 'See values for authorities', zh: '查看主管机构信息' } },
  ],
  without: ['import', 'delete'],
});
