import {
  date,
  decimal,
  defineResource,
  integer,
  lines,
  option,
  reference,
  sumOver,
  text,
  type UnitOfRow,
} from '@voltloop/resource-kit';
import { metalFields } from '../metal-price.ts';
import { named } from '../names.ts';
import { orderedAmount } from './order-amounts.ts';

const unshipped = { field: 'state', is: ['1'] };
/** The flat fields of the specification, which repeat the lines (decision 32). */
const flat = { callsOnly: true } as const;
/** The quantities of all lines together, in a column of 32 bits. */
const summed = 2_000_000_000;
/** The flat quantities are those of the lines in the unit of the first one. */
const unitOfRow: UnitOfRow = {
  label: { en: 'Unit', zh: '计量单位' },
  list: 'orderUnit',
  of: ({ lines }) => {
    const unit = (lines as readonly { unit?: string }[])[0]?.unit ?? 'piece';
    // Its quantity is in kilograms; only its price is by metal content.
    return unit === 'metal' ? 'kg' : unit;
  },
};
const money = { scale: 2, max: 100_000_000_000_000, unit: '¥' } as const;

/** Fields of a line: a product, or goods by mass of a material. */
const line = {
  productType: option('Product type', '产品类型', 'productType'),
  material: option('Material', '材料形态', 'lotMaterial', { when: { field: 'unit', is: ['kg', 'metal'] } }),
  categoryId: reference('Category', '产品类别', 'deviceCategory', { among: { productType: 'productType' } }),
  cascadeType: option('Form of use', '梯次利用方式', 'cascadeType'),
  quantity: decimal('Quantity', '数量', { scale: 3, min: 0.001, max: 10_000_000, required: true }),
  unit: option('Unit', '计量单位', 'orderUnit', { required: true, initial: 'piece' }),
  unitPrice: decimal('Unit price', '单价', {
    scale: 4,
    max: 9_999_999,
    unit: '¥',
    when: { field: 'unit', is: ['piece', 'kg', 'kwh'] },
  }),
  ...metalFields({ when: { field: 'unit', is: ['metal'] } }),
  amount: decimal('Amount', '金额', { ...money, calculated: orderedAmount }),
};

/**
 * Customer orders (interpretation B16, decisions 32, 50). The database assigns the number (0034); shipments change
 * the state.
 */
export const order = defineResource({
  ...named('order'),
  path: '/order',
  table: 'orders',
  title: 'orderNo',
  fields: {
    orderNo: text('Order number', '订单编号', { max: 20, server: true }),
    customerType: option('Customer type', '客户类型', 'customerType'),
    clientId: reference('Customer', '客户', 'customer', {
      required: true,
      among: { customerType: 'customerType' },
    }),
    productType: option('Product type', '产品类型', 'productType', flat),
    categoryId: reference('Category', '产品类别', 'deviceCategory', {
      among: { productType: 'productType' },
      ...flat,
    }),
    cascadeType: option('Form of use', '梯次利用方式', 'cascadeType', flat),
    quantity: integer('Quantity', '订购数量', { min: 1, max: summed, unitOfRow, ...flat }),
    shippedQuantity: integer('Shipped', '已出库数量', { max: summed, unitOfRow, server: true, ...flat }),
    unitPrice: decimal('Unit price', '单价', { scale: 4, max: 9_999_999, unit: '¥', ...flat }),
    lines: lines('Order lines', '订单明细', { most: 200, begun: true, of: line }),
    amount: decimal('Amount', '金额合计', {
      ...money,
      server: true,
      calculated: sumOver('lines', orderedAmount),
    }),
    tolerancePct: decimal('Tolerance by mass and energy', '溢短装允差', {
      scale: 2,
      max: 10,
      unit: '%',
      hint: { en: 'Empty: 1 %', zh: '留空为 1 %，适用于按 kg、kWh 计量的明细' },
    }),
    invoiceType: option('Invoice', '发票类型', 'invoiceType'),
    deliveryDate: date('Deliver by', '交货日期'),
    address: text('Delivery address', '收货地址', { max: 200, personal: 'address' }),
    remark: text('Remark', '备注', { max: 500, long: true }),
    state: option('Outbound state', '出库状态', 'orderState', {
      server: true,
      tones: { 1: 'info', 2: 'warning', 3: 'ok' },
    }),
    status: option('Status', '订单状态', 'orderStatus', { tones: { 1: 'ok', 2: 'neutral', 3: 'neutral' } }),
  },
  list: {
    columns: [
      'orderNo',
      'clientId',
      'quantity',
      'shippedQuantity',
      'amount',
      'deliveryDate',
      'state',
      'status',
    ],
    search: ['orderNo', 'address', 'remark'],
    query: {
      clientId: { field: 'clientId', op: 'equals' },
      orderNo: { field: 'orderNo', op: 'contains' },
      productType: { field: 'productType', op: 'equals' },
      state: { field: 'state', op: 'equals' },
      status: { field: 'status', op: 'equals' },
    },
  },
  form: [
    {
      title: { en: 'Order and customer', zh: '订单与客户' },
      fields: ['orderNo', 'customerType', 'clientId'],
    },
    {
      title: { en: 'Goods', zh: '订购内容' },
      fields: ['lines', 'amount', 'tolerancePct', 'state'],
    },
    {
      title: { en: 'Delivery and invoice', zh: '交货与开票' },
      fields: ['deliveryDate', 'address', 'invoiceType', 'remark'],
    },
  ],
  home: {
    warnings: [
      {
        name: 'late',
        words: { en: 'Orders not wholly shipped after their day', zh: '已过交货日期仍未全部出库的订单' },
        tone: 'warning',
        filter: (day) => [
          { field: 'deliveryDate', op: 'to', value: day(0) },
          { field: 'state', op: 'in', value: ['1', '2'] },
          { field: 'status', op: 'equals', value: 1 },
        ],
        date: 'deliveryDate',
      },
      {
        name: 'dueSoon',
        words: { en: 'Orders to be shipped within 7 days', zh: '7 天内应交货的订单' },
        tone: 'info',
        filter: (day) => [
          { field: 'deliveryDate', op: 'from', value: day(0) },
          { field: 'deliveryDate', op: 'to', value: day(8) },
          { field: 'state', op: 'in', value: ['1', '2'] },
          { field: 'status', op: 'equals', value: 1 },
        ],
        date: 'deliveryDate',
      },
    ],
  },
  related: [
    { resource: 'issue', by: 'orderId' },
    { resource: 'invoice', by: 'orderId' },
  ],
  life: {
    field: 'status',
    start: 1,
    editable: [1],
    // While nothing has been shipped.
    editableWhen: unshipped,
    steps: {
      cancel: {
        label: { en: 'Cancel the order', zh: '取消订单' },
        from: [1],
        to: 2,
        when: unshipped,
        danger: true,
      },
      close: {
        label: { en: 'Close short', zh: '短交关闭' },
        from: [1],
        to: 3,
        when: { field: 'state', is: ['2'] },
        danger: true,
        reason: true,
      },
      reopen: { label: { en: 'Reopen', zh: '重新打开' }, from: [3], to: 1, confirm: true },
    },
  },
});
