import { creditCode, duns, makerCode, phone } from '@voltloop/domain/checks/index.ts';
import { decimal, defineResource, files, option, region, text } from '@voltloop/resource-kit';
import { enabledLife, enabledTones, offeredEnabled } from '../life.ts';
import { named } from '../names.ts';
import { permitExpiry, permits, permitWarnings } from '../permits.ts';

/** Enterprises in the life of a battery: makers, dismantlers, outlets, recyclers, carriers. */
export const enterprise = defineResource({
  ...named('enterprise'),
  path: '/enterprise',
  table: 'enterprises',
  title: 'name',
  fields: {
    name: text('Name', '企业名称', { max: 100, required: true }),
    kind: option('Kind', '企业类型', 'enterpriseKind', { required: true }),
    creditCode: text('Credit code', '统一社会信用代码', {
      max: 18,
      code: true,
      checks: [creditCode],
      hint: { en: 'Of enterprises in China', zh: '境内企业填写' },
    }),
    duns: text('D-U-N-S number', '邓白氏编码', {
      max: 9,
      code: true,
      checks: [duns],
      hint: { en: 'Of enterprises abroad', zh: '境外企业填写' },
    }),
    makerCode: text('Maker code', '厂商代码', {
      max: 3,
      code: true,
      checks: [makerCode],
      hint: { en: 'The first three characters of its battery codes', zh: '动力电池编码的前三位' },
    }),
    filingNo: text('Filing number', '备案号', { max: 60 }),
    legalPerson: text('Legal representative', '法定代表人', { max: 50 }),
    contact: text('Contact', '联系人', { max: 50, required: true, personal: 'name' }),
    phone: text('Phone', '联系电话', {
      max: 30,
      required: true,
      as: 'phone',
      checks: [phone],
      personal: 'phone',
    }),
    region: region('Region', '所在地区'),
    address: text('Address', '详细地址', { max: 200, required: true }),
    longitude: decimal('Longitude', '经度', { scale: 6, min: -180, max: 180, unit: '°' }),
    latitude: decimal('Latitude', '纬度', { scale: 6, min: -90, max: 90, unit: '°' }),
    licences: files('Business licence', '营业执照照片', { most: 5, image: true }),
    permits,
    permitExpiry,
    eiaNo: text('Environmental approval number', '环评批复文号', { max: 60 }),
    dischargePermitNo: text('Discharge permit number', '排污许可证编号', { max: 60 }),
    onIndustryList: option('On the industry list', '是否列入行业规范公告', 'yesNo'),
    remark: text('Remark', '备注', { max: 500, long: true }),
    status: option('Status', '状态', 'enabled', { tones: enabledTones }),
  },
  related: [
    { resource: 'recycleSite', by: 'enterpriseId' },
    { resource: 'battery', by: 'enterpriseId' },
    { resource: 'collection', by: 'enterpriseId' },
    { resource: 'receipt', by: 'enterpriseId' },
    { resource: 'issue', by: 'enterpriseId' },
    { resource: 'invoice', by: 'enterpriseId' },
  ],
  summary: ['kind', 'contact', 'phone', 'region', 'address', 'permitExpiry'],
  list: {
    columns: ['name', 'kind', 'creditCode', 'region', 'phone', 'permitExpiry', 'status'],
    search: ['name', 'creditCode', 'duns', 'makerCode'],
    query: {
      name: { field: 'name', op: 'contains' },
      kind: { field: 'kind', op: 'equals' },
      status: { field: 'status', op: 'equals' },
    },
  },
  form: [
    {
      title: { en: 'Enterprise', zh: '基本信息' },
      fields: ['name', 'kind', 'legalPerson', 'creditCode', 'duns', 'makerCode', 'filingNo'],
    },
    {
      title: { en: 'Contact and place', zh: '联系方式与地址' },
      fields: ['contact', 'phone', 'region', 'address', 'longitude', 'latitude'],
    },
    {
      title: { en: 'Licence and permits', zh: '资质与许可' },
      fields: [
        'licences',
        'permits',
        'permitExpiry',
        'eiaNo',
        'dischargePermitNo',
        'onIndustryList',
        'remark',
      ],
    },
  ],
  unique: {
    enterprises_credit_code: ['creditCode'],
    enterprises_duns: ['duns'],
    enterprises_maker_code: ['makerCode'],
  },
  home: { warnings: permitWarnings(named('enterprise').one) },
  life: enabledLife,
  lookup: { ...offeredEnabled, hint: 'creditCode' },
});
