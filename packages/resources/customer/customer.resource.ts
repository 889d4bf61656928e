import { country, creditCode, duns, email, idCard, phone, postcode } from '@voltloop/domain/checks/index.ts';
import { defineResource, option, text } from '@voltloop/resource-kit';
import { named } from '../names.ts';

const company = { field: 'customerType', is: [1] };
const individual = { field: 'customerType', is: [0] };

/** Buyers: companies and individuals (interpretations B18, B38). */
export const customer = defineResource({
  ...named('customer'),
  path: '/client',
  idQuery: 'customerId',
  table: 'customers',
  title: 'clientName',
  fields: {
    clientName: text('Name', '客户名称', { max: 100, required: true }),
    customerType: option('Type', '客户类型', 'customerType', { required: true, fixed: true }),
    creditCode: text('Credit code', '统一社会信用代码', {
      max: 18,
      code: true,
      when: company,
      checks: [creditCode],
    }),
    duns: text('D-U-N-S number', '邓白氏编码', {
      max: 9,
      code: true,
      when: company,
      checks: [duns],
      hint: { en: 'Of companies abroad', zh: '境外企业填写' },
    }),
    idCard: text('ID card', '身份证号', {
      max: 18,
      code: true,
      when: individual,
      checks: [idCard],
      personal: 'id',
    }),
    contact: text('Contact', '联系人', { max: 50, when: company, personal: 'name' }),
    phone: text('Phone', '联系电话', { max: 30, as: 'phone', checks: [phone], personal: 'phone' }),
    country: text('Country', '国家或地区', {
      max: 2,
      code: true,
      checks: [country],
      hint: {
        en: 'Two letters of ISO 3166-1 (DE, FR); empty: China',
        zh: 'ISO 3166-1 两位代码（如 DE、FR），留空为中国',
      },
    }),
    postcode: text('Postcode', '邮政编码', { max: 6, checks: [postcode] }),
    address: text('Address', '地址', { max: 200, personal: 'address' }),
    email: text('E-mail', '邮箱', { max: 200, checks: [email], personal: 'email' }),
    invoiceTitle: text('Invoice title', '发票抬头', { max: 100 }),
    taxNo: text('Tax number', '税号', { max: 20, code: true }),
    bank: text('Bank', '开户银行', { max: 100 }),
    account: text('Bank account', '银行账号', { max: 40, code: true, personal: 'id' }),
    blocked: option('Blocked', '列入黑名单', 'yesNo', {
      hint: { en: 'Nothing is sold to it or bought from it', zh: '不再与其发生购销' },
      tones: { 0: 'neutral', 1: 'danger' },
    }),
    remark: text('Remark', '备注', { max: 500, long: true }),
  },
  related: [
    { resource: 'order', by: 'clientId' },
    { resource: 'collection', by: 'clientId' },
    { resource: 'issue', by: 'customerId' },
    { resource: 'invoice', by: 'clientId' },
    { resource: 'receipt', by: 'customerId' },
  ],
  summary: ['blocked', 'customerType', 'contact', 'phone', 'address'],
  list: {
    columns: ['clientName', 'customerType', 'creditCode', 'contact', 'phone', 'blocked', 'updateTime'],
    search: ['clientName', 'creditCode', 'phone'],
    query: {
      customerName: { field: 'clientName', op: 'contains' },
      customerType: { field: 'customerType', op: 'equals' },
    },
  },
  form: [
    {
      title: { en: 'Customer', zh: '基本信息' },
      fields: ['customerType', 'clientName', 'creditCode', 'duns', 'idCard', 'contact', 'phone', 'email'],
    },
    { title: { en: 'Address', zh: '地址' }, fields: ['country', 'address', 'postcode'] },
    {
      title: { en: 'Invoice and bank', zh: '开票与银行' },
      fields: ['invoiceTitle', 'taxNo', 'bank', 'account', 'blocked', 'remark'],
    },
  ],
  unique: {
    customers_credit_code: ['creditCode'],
    customers_duns: ['duns'],
    customers_id_card: ['idCard'],
  },
});
