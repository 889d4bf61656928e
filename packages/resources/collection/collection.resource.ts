import { businessDay, phone } from '@voltloop/domain/checks/index.ts';
import {
  date,
  decimal,
  defineResource,
  files,
  integer,
  lines,
  option,
  reference,
  type Step,
  sumOver,
  text,
} from '@voltloop/resource-kit';
import { metalFields } from '../metal-price.ts';
import { named } from '../names.ts';
import { lineAmount, settledMass } from './collection-amounts.ts';

const money = { scale: 2, max: 100_000_000_000_000, unit: '¥' } as const;
const mass = { scale: 3, max: 10_000_000, unit: 'kg' } as const;
const percent = { scale: 4, max: 100, unit: '%' } as const;
const company = { field: 'customerType', is: [1] };
const byUnit = { field: 'basis', is: ['piece', 'kg', 'kwh'] };
const byEnergy = { field: 'basis', is: ['kwh'] };
const fromQuotation = { server: true } as const;

/** The goods of a line; lines of inspection and settlement take these from the quotation. */
const goods = (must: { required: true } | { server: true }) => ({
  material: option('Material', '材料形态', 'lotMaterial', must),
  chemistry: option('Chemistry', '电池类型', 'chemistry', 'server' in must ? must : {}),
  spec: text('Specification', '规格型号', { ...('server' in must ? must : {}), max: 60 }),
  basis: option('Price', '计价方式', 'priceBasis', { ...must, initial: 'kg' }),
});

const prices = {
  unitPrice: decimal('Unit price', '单价', { scale: 4, max: 9_999_999, unit: '¥', when: byUnit }),
  ...metalFields({ when: { field: 'basis', is: ['metal'] } }),
};

const pieces = { max: 1_000_000, min: 0 } as const;

/** A step with a right of its own. */
const step = (
  right: number,
  en: string,
  zh: string,
  from: readonly string[],
  to: string,
  more: Partial<Step> = {},
): Step => ({ label: { en, zh }, from, to, right, ...more });

/**
 * Used batteries bought from a person or an enterprise: quoted, accepted, received, inspected and settled (decision
 * 36). It moves no goods; receipts and invoices refer to it.
 */
