import { idCard, mobile, phone } from '@voltloop/domain/checks/index.ts';
import { date, defineResource, files, integer, option, reference, text } from '@voltloop/resource-kit';
import { named } from '../names.ts';

/** Drivers of batteries and vehicles (interpretation B18). */
export const driver = defineResource({
  ...named('driver'),
  path: '/driver',
  table: 'drivers',
  title: 'name',
  fields: {
    name: text('Name', '姓名', { max: 50, required: true }),
    mobile: text('Mobile', '手机号', {
      max: 11,
      as: 'phone',
      required: true,
      checks: [mobile],
      personal: 'phone',
    }),
    idCard: text('ID card', '身份证号', { max: 18, code: true, checks: [idCard], personal: 'id' }),
    age: integer('Age', '年龄', {
      max: 150,
      server: true,
      hint: { en: 'Follows from the ID card', zh: '由身份证号得出' },
    }),
    licenceNo: text('Licence number', '驾驶证号', {
      max: 18,
      code: true,
      required: true,
      personal: 'id',
    }),
    licenceClass: option('Licence class', '准驾车型', 'licenceClass', { required: true }),
    licenceValidTo: date('Licence until', '驾照有效期'),
    licencePictures: files('Pictures of the licence', '驾驶证照片', { most: 4, image: true }),
    dangerousGoodsCertNo: text('Dangerous goods certificate', '危险货物运输从业资格证号', {
      max: 30,
      code: true,
    }),
    dangerousGoodsCertValidTo: date('Certificate valid to', '从业资格证有效期至'),
    enterpriseId: reference('Employer', '所属企业', 'enterprise'),
    vehicleId: reference('Vehicle', '所驾车辆', 'vehicle', {
      server: true,
      follows: true,
      hint: { en: 'The vehicle that names this driver', zh: '在车辆中指定' },
    }),
    emergencyContact: text('Emergency contact', '紧急联系人', { max: 50, personal: 'name' }),
    emergencyPhone: text('Emergency phone', '紧急联系电话', {
      max: 30,
      as: 'phone',
      checks: [phone],
      personal: 'phone',
    }),
    status: option('Status', '状态', 'driverStatus', {
      tones: { active: 'ok', suspended: 'warning', left: 'neutral' },
    }),
    remark: text('Remark', '备注', { max: 500, long: true }),
  },
  summary: [
    'enterpriseId',
    'vehicleId',
    'mobile',
    'licenceClass',
    'licenceValidTo',
    'dangerousGoodsCertValidTo',
  ],
  list: {
    columns: [
      'name',
      'mobile',
      'licenceClass',
      'licenceValidTo',
      'age',
      'enterpriseId',
      'vehicleId',
      'status',
    ],
    search: ['name', 'mobile', 'licenceNo'],
    query: {
      name: { field: 'name', op: 'contains' },
      status: { field: 'status', op: 'equals' },
      enterpriseId: { field: 'enterpriseId', op: 'equals' },
    },
  },
  form: [
    {
      title: { en: 'Driver', zh: '基本信息' },
      fields: ['name', 'mobile', 'idCard', 'age', 'enterpriseId', 'vehicleId', 'status'],
    },
    {
      title: { en: 'Licence', zh: '驾驶证' },
      fields: ['licenceNo', 'licenceClass', 'licenceValidTo', 'licencePictures'],
    },
    {
      title: { en: 'Dangerous goods', zh: '危险货物运输资格' },
      fields: ['dangerousGoodsCertNo', 'dangerousGoodsCertValidTo'],
    },
    {
      title: { en: 'In an emergency', zh: '紧急联系' },
      fields: ['emergencyContact', 'emergencyPhone', 'remark'],
    },
  ],
  unique: { drivers_licence: ['licenceNo'] },
  home: {
    warnings: [
      {
        name: 'licence',
        words: { en: 'Licences that expire within 60 days, or have', zh: '驾驶证将在 60 天内到期或已过期' },
        tone: 'warning',
        filter: (day) => [
          { field: 'licenceValidTo', op: 'to', value: day(61) },
          { field: 'status', op: 'equals', value: 'active' },
        ],
        date: 'licenceValidTo',
      },
      {
        name: 'dangerousGoods',
        words: {
          en: 'Dangerous goods certificates that expire within 60 days, or have',
          zh: '危险货物运输从业资格证将在 60 天内到期或已过期',
        },
        tone: 'danger',
        filter: (day) => [
          { field: 'dangerousGoodsCertValidTo', op: 'to', value: day(61) },
          { field: 'status', op: 'equals', value: 'active' },
        ],
        date: 'dangerousGoodsCertValidTo',
      },
    ],
  },
  life: {
    field: 'status',
    start: 'active',
    steps: {
      suspend: { label: { en: 'Suspend', zh: '停岗' }, from: ['active'], to: 'suspended' },
      resume: { label: { en: 'Back on duty', zh: '复岗' }, from: ['suspended'], to: 'active', leads: true },
      leave: {
        label: { en: 'Has left', zh: '离职' },
        from: ['active', 'suspended'],
        to: 'left',
        confirm: true,
      },
      rejoin: { label: { en: 'Has come back', zh: '重新入职' }, from: ['left'], to: 'active', leads: true },
    },
  },
});
