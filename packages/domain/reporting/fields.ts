import {
  batteryCode,
  type Check,
  creditCodeOrDuns,
  idCard,
  plate,
  type Raw,
  vinForm,
} from '../checks/index.ts';
import { type OptionListName, optionLists } from '../options/index.ts';

/** Where the value of a field is stored and can be corrected. */
export interface KeptAt {
  object: 'battery' | 'vehicle' | 'party' | 'enterprise' | 'store';
  field: string;
}

export interface ReportField {
  name: string;
  words: { en: string; zh: string };
  kind: 'text' | 'date' | 'decimal' | 'integer' | 'yesNo' | 'choice' | 'list';
  required: boolean;
  /** Required only if another field has one of these values. */
  when?: { field: string; is: readonly unknown[] };
  /** Maximum length. */
  max?: number;
  /** Decimals, and maximum value. */
  scale?: number;
  unit?: string;
  choices?: readonly { value: string | number; en: string; zh: string }[];
  check?: Check<Raw>;
  /** Taken from the ledger: never entered at the desk. */
  booked?: true;
  kept?: KeptAt;
  /** Fields of an entry of a list. */
  of?: readonly ReportField[];
}

type More = Partial<Omit<ReportField, 'name' | 'words' | 'kind'>>;
const field =
  (kind: ReportField['kind']) =>
  (name: string, en: string, zh: string, more: More = {}): ReportField => ({
    name,
    words: { en, zh },
    kind,
    required: true,
    ...more,
  });
const text = field('text');
const date = field('date');
const decimal = field('decimal');
const integer = field('integer');
const yesNo = field('yesNo');
const choice = (
  name: string,
  en: string,
  zh: string,
  choices: NonNullable<ReportField['choices']>,
  more: More = {},
) => field('choice')(name, en, zh, { choices, ...more });
const own = (...of: [value: string, en: string, zh: string][]) =>
  of.map(([value, en, zh]) => ({ value, en, zh }));
const list = (name: OptionListName) =>
  optionLists[name].options.map(({ value, en, zh }) => ({ value, en, zh }));

const optional = { required: false } as const;
const booked = { booked: true } as const;
const at = (object: KeptAt['object'], kept: string) => ({ kept: { object, field: kept } });
const kg = { scale: 3, max: 1_000_000_000, unit: 'kg' };
const party = { max: 18, check: creditCodeOrDuns };

const batteryType = choice(
  'batteryType',
  'Battery type',
  '电池类型',
  list('chemistry'),
  at('battery', 'chemistry'),
);
const ratings = [
  decimal('ratedCapacity', 'Rated capacity', '额定容量', {
    ...optional,
    ...at('battery', 'ratedCapacityAh'),
    scale: 2,
    unit: 'Ah',
  }),
  decimal('ratedEnergy', 'Rated energy', '额定能量', {
    ...optional,
    ...at('battery', 'ratedEnergyKwh'),
    scale: 2,
    unit: 'kWh',
  }),
  decimal('ratedVoltage', 'Rated voltage', '额定电压', {
    ...optional,
    ...at('battery', 'ratedVoltageV'),
    scale: 2,
    unit: 'V',
  }),
];
const mass = decimal('mass', 'Mass', '质量', kg);
const code = (name: string, en: string, zh: string) =>
  text(name, en, zh, { ...booked, max: 24, check: batteryCode });
const store = text('store', 'Store', '仓库', { ...booked, max: 100 });
const remark = text('remark', 'Remark', '备注', { ...optional, max: 500 });
const companyOrPerson = own(['company', 'A company', '单位'], ['person', 'A person', '个人']);
/** The sellers of goods; a person has no credit code. */
const sourceKind = choice('sourceKind', 'Source is', '来源类型', companyOrPerson, at('party', 'name'));
const sourceUscc = text('sourceUscc', 'Credit code of the source', '来源企业统一社会信用代码', {
  ...party,
  ...at('party', 'creditCode'),
  when: { field: 'sourceKind', is: ['company'] },
});
const source = [
  sourceKind,
  sourceUscc,
  text('sourceName', 'Source', '来源名称', { max: 100, ...at('party', 'name') }),
];
const destination = (more: More = {}) => [
  text('destName', 'Receiver', '去向企业', { max: 100, ...at('party', 'name'), ...more }),
  text('destUscc', 'Credit code of the receiver', '去向企业统一社会信用代码', {
    ...party,
    ...at('party', 'creditCode'),
    ...more,
  }),
];
const disposal = choice(
  'disposal',
  'Disposal',
  '处置方式',
  own(
    ['recycle', 'Recycling', '再生利用'],
    ['hazardous', 'As hazardous waste', '按危险废物处置'],
    ['return', 'Return', '退回'],
  ),
);

