import {
  type DocumentKind,
  decimal,
  defineDocument,
  documentLife,
  option,
  reference,
  text,
} from '@voltloop/resource-kit';
import { named } from '../names.ts';

const available = ['available'];

/** Goods that leave: sold, handed over, returned, or issued to production. */
export const issue = defineDocument({
  ...named('issue'),
  path: '/issue',
  table: 'issues',
  preset: option('Kind', '出库类型', 'issueKind', { required: true }),
  fields: {
    storeId: reference('Store', '仓库', 'store', { required: true }),
    customerId: reference('Customer', '去向客户', 'customer'),
    enterpriseId: reference('Receiver', '去向企业', 'enterprise'),
    orderId: reference('Order', '销售订单', 'order', {
      among: { clientId: 'customerId' },
      when: { field: 'preset', is: ['sale'] },
    }),
    declaredUse: option('Declared use', '申报用途', 'echelonUseType', {
      when: { field: 'preset', is: ['sale'] },
    }),
    carrierId: reference('Carrier', '承运单位', 'enterprise'),
    plate: text('Plate', '车牌号', { max: 20, as: 'plate' }),
    driverId: reference('Driver', '驾驶员', 'driver'),
    escortId: reference('Escort', '押运员', 'driver'),
    waybillNo: text('Dangerous goods waybill', '危险货物运单号', { max: 50 }),
    filingNo: text('Filing of the transfer between provinces', '跨省转移备案号', { max: 60 }),
    weighTicketNo: text('Weigh ticket', '磅单号', { max: 50 }),
    grossKg: decimal('Gross', '毛重', { scale: 3, max: 1_000_000, unit: 'kg' }),
    tareKg: decimal('Tare', '皮重', { scale: 3, max: 1_000_000, unit: 'kg' }),
  },
  list: {
    columns: ['no', 'preset', 'day', 'storeId', 'customerId', 'enterpriseId', 'kg', 'pieces', 'status'],
    search: ['no', 'waybillNo', 'plate', 'remark'],
  },
  form: [
    { title: { en: 'Issue', zh: '基本信息' }, fields: ['no', 'preset', 'day', 'storeId'] },
    {
      title: { en: 'Receiver', zh: '去向' },
      fields: ['customerId', 'enterpriseId', 'orderId', 'declaredUse'],
    },
    {
      title: { en: 'Carriage', zh: '运输' },
      fields: ['carrierId', 'plate', 'driverId', 'escortId', 'waybillNo', 'filingNo'],
    },
    { title: { en: 'Weighing', zh: '过磅' }, fields: ['weighTicketNo', 'grossKg', 'tareKg'] },
  ],
  life: documentLife('another', { overridden: true, posting: '确认出库' }),
});

const store = { at: 'store', field: 'storeId' } as const;
const toEnterprise = { at: 'outside', fields: ['enterpriseId'] } as const;

export const issueKind: DocumentKind = {
  resource: issue,
  prefix: 'CK',
  approval: 'another',
  claims: 'submitted',
  columns: ['code', 'lot', 'kg', 'unitPrice', 'remark'],
  presets: {
    sale: {
      words: { en: 'Sale', zh: '销售出库' },
      from: store,
      to: { at: 'outside', fields: ['customerId'] },
      conditions: available,
      required: ['customerId'],
      trades: 'sale',
      reports: { recycled: 10 },
    },
    vehicle: {
      words: { en: 'From scrapped vehicles', zh: '整车报废电池出库' },
      from: store,
      to: toEnterprise,
      required: ['enterpriseId'],
      reports: { coded: 2 },
    },
    handover: {
      words: { en: 'Hand-over of scrap', zh: '报废移交' },
      from: store,
      to: toEnterprise,
      conditions: ['scrapped'],
      required: ['enterpriseId'],
      reports: { recycled: 10 },
    },
    supplier: {
      words: { en: 'Return to supplier', zh: '采购退货' },
      from: store,
      to: toEnterprise,
      required: ['enterpriseId'],
    },
    production: {
      words: { en: 'Issue to production', zh: '生产领料' },
      from: store,
      to: { at: 'production' },
      conditions: available,
    },
    recycling: {
      words: { en: 'Issue to recycling', zh: '再生利用出库' },
      from: store,
      to: { at: 'recycled' },
      conditions: ['available', 'test', 'scrapped'],
    },
  },
};