export const collection = defineResource({
  ...named('collection'),
  path: '/collection',
  table: 'collections',
  title: 'no',
  fields: {
    no: text('Number', '单号', { max: 30, server: true }),
    customerType: option('Seller is', '交售方类型', 'customerType', { required: true, initial: 1 }),
    enterpriseId: reference('Enterprise', '交售企业', 'enterprise', {
      required: true,
      or: 'clientId',
      when: company,
    }),
    clientId: reference('Customer', '交售客户', 'customer', {
      required: true,
      or: 'enterpriseId',
      among: { customerType: 'customerType' },
    }),
    siteId: reference('Site', '回收网点', 'recycleSite', { required: true }),
    contact: text('Contact', '联系人', { max: 50, personal: 'name' }),
    phone: text('Phone', '联系电话', { max: 30, as: 'phone', checks: [phone], personal: 'phone' }),
    pickupAddress: text('Pick-up address', '提货地址', { max: 200, personal: 'address' }),
    pickupDate: date('Pick-up', '提货日期'),
    validUntil: date('Valid until', '报价有效期至', { required: true }),
    lines: lines('Quotation lines', '报价明细', {
      most: 200,
      begun: true,
      of: {
        ...goods({ required: true }),
        pieces: integer('Pieces', '件数', pieces),
        kg: decimal('Mass', '重量', mass),
        kwh: decimal('Energy', '电量', { scale: 3, max: 10_000_000, unit: 'kWh', when: byEnergy }),
        ...prices,
        amount: decimal('Amount', '金额', { ...money, calculated: lineAmount('kg') }),
      },
    }),
    amount: decimal('Quoted', '报价金额', {
      ...money,
      server: true,
      calculated: sumOver('lines', lineAmount('kg')),
    }),
    acceptedOn: date('Accepted on', '接受日期', { server: true, today: true, checks: [businessDay] }),
    acceptedBy: text('Accepted by', '接受人', { max: 50, server: true, personal: 'name' }),
    receivedOn: date('Arrived on', '到货日期', { server: true, today: true }),
    plate: text('Plate', '车牌号', { max: 20, as: 'plate', server: true }),
    weighTicketNo: text('Weigh ticket', '磅单号', { max: 50, server: true }),
    inspectedOn: date('Inspected on', '检验日期', { server: true, today: true }),
    inspection: lines('Incoming inspection', '来料检验明细', {
      most: 200,
      server: true,
      follows: ['lines'],
      of: {
        ...goods(fromQuotation),
        pieces: integer('Pieces', '件数', pieces),
        kwh: decimal('Energy', '电量', { scale: 3, max: 10_000_000, unit: 'kWh', when: byEnergy }),
        grossKg: decimal('Gross', '毛重', mass),
        tareKg: decimal('Tare', '皮重', mass),
        rejectedKg: decimal('Rejected', '拒收重量', mass),
        rejectReason: text('Why rejected', '拒收原因', { max: 100 }),
        impurityPct: decimal('Impurities', '扣杂', { ...percent, scale: 2 }),
        waterPct: decimal('Water', '扣水', { ...percent, scale: 2 }),
        settledKg: decimal('Settled mass', '结算重量', { ...mass, min: -mass.max, calculated: settledMass }),
      },
    }),
    settledKg: decimal('Settled mass', '结算重量', {
      ...mass,
      max: 10_000_000_000,
      server: true,
      calculated: sumOver('inspection', settledMass),
    }),
    settledOn: date('Settled on', '结算日期', { server: true, today: true }),
    assayNo: text('Assay', '化验单号', { max: 50, server: true }),
    assayFiles: files('Assay report', '化验报告', { most: 5, server: true }),
    settlement: lines('Settlement lines', '结算明细', {
      most: 200,
      server: true,
      follows: ['lines', 'inspection'],
      of: {
        ...goods(fromQuotation),
        pieces: integer('Pieces', '件数', { ...pieces, ...fromQuotation }),
        kwh: decimal('Energy', '电量', {
          scale: 3,
          max: 10_000_000,
          unit: 'kWh',
          when: byEnergy,
          ...fromQuotation,
        }),
        settledKg: decimal('Settled mass', '结算重量', { ...mass, ...fromQuotation }),
        ...prices,
        amount: decimal('Amount', '金额', { ...money, calculated: lineAmount('settledKg') }),
      },
    }),
    settledAmount: decimal('Settled', '结算金额', {
      ...money,
      server: true,
      calculated: sumOver('settlement', lineAmount('settledKg')),
    }),
    files: files('Files', '附件', { most: 10 }),
    remark: text('Remark', '备注', { max: 500, long: true }),
    status: option('Status', '回收状态', 'collectionStatus', {
      tones: {
        draft: 'info',
        quoted: 'info',
        accepted: 'warning',
        received: 'warning',
        inspected: 'warning',
        settled: 'ok',
        declined: 'neutral',
        cancelled: 'neutral',
      },
    }),
  },
  list: {
    columns: ['no', 'enterpriseId', 'clientId', 'siteId', 'pickupDate', 'amount', 'settledAmount', 'status'],
    search: ['no', 'weighTicketNo', 'plate', 'assayNo', 'remark'],
    query: {
      status: { field: 'status', op: 'equals' },
      siteId: { field: 'siteId', op: 'equals' },
    },
  },
  form: [
    {
      title: { en: 'Seller', zh: '交售方' },
      fields: ['no', 'customerType', 'enterpriseId', 'clientId', 'contact', 'phone'],
    },
    {
      title: { en: 'Pick-up', zh: '提货' },
      fields: ['siteId', 'pickupAddress', 'pickupDate', 'receivedOn', 'plate', 'weighTicketNo'],
    },
    {
      title: { en: 'Quotation', zh: '报价' },
      fields: ['validUntil', 'lines', 'amount', 'acceptedOn', 'acceptedBy'],
    },
    {
      title: { en: 'Inspection', zh: '来料检验' },
      fields: ['inspectedOn', 'inspection', 'settledKg'],
    },
    {
      title: { en: 'Settlement', zh: '结算' },
      fields: ['settledOn', 'assayNo', 'assayFiles', 'settlement', 'settledAmount'],
    },
    { title: { en: 'Files and remark', zh: '附件与备注' }, fields: ['files', 'remark'] },
  ],
  related: [
    { resource: 'receipt', by: 'collectionId' },
    { resource: 'invoice', by: 'collectionId' },
  ],
  home: {
    warnings: [
      {
        name: 'expired',
        words: { en: 'Quotations past their day without an answer', zh: '已过有效期仍未答复的报价' },
        tone: 'warning',
        filter: (day) => [
          { field: 'validUntil', op: 'to', value: day(-1) },
          { field: 'status', op: 'equals', value: 'quoted' },
        ],
        date: 'validUntil',
      },
      {
        name: 'toPickUp',
        words: { en: 'Accepted goods due for pick-up', zh: '待提货的回收单' },
        tone: 'info',
        filter: (day) => [
          { field: 'pickupDate', op: 'to', value: day(1) },
          { field: 'status', op: 'equals', value: 'accepted' },
        ],
        date: 'pickupDate',
      },
    ],
  },
  life: {
    field: 'status',
    start: 'draft',
    editable: ['draft'],
    steps: {
      quote: step(10, 'Send the quotation', '报价', ['draft'], 'quoted', { confirm: true }),
      accept: step(11, 'Record acceptance', '登记接受', ['quoted'], 'accepted', {
        input: { acceptedBy: 'required', acceptedOn: 'required' },
      }),
      receive: step(12, 'Register arrival', '登记到货', ['accepted'], 'received', {
        input: { plate: 'optional', weighTicketNo: 'optional', receivedOn: 'required' },
      }),
      settle: step(14, 'Settle', '结算', ['inspected'], 'settled', {
        input: {
          assayNo: 'optional',
          settledOn: 'required',
          settlement: 'required',
          settledAmount: 'optional',
          assayFiles: 'optional',
        },
      }),
      inspect: step(13, 'Inspect', '来料检验', ['received', 'inspected'], 'inspected', {
        input: { inspectedOn: 'required', inspection: 'required', settledKg: 'optional' },
      }),
      revise: step(10, 'Revise the quotation', '修改报价', ['quoted', 'declined'], 'draft', {
        confirm: true,
      }),
      decline: step(11, 'Record refusal', '登记拒绝', ['quoted'], 'declined', {
        danger: true,
        reason: true,
      }),
      cancel: step(
        15,
        'Cancel',
        '取消',
        ['draft', 'quoted', 'accepted', 'received', 'inspected'],
        'cancelled',
        { danger: true, reason: true },
      ),
    },
  },
  without: ['import'],
});