const vehicleReceipt = [
  text('vin', 'VIN', '车辆识别代号（VIN）', { max: 17, check: vinForm, ...at('vehicle', 'vin') }),
  text('plateNo', 'Number plate', '车牌号', {
    ...optional,
    max: 8,
    check: plate,
    ...at('vehicle', 'plateNo'),
  }),
  text('vehicleModel', 'Vehicle model', '车辆型号', { ...optional, max: 60, ...at('vehicle', 'model') }),
  choice(
    'vehicleOwnerType',
    'Owner is',
    '所有人类型',
    own(['person', 'A person', '个人'], ['company', 'A company', '单位']),
    {
      ...optional,
      ...at('vehicle', 'ownerType'),
    },
  ),
  text('recyclingCertNo', 'Scrapping certificate', '《报废汽车回收证明》编号', { max: 60 }),
  date('certIssuedOn', 'Certificate issued on', '证明签发日期'),
  date('scrapDate', 'Vehicle scrapped on', '车辆报废日期', at('vehicle', 'scrapDate')),
  code('packCode', 'Battery code', '电池编码'),
  batteryType,
  integer('packCount', 'Packs of the vehicle', '电池包数量', { max: 100 }),
  ...ratings,
  mass,
  yesNo('batteryComplete', 'Battery complete', '车电一体（电池完整）', at('vehicle', 'batteryComplete')),
  text('missingReason', 'Why it is not complete', '缺失原因', {
    ...optional,
    max: 200,
    when: { field: 'batteryComplete', is: [false] },
  }),
  choice(
    'damage',
    'Damage',
    '损伤情况',
    own(
      ['none', 'None', '无'],
      ['dent', 'Dented', '变形'],
      ['leak', 'Leaking', '漏液'],
      ['burn', 'Burnt', '过火'],
      ['water', 'Water damage', '浸水'],
    ),
  ),
  choice(
    'safetyJudgement',
    'Safety judgement',
    '安全判定',
    own(['pass', 'Passed', '合格'], ['fail', 'Failed', '不合格']),
  ),
  text('sourceUscc', 'Credit code of the source', '来源企业统一社会信用代码', {
    ...optional,
    ...party,
    ...at('party', 'creditCode'),
  }),
  store,
  date('receivedOn', 'Received on', '入库日期', booked),
  remark,
];

const vehicleOutbound = [
  text('documentNo', 'Issue', '出库单号', { ...booked, max: 30 }),
  code('packCode', 'Battery code', '电池编码'),
  date('outboundDate', 'Issued on', '出库日期', booked),
  ...destination(),
  choice(
    'destKind',
    'Kind of receiver',
    '去向企业类型',
    own(
      ['outlet', 'Outlet of a maker', '回收服务网点'],
      ['utilization', 'Utilization', '综合利用企业'],
      ['recycler', 'Recycler', '再生利用企业'],
    ),
    at('party', 'kind'),
  ),
  text('destPermitNo', 'Permit of the receiver', '去向企业许可证编号', {
    ...optional,
    max: 60,
    ...at('party', 'permits'),
  }),
  date('destPermitExpiry', 'Permit valid to', '许可证有效期至', { ...optional, ...at('party', 'permits') }),
  mass,
  text('vehiclePlate', 'Plate', '运输车牌号', { ...optional, max: 20 }),
  text('waybillNo', 'Waybill', '运单号', { ...optional, max: 50 }),
  text('sealNo', 'Seal', '封签号', { ...optional, max: 50 }),
  date('handoverSignedOn', 'Hand-over signed on', '交接签收日期'),
  yesNo('receiverConfirmed', 'Confirmed by the receiver', '接收方已确认'),
  remark,
];

