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

/** Goods that come in from outside: coded batteries and goods by mass. */
export const receipt = defineDocument({
  ...named('receipt'),
  path: '/receipt',
  table: 'receipts',
  preset: option('Kind', '入库类型', 'receiptKind', { required: true }),
  fields: {
    storeId: reference('Store', '仓库', 'store', { required: true }),
    enterpriseId: reference('Supplier', '来源企业', 'enterprise'),
    customerId: reference('Customer', '来源客户', 'customer'),
    collectionId: reference('Collection', '回收单', 'collection', {
      when: { field: 'preset', is: ['collection'] },
      among: { enterpriseId: 'enterpriseId', clientId: 'customerId' },
    }),
    contractNo: text('Contract', '合同编号', { max: 50 }),
    plate: text('Plate', '车牌号', { max: 20, as: 'plate' }),
    driverId: reference('Driver', '驾驶员', 'driver'),
    weighTicketNo: text('Weigh ticket', '磅单号', { max: 50 }),
    grossKg: decimal('Gross', '毛重', { scale: 3, max: 1_000_000, unit: 'kg' }),
    tareKg: decimal('Tare', '皮重', { scale: 3, max: 1_000_000, unit: 'kg' }),
  },
  list: {
    columns: ['no', 'preset', 'day', 'storeId', 'enterpriseId', 'kg', 'pieces', 'status'],
    search: ['no', 'weighTicketNo', 'plate', 'remark'],
  },
  form: [
    { title: { en: 'Receipt', zh: '基本信息' }, fields: ['no', 'preset', 'day', 'storeId'] },
    {
      title: { en: 'Source', zh: '来源' },
      fields: ['enterpriseId', 'customerId', 'collectionId', 'contractNo', 'plate', 'driverId'],
    },
    { title: { en: 'Weighing', zh: '过磅' }, fields: ['weighTicketNo', 'grossKg', 'tareKg'] },
  ],
  life: documentLife('none', { overridden: true, posting: '确认入库' }),
});

const outside = { at: 'outside', fields: ['enterpriseId', 'customerId'] } as const;
const store = { at: 'store', field: 'storeId' } as const;
const incoming = {
  from: outside,
  to: store,
  makesBatteries: true,
  reports: { coded: 8, byMass: 9 },
} as const;

export const receiptKind: DocumentKind = {
  resource: receipt,
  prefix: 'RK',
  approval: 'none',
  columns: ['code', 'lot', 'pieces', 'kg', 'location', 'condition', 'remark'],
  presets: {
    purchase: { words: { en: 'Purchase', zh: '采购入库' }, ...incoming, required: ['enterpriseId'] },
    collection: { words: { en: 'Collection', zh: '回收入库' }, ...incoming, arrives: 'test' },
    return: {
      words: { en: 'Return from customer', zh: '销售退货' },
      from: outside,
      to: store,
      required: ['customerId'],
      trades: 'return',
    },
    vehicle: {
      words: { en: 'From scrapped vehicles', zh: '整车报废电池入库' },
      ...incoming,
      arrives: 'test',
      reports: { coded: 1 },
    },
    production: {
      words: { en: 'Return from production', zh: '生产退料入库' },
      from: { at: 'production' },
      to: store,
    },
  },
};
