import { businessDay, invoiceNo } from '@voltloop/domain/checks/index.ts';
import {
  date,
  decimal,
  defineResource,
  files,
  integer,
  lines,
  option,
  reference,
  sumOver,
  text,
} from '@voltloop/resource-kit';
import { named } from '../names.ts';
import { PRICE_SCALE } from '../order/order-amounts.ts';
import { lineNet, lineTax, lineTotal } from './invoice-amounts.ts';

const money = { scale: 2, min: -100_000_000_000, max: 100_000_000_000, unit: '¥' } as const;
const bought = { field: 'direction', is: ['in', 'reverse'] };
const drawn = { callsOnly: true } as const;

/** Fields of a line. Prices include the tax. */
const line = {
  goods: text('Goods or service', '货物或应税劳务名称', { max: 100, required: true }),
  spec: text('Specification', '规格型号', { max: 40 }),
  unit: text('Unit', '单位', { max: 10 }),
  quantity: decimal('Quantity', '数量', { scale: 3, min: -10_000_000, max: 10_000_000, required: true }),
  unitPrice: decimal('Unit price with tax', '含税单价', {
    scale: PRICE_SCALE,
    // A settlement by metal content is one unit at its whole amount.
    max: money.max,
    unit: '¥',
    required: true,
  }),
  taxRate: option('Tax rate', '税率', 'taxRate', { required: true, initial: 13 }),
  net: decimal('Net', '不含税金额', { ...money, calculated: lineNet }),
  tax: decimal('Tax', '税额', { ...money, calculated: lineTax }),
  total: decimal('Total', '价税合计', { ...money, calculated: lineTotal }),
  /** The delivery that the line invoices. */
  deliveryId: text('Delivery', '出库批次', { max: 36, ...drawn }),
  /** The line of the original that a credit invoice credits, from 1. */
  originalPlace: integer('Line of the original', '原发票行号', { min: 1, max: 500, ...drawn }),
};

/**
 * Invoices issued to customers, received from suppliers, and issued on behalf of sellers (interpretation B18,
 * decision 32).
 */
export const invoice = defineResource({
  ...named('invoice'),
  path: '/invoice',
  table: 'invoices',
  title: 'no',
  fields: {
    no: text('Number', '开票单号', { max: 30, server: true }),
    direction: option('Direction', '开票方向', 'invoiceDirection', {
      required: true,
      fixed: true,
      initial: 'out',
    }),
    invoiceType: option('Type', '发票类型', 'invoiceType', { required: true, initial: 1 }),
    clientId: reference('Customer', '客户', 'customer', { required: true, or: 'enterpriseId' }),
    enterpriseId: reference('Supplier', '供应商', 'enterprise', {
      required: true,
      or: 'clientId',
      when: { field: 'direction', is: ['in'] },
    }),
    orderId: reference('Order', '订单', 'order', {
      among: { clientId: 'clientId' },
      when: { field: 'direction', is: ['out'] },
    }),
    receiptId: reference('Receipt', '入库单', 'receipt', { when: bought }),
    collectionId: reference('Collection', '回收单', 'collection', {
      among: { enterpriseId: 'enterpriseId', clientId: 'clientId' },
      when: bought,
    }),
    originalId: reference('Credits', '红冲的原发票', 'invoice', { server: true }),
    partyName: text('Name on the invoice', '发票抬头', { max: 100, server: true }),
    partyTaxNo: text('Tax number', '纳税人识别号', { max: 20, server: true }),
    lines: lines('Invoice lines', '发票明细', { most: 500, begun: true, of: line }),
    net: decimal('Net', '不含税金额', { ...money, server: true, calculated: sumOver('lines', lineNet) }),
    tax: decimal('Tax', '税额', { ...money, server: true, calculated: sumOver('lines', lineTax) }),
    total: decimal('Total', '价税合计', { ...money, server: true, calculated: sumOver('lines', lineTotal) }),
    totalText: text('Total in capitals', '价税合计（大写）', { max: 100, server: true }),
    credited: decimal('Credited', '已红冲金额', { ...money, server: true }),
    invoiceNo: text('Invoice number', '发票号码', { max: 20, code: true, server: true, checks: [invoiceNo] }),
    issuedOn: date('Issued on', '开票日期', { server: true, today: true, checks: [businessDay] }),
    files: files('Files', '发票文件', {
      most: 5,
      hint: { en: 'PDF, OFD, XML or a picture', zh: '支持 PDF、OFD、XML 或图片' },
    }),
    remark: text('Remark', '备注', { max: 230, long: true }),
    status: option('Status', '开票状态', 'invoiceStatus', {
      tones: { draft: 'info', issued: 'ok', credited: 'neutral', cancelled: 'neutral' },
    }),
  },
  list: {
    columns: ['no', 'direction', 'partyName', 'invoiceType', 'total', 'invoiceNo', 'issuedOn', 'status'],
    search: ['no', 'invoiceNo', 'partyName', 'remark'],
    query: {
      clientId: { field: 'clientId', op: 'equals' },
      invoiceType: { field: 'invoiceType', op: 'equals' },
      status: { field: 'status', op: 'equals' },
    },
  },
  form: [
    {
      title: { en: 'Invoice', zh: '发票信息' },
      fields: ['no', 'direction', 'invoiceType', 'invoiceNo', 'issuedOn', 'originalId'],
    },
    {
      title: { en: 'Other party', zh: '往来单位' },
      fields: ['clientId', 'enterpriseId', 'orderId', 'collectionId', 'receiptId', 'partyName', 'partyTaxNo'],
    },
    {
      title: { en: 'Goods and amounts', zh: '明细与金额' },
      fields: ['lines', 'net', 'tax', 'total', 'totalText', 'credited'],
    },
    { title: { en: 'Files and remark', zh: '附件与备注' }, fields: ['files', 'remark'] },
  ],
  unique: { invoices_no: ['invoiceNo'], invoices_credit: ['originalId'] },
  related: [{ resource: 'invoice', by: 'originalId', title: { en: 'Credit invoices', zh: '红字发票' } }],
  life: {
    field: 'status',
    start: 'draft',
    editable: ['draft'],
    steps: {
      issue: {
        label: { en: 'Issue', zh: '开具' },
        from: ['draft'],
        to: 'issued',
        leads: true,
        input: { invoiceNo: 'required', issuedOn: 'required', files: 'optional' },
      },
      cancel: { label: { en: 'Cancel', zh: '取消' }, from: ['draft'], to: 'cancelled', danger: true },
    },
  },
  without: ['import'],
});