/** Echelon products, with the fields of a municipal platform. */
const production = (constitute: readonly { value: string; en: string; zh: string }[]) => {
  const person = { field: 'toCompanyOrPersonFlag', is: ['person'] };
  return [
    text('echelonCompanyCode', 'Credit code of the producer', '梯次利用企业统一社会信用代码', {
      ...party,
      ...at('enterprise', 'creditCode'),
    }),
    text('echelonCompanyName', 'Producer', '梯次利用企业', { max: 100, ...at('enterprise', 'name') }),
    code('productCode', 'Product code', '产品编码'),
    date('storageDate', 'Into store on', '入库日期', booked),
    date('outboundDate', 'Issued on', '出库日期', booked),
    choice('applicationArea', 'Use', '应用领域', list('echelonUseType'), at('battery', 'echelonUseType')),
    text('other', 'Other use', '其他应用领域', { max: 100, when: { field: 'applicationArea', is: ['4'] } }),
    choice('constitute', 'Made of', '构成', constitute),
    decimal('batteryRatedCapacity', 'Rated capacity', '额定容量', {
      scale: 2,
      unit: 'Ah',
      ...at('battery', 'ratedCapacityAh'),
    }),
    decimal('batteryRatedPower', 'Rated energy', '额定能量', {
      scale: 2,
      unit: 'kWh',
      ...at('battery', 'ratedEnergyKwh'),
    }),
    decimal('batteryRatedVoltage', 'Rated voltage', '额定电压', {
      scale: 2,
      unit: 'V',
      ...at('battery', 'ratedVoltageV'),
    }),
    decimal('batteryWeight', 'Mass', '质量', {
      scale: 2,
      max: 99_999,
      unit: 'kg',
    }),
    batteryType,
    yesNo('finished', 'Finished product', '是否成品'),
    choice('toCompanyOrPersonFlag', 'Sold to', '去向类型', companyOrPerson),
    ...destination({ required: true, when: { field: 'toCompanyOrPersonFlag', is: ['company'] } }),
    text('dirPersonName', 'Name', '购买人姓名', { max: 50, when: person }),
    text('dirPersonId', 'ID card', '购买人身份证号', {
      max: 18,
      check: idCard,
      when: person,
      ...at('party', 'idCard'),
    }),
    text('saleArea', 'Region of sale', '销售区域', { max: 125 }),
    field('list')('components', 'Components', '构成明细', {
      ...booked,
      of: [
        yesNo('isCode', 'Coded', '是否赋码'),
        text('origCode', 'Original code', '原电池编码', {
          max: 24,
          check: batteryCode,
          when: { field: 'isCode', is: [true] },
        }),
        text('sourceDuns', 'Code of the source', '来源企业代码', {
          ...party,
          when: { field: 'isCode', is: [false] },
        }),
        text('sourceEnt', 'Source', '来源企业', { max: 100, when: { field: 'isCode', is: [false] } }),
      ],
    }),
    text('grade', 'Grade', '分级结果', { max: 30 }),
    text('testReportNo', 'Test report', '检测报告编号', { max: 60 }),
    decimal('sohPct', 'State of health', '健康状态（SOH）', {
      scale: 2,
      max: 100,
      unit: '%',
    }),
    integer('seriesCount', 'In series', '串联数', { max: 10_000 }),
    integer('parallelCount', 'In parallel', '并联数', { max: 10_000 }),
    text('bomVersion', 'List of parts', '物料清单版本', { max: 60 }),
    text('targetStandard', 'Product standard', '执行产品标准', { max: 100 }),
    yesNo('forbiddenUseCheck', 'Forbidden uses excluded', '已核对禁止用途'),
    remark,
  ];
};
const cells = { value: '1', en: 'Cells', zh: '单体' };
const modules = { value: '2', en: 'Modules', zh: '模块' };
const packs = { value: '3', en: 'Packs', zh: '电池包' };

const codedScrap = [
  code('code', 'Battery code', '电池编码'),
  choice(
    'level',
    'Level',
    '层级',
    own(['P', 'Pack', '电池包'], ['M', 'Module', '模块'], ['C', 'Cell', '单体']),
    at('battery', 'productType'),
  ),
  date('scrapDate', 'Scrapped on', '报废日期', booked),
  choice(
    'scrapStage',
    'Stage',
    '报废环节',
    own(
      ['receipt', 'Receipt', '入库'],
      ['test', 'Test', '检测'],
      ['production', 'Production', '生产'],
      ['use', 'Use', '使用'],
      ['storage', 'Storage', '储存'],
    ),
  ),
  text('scrapReason', 'Reason', '报废原因', { ...booked, max: 200 }),
  { ...mass, required: false },
  sourceKind,
  sourceUscc,
  ...destination(optional),
  disposal,
  integer('photos', 'Photographs', '照片数量', { ...booked, max: 10 }),
  text('approver', 'Approved by', '审核人', { ...booked, max: 100 }),
  remark,
];

const material = choice('material', 'Material', '物料', list('lotMaterial'), booked);
const basis = choice(
  'basis',
  'Basis',
  '湿基/干基',
  own(['wet', 'Wet', '湿基'], ['dry', 'Dry', '干基']),
  booked,
);
const lotType = choice('batteryType', 'Battery type', '电池类型', list('chemistry'));
const weighing = [
  text('weighTicketNo', 'Weigh ticket', '磅单号', { max: 50 }),
  decimal('gross', 'Gross', '毛重', kg),
  decimal('tare', 'Tare', '皮重', kg),
];

