import { batteryCode } from '@voltloop/domain/checks/index.ts';
import {
  date,
  decimal,
  defineResource,
  integer,
  lines,
  option,
  reference,
  text,
} from '@voltloop/resource-kit';
import { named } from '../names.ts';

const echelon = { field: 'isCascade', is: [1] };
const fromCode = { server: true, hint: { en: 'Follows from the code', zh: '由编码得出' } } as const;
const orFromCode = { hint: { en: 'Leave empty to take it from the code', zh: '留空时按编码填写' } } as const;

/** A pack, module or cell with its own code and its parent battery (interpretations B18, B24). */
export const battery = defineResource({
  ...named('battery'),
  path: '/battery',
  table: 'batteries',
  title: 'batteryCode',
  counted: true,
  fields: {
    batteryCode: text('Battery code', '电池编码', {
      max: 24,
      code: true,
      required: true,
      as: 'batteryCode',
      checks: [batteryCode],
    }),
    productType: option('Product type', '产品类型', 'productType', orFromCode),
    chemistry: option('Chemistry', '电池类型', 'chemistry', orFromCode),
    batteryType: option(
      'Battery type (list of the specification)',
      '电池类型（规范代码）',
      'batteryType',
      fromCode,
    ),
    categoryId: reference('Category', '产品类别', 'deviceCategory', {
      among: { productType: 'productType' },
    }),
    makerCode: text('Maker code', '厂商代码', { max: 3, ...fromCode }),
    specCode: text('Specification code', '规格代码', { max: 2, ...fromCode }),
    traceCode: text('Traceability code', '追溯信息代码', { max: 7, ...fromCode }),
    productionDate: date('Produced', '生产日期', fromCode),
    serial: text('Serial number', '序列号', { max: 7, ...fromCode }),
    enterpriseId: reference('Producer', '生产企业', 'enterprise'),
    ratedCapacityAh: decimal('Rated capacity', '额定容量', {
      scale: 2,
      max: 1_000_000,
      unit: 'Ah',
      hint: {
        en: 'Reported; enter it for products of goods by mass, which state none',
        zh: '上报必填；由按重量物料生产的产品须手工填写',
      },
    }),
    ratedEnergyKwh: decimal('Rated energy', '额定能量', { scale: 3, max: 1_000_000, unit: 'kWh' }),
    ratedVoltageV: decimal('Rated voltage', '额定电压', { scale: 2, max: 10_000, unit: 'V' }),
    massKg: decimal('Nominal mass', '标称质量', {
      scale: 3,
      max: 99_999,
      unit: 'kg',
      hint: {
        en: 'As on the type plate; stock documents and reports use the booked mass',
        zh: '按铭牌填写；库存单据与上报以入账重量为准',
      },
    }),
    sohPct: decimal('State of health', '健康状态（SOH）', { scale: 2, max: 200, unit: '%', server: true }),
    grade: text('Grade', '等级', { max: 10, server: true }),
    testedOn: date('Last test', '最近检测日期', { server: true }),
    testReportId: reference('Test report', '检测报告', 'testReport', { server: true, follows: true }),
    cycleCount: integer('Cycles', '循环次数', { max: 1_000_000 }),
    isCascade: option('Echelon', '梯次产品', 'isCascade', orFromCode),
    cascadeType: option('Form of echelon use', '梯次利用方式', 'cascadeType', { when: echelon }),
    echelonUseType: option('Use', '梯次用途', 'echelonUseType', {
      when: echelon,
      hint: {
        en: 'Waste traction batteries must not go into e-bikes (Order 73, article 22)',
        zh: '废旧动力电池不得用于电动自行车等禁止领域（《暂行办法》第二十二条）',
      },
    }),
    originalCodes: lines('Original codes', '原电池编码', {
      when: echelon,
      most: 2000,
      of: {
        isCode: option('Coded', '是否赋码', 'isCode', { required: true }),
        code: text('Code', '原编码', { max: 24, code: true, as: 'batteryCode', checks: [batteryCode] }),
        source: text('From', '来源企业', { max: 100 }),
        quantity: integer('Pieces', '数量', { min: 1, max: 100_000 }),
      },
      inCell: { text: 'code', with: { isCode: 1 } },
    }),
    formerCodes: text('Former codes', '曾用编码', { max: 500, server: true }),
    parentId: reference('Part of', '所属电池包（模块）', 'battery', {
      fixed: true,
      hint: {
        en: 'Said when it is registered; a removal or a receipt takes it out',
        zh: '登记时填写；拆出或单独入库后自动清除',
      },
    }),
    vehicleId: reference('Vehicle', '所属车辆', 'vehicle'),
    deviceId: reference('Connected device', '联网设备', 'device', {
      hint: {
        en: 'The device of the portal that measures it, or has measured it',
        zh: '正在或曾经采集该电池数据的设备',
      },
    }),
    deviceSince: date('Connected since', '接入日期', {
      hint: { en: 'Empty: from the first report on', zh: '留空时自首次上报起' },
    }),
    deviceUntil: date('Connected until', '断开日期', {
      hint: { en: 'Empty: it still measures it', zh: '留空表示仍在采集' },
    }),
    storeId: reference('Store', '所在仓库', 'store', { server: true }),
    location: text('Location', '库位', { max: 60, server: true }),
    movedOn: date('Last move', '最近出入库日期', { server: true }),
    state: option('State', '状态', 'batteryState', {
      server: true,
      tones: {
        registered: 'info',
        in_use: 'ok',
        in_stock: 'ok',
        on_hold: 'warning',
        in_test: 'warning',
        in_production: 'warning',
        in_transit: 'warning',
        sold: 'neutral',
        handed_over: 'neutral',
        missing: 'danger',
        scrapped: 'danger',
        recycled: 'neutral',
      },
    }),
    remark: text('Remark', '备注', { max: 500, long: true }),
  },
  summary: ['enterpriseId', 'vehicleId', 'categoryId'],
  list: {
    columns: [
      'batteryCode',
      'productType',
      'chemistry',
      'state',
      'storeId',
      'productionDate',
      'ratedEnergyKwh',
      'isCascade',
    ],
    search: ['batteryCode'],
    former: 'formerCodes',
    query: {
      batteryCode: { field: 'batteryCode', op: 'contains' },
      batteryType: { field: 'batteryType', op: 'equals' },
      isCascade: { field: 'isCascade', op: 'equals' },
      echelonUseType: { field: 'echelonUseType', op: 'equals' },
      // The same three fields under their query names (interpretation B24).
      barCodeBatteryType: { field: 'batteryType', op: 'equals' },
      barCodeIsEchelon: { field: 'isCascade', op: 'equals' },
      batteryCodeEchelonType: { field: 'echelonUseType', op: 'equals' },
      productType: { field: 'productType', op: 'equals' },
      state: { field: 'state', op: 'equals' },
      grade: { field: 'grade', op: 'equals' },
      parentId: { field: 'parentId', op: 'equals' },
      vehicleId: { field: 'vehicleId', op: 'equals' },
      deviceId: { field: 'deviceId', op: 'equals' },
    },
  },
  form: [
    {
      title: { en: 'Battery', zh: '基本信息' },
      fields: ['batteryCode', 'productType', 'chemistry', 'categoryId', 'enterpriseId', 'state'],
    },
    {
      title: { en: 'From the code', zh: '编码信息' },
      fields: ['makerCode', 'specCode', 'traceCode', 'productionDate', 'serial', 'formerCodes'],
    },
    {
      title: { en: 'Ratings and condition', zh: '参数与状态' },
      fields: [
        'ratedCapacityAh',
        'ratedVoltageV',
        'ratedEnergyKwh',
        'massKg',
        'cycleCount',
        'sohPct',
        'grade',
        'testedOn',
        'testReportId',
      ],
    },
    {
      title: { en: 'Echelon use', zh: '梯次利用' },
      fields: ['isCascade', 'cascadeType', 'echelonUseType', 'originalCodes'],
    },
    {
      title: { en: 'Telemetry', zh: '联网数据' },
      fields: ['deviceId', 'deviceSince', 'deviceUntil'],
    },
    {
      title: { en: 'Where it is', zh: '归属与位置' },
      fields: ['parentId', 'vehicleId', 'storeId', 'location', 'movedOn', 'remark'],
    },
  ],
  unique: { batteries_code: ['batteryCode'], batteries_device: ['deviceId'] },
  related: [
    { resource: 'testReport', by: 'batteryId' },
    { resource: 'passport', by: 'batteryId' },
  ],
  life: {
    field: 'state',
    start: 'registered',
    // Documents change it (decision 31); recycled batteries no longer exist.
    editable: [
      'registered',
      'in_use',
      'in_stock',
      'on_hold',
      'in_test',
      'in_production',
      'in_transit',
      'sold',
      'handed_over',
      'missing',
      'scrapped',
    ],
    steps: {},
  },
});
