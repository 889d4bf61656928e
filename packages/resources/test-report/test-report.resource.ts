import { businessDay } from '@voltloop/domain/checks/index.ts';
import { date, decimal, defineResource, files, option, reference, text, time } from '@voltloop/resource-kit';
import { named } from '../names.ts';

const yesNo = (en: string, zh: string) => option(en, zh, 'yesNo');
const measured = { server: true } as const;
const pct = { scale: 2, max: 200, unit: '%', ...measured } as const;

/**
 * A battery test: checklist, measurements, and the derived health and grade. Signed reports are locked; a correction
 * is a new report that replaces the former (decision 42).
 */
export const testReport = defineResource({
  ...named('testReport'),
  path: '/testReport',
  table: 'test_reports',
  title: 'no',
  fields: {
    no: text('Number', '报告编号', { max: 30, server: true }),
    batteryId: reference('Battery', '电池', 'battery', { required: true, fixed: true }),
    batteryCode: text('Battery code', '电池编码', { max: 24, code: true, as: 'batteryCode', server: true }),
    testDay: date('Day of the test', '检测日期', { required: true, today: true, checks: [businessDay] }),
    method: option('Method', '检测方法', 'testMethod', { required: true, initial: 'discharge' }),
    operator: text('Operator', '检测人员', { max: 50, required: true }),
    ambientC: decimal('Ambient temperature', '环境温度', {
      scale: 1,
      min: -40,
      max: 80,
      unit: '℃',
      required: true,
    }),
    equipment: text('Equipment', '检测设备', { max: 100 }),
    calibrationValidTo: date('Calibration until', '校准有效期至'),
    instrumentPct: decimal('Uncertainty of the equipment (k = 2)', '设备扩展不确定度（k=2）', {
      scale: 2,
      max: 20,
      unit: '%',
    }),
    calibration: option('Calibration', '校准状态', 'calibrationState', {
      server: true,
      tones: { valid: 'ok', expired: 'warning', unknown: 'neutral' },
    }),
    // GB/T 38698.1-2020, Annex A.
    swelling: yesNo('Swelling', '鼓胀'),
    leak: yesNo('Leak', '漏液'),
    burn: yesNo('Burn marks', '烧蚀痕迹'),
    deformation: yesNo('Deformed or broken case', '外壳变形或破损'),
    water: yesNo('Water damage', '浸水'),
    exposed: yesNo('Exposed live parts', '带电部件裸露'),
    hot: yesNo('Abnormal heat', '温度异常'),
    odour: yesNo('Smoke or odour', '冒烟或异味'),
    appearance: text('Appearance', '外观描述', { max: 500, long: true }),
    photos: files('Photographs', '照片', { most: 10, image: true }),
    ocvV: decimal('OCV', '开路电压（OCV）', { scale: 4, max: 10_000, unit: 'V' }),
    ocvLaterV: decimal('OCV after rest', '静置后开路电压', { scale: 4, max: 10_000, unit: 'V' }),
    restH: decimal('Rest between', '静置时间', { scale: 2, max: 10_000, unit: 'h' }),
    insulationKohm: decimal('Insulation', '绝缘电阻', { scale: 1, max: 100_000_000, unit: 'kΩ' }),
    ratedCapacityAh: decimal('Rated capacity', '额定容量', {
      scale: 2,
      max: 1_000_000,
      unit: 'Ah',
      hint: { en: 'Empty: of the battery', zh: '留空取电池档案' },
    }),
    capacityAh: decimal('Capacity', '实测容量', { scale: 4, max: 1_000_000, unit: 'Ah' }),
    energyWh: decimal('Energy', '实测能量', { scale: 3, max: 1_000_000_000, unit: 'Wh' }),
    dcirMohm: decimal('DC resistance', '直流内阻', { scale: 4, max: 1_000_000, unit: 'mΩ' }),
    freshDcirMohm: decimal('DC resistance when new', '初始直流内阻', {
      scale: 4,
      max: 1_000_000,
      unit: 'mΩ',
    }),
    endDcirMohm: decimal('DC resistance at the end of life', '寿命终止直流内阻', {
      scale: 4,
      max: 1_000_000,
      unit: 'mΩ',
    }),
    selfDischargeMvDay: decimal('Self-discharge', '自放电率', {
      scale: 3,
      min: -1_000_000,
      max: 1_000_000,
      unit: 'mV/d',
      ...measured,
    }),
    sohCapacityPct: decimal('SOH by capacity', '容量 SOH', pct),
    sohEnergyPct: decimal('SOH by energy', '能量 SOH', pct),
    sohResistancePct: decimal('SOH by resistance', '内阻 SOH', pct),
    sohPct: decimal('SOH', 'SOH', pct),
    uncertaintyPct: decimal('Uncertainty of SOH (k = 2)', 'SOH 扩展不确定度（k=2）', pct),
    sohLowerPct: decimal('Lower bound of SOH', 'SOH 置信下限', pct),
    schemeId: reference('Grading scheme', '分级方案', 'gradingScheme', { server: true }),
    grade: text('Grade', '等级', { max: 10, server: true }),
    rejects: text('Refused for', '否决原因', { max: 300, server: true }),
    rawFiles: files('Files of the cycler', '充放电原始文件', { most: 1, server: true }),
    replacesId: reference('Replaces', '更正的报告', 'testReport', {
      fixed: true,
      among: { batteryId: 'batteryId' },
      hint: { en: 'A correction of this signed report', zh: '更正已签发的报告时选择' },
    }),
    signedAt: time('Signed', '签发时间', { server: true }),
    signedBy: text('Signed by', '签发人', { max: 100, server: true }),
    remark: text('Remark', '备注', { max: 500, long: true }),
    status: option('Status', '状态', 'testReportStatus', {
      tones: { draft: 'info', signed: 'ok', replaced: 'neutral' },
    }),
  },
  list: {
    columns: ['no', 'batteryCode', 'grade', 'sohPct', 'uncertaintyPct', 'testDay', 'calibration', 'status'],
    search: ['no', 'batteryCode', 'operator'],
    query: {
      batteryId: { field: 'batteryId', op: 'equals' },
      grade: { field: 'grade', op: 'equals' },
      status: { field: 'status', op: 'equals' },
    },
  },
  form: [
    {
      title: { en: 'Test', zh: '检测信息' },
      fields: ['no', 'batteryId', 'testDay', 'method', 'operator', 'ambientC', 'replacesId'],
    },
    {
      title: { en: 'Equipment', zh: '检测设备' },
      fields: ['equipment', 'calibrationValidTo', 'instrumentPct', 'calibration', 'rawFiles'],
    },
    {
      title: {
        en: 'Appearance and safety (GB/T 38698.1, Annex A)',
        zh: '外观与安全判定（GB/T 38698.1 附录 A）',
      },
      fields: [
        'swelling',
        'leak',
        'burn',
        'deformation',
        'water',
        'exposed',
        'hot',
        'odour',
        'appearance',
        'photos',
      ],
    },
    {
      title: { en: 'Measurements', zh: '测量数据' },
      fields: [
        'ocvV',
        'ocvLaterV',
        'restH',
        'selfDischargeMvDay',
        'insulationKohm',
        'ratedCapacityAh',
        'capacityAh',
        'energyWh',
        'dcirMohm',
        'freshDcirMohm',
        'endDcirMohm',
      ],
    },
    {
      title: { en: 'Result', zh: '检测结论' },
      fields: [
        'sohPct',
        'uncertaintyPct',
        'sohLowerPct',
        'sohCapacityPct',
        'sohEnergyPct',
        'sohResistancePct',
        'schemeId',
        'grade',
        'rejects',
        'signedAt',
        'signedBy',
        'remark',
      ],
    },
  ],
  lookup: { hint: 'batteryCode', offered: { field: 'status', is: ['signed'] } },
  unique: { test_reports_replaced: ['replacesId'] },
  related: [{ resource: 'testReport', by: 'replacesId', title: { en: 'Corrections', zh: '更正报告' } }],
  life: {
    field: 'status',
    start: 'draft',
    editable: ['draft'],
    steps: { sign: { label: { en: 'Sign', zh: '签发' }, from: ['draft'], to: 'signed', confirm: true } },
  },
  without: ['import'],
});