const scrapByMass = [
  lotType,
  material,
  decimal('mass', 'Mass', '重量', { ...kg, ...booked }),
  basis,
  date('scrapDate', 'Scrapped on', '报废日期', booked),
  text('reason', 'Reason', '报废原因', { ...booked, max: 200 }),
  text('sourceUscc', 'Credit code of the source', '来源企业统一社会信用代码', { ...optional, ...party }),
  ...destination(),
  ...weighing,
  disposal,
  remark,
];

const codedReceipt = [
  code('code', 'Battery code', '电池编码'),
  choice(
    'level',
    'Level',
    '层级',
    own(['P', 'Pack', '电池包'], ['M', 'Module', '模块'], ['C', 'Cell', '单体']),
    at('battery', 'productType'),
  ),
  date('inboundDate', 'Received on', '入库日期', booked),
  ...source,
  text('contractNo', 'Contract', '合同编号', { ...optional, max: 50 }),
  batteryType,
  ...ratings.slice(0, 1),
  mass,
  store,
  text('receiptNo', 'Receipt', '入库单号', { ...booked, max: 30 }),
  remark,
];

const receiptByMass = [
  lotType,
  choice('form', 'Form', '形态', list('lotMaterial'), booked),
  ...weighing,
  decimal('net', 'Net', '净重', { ...kg, ...booked }),
  decimal('moisturePct', 'Moisture', '含水率', { ...optional, scale: 2, max: 100, unit: '%' }),
  date('inboundDate', 'Received on', '入库日期', booked),
  ...source,
  text('hazardousManifestNo', 'Hazardous waste manifest', '危险废物转移联单编号', { ...optional, max: 60 }),
  store,
  text('lotNo', 'Lot', '批号', { ...booked, max: 60 }),
  remark,
];

const recycled = [
  text('lotNo', 'Lot', '批号', { ...booked, max: 60 }),
  choice(
    'processRoute',
    'Process',
    '工艺路线',
    own(
      ['pyro', 'Pyrometallurgy', '火法'],
      ['hydro', 'Hydrometallurgy', '湿法'],
      ['direct', 'Direct regeneration', '直接再生'],
      ['mechanical', 'Mechanical', '物理法'],
    ),
    booked,
  ),
  decimal('inputMass', 'Input', '投入重量', { ...kg, ...booked }),
  integer('inputCodesCount', 'Coded batteries put in', '投入编码电池数', {
    ...optional,
    ...booked,
    max: 1_000_000,
  }),
  field('list')('inputLots', 'Lots put in', '投入批次', {
    ...booked,
    ...optional,
    when: { field: 'inputCodesCount', is: [0] },
    of: [text('lotNo', 'Lot', '批号', { max: 60 }), decimal('mass', 'Mass', '重量', kg)],
  }),
  choice('product', 'Product', '产品', list('lotMaterial'), booked),
  decimal('productMass', 'Product mass', '产品重量', { ...kg, ...booked }),
  field('list')('assays', 'Assays', '化验结果', {
    ...booked,
    ...optional,
    of: [
      text('element', 'Element', '元素', { max: 4 }),
      decimal('pct', 'Content', '含量', { scale: 4, max: 100, unit: '%' }),
      decimal('metalMass', 'Metal', '金属量', kg),
      decimal('recoveryPct', 'Recovery', '回收率', { ...optional, scale: 2, max: 100, unit: '%' }),
    ],
  }),
  decimal('residueMass', 'Residue', '残渣重量', { ...kg, ...booked }),
  date('completedOn', 'Completed on', '完成日期', booked),
  ...destination(optional),
  date('outboundDate', 'Issued on', '出库日期', { ...optional, ...booked }),
  decimal('energyUse', 'Energy', '能耗', { ...optional, scale: 2, max: 1_000_000_000, unit: 'kWh' }),
  decimal('waterReusePct', 'Water reused', '水回用率', { ...optional, scale: 2, max: 100, unit: '%' }),
  remark,
];

const byType: readonly (readonly ReportField[])[] = [
  vehicleReceipt,
  vehicleOutbound,
  production([cells, modules, packs]),
  production([cells, modules]),
  production([cells]),
  codedScrap,
  scrapByMass,
  codedReceipt,
  receiptByMass,
  recycled,
];

/** The fields of a type of record. */
export const reportFields = (type: number): readonly ReportField[] => byType[type - 1] ?? [];
