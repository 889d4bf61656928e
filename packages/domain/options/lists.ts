import { numbers, strings } from './option-list.ts';
import { productLists } from './product-lists.ts';

const batteryType = strings(
  { value: '1', en: 'Nickel-metal hydride', zh: '镍氢电池', names: ['镍氢', 'NiMH', 'Ni-MH'] },
  {
    value: '2',
    en: 'Lithium iron phosphate',
    zh: '磷酸铁锂电池',
    names: ['磷酸铁锂', '铁锂', 'LFP', 'LiFePO4'],
  },
  { value: '3', en: 'Lithium manganate', zh: '锰酸锂电池', names: ['锰酸锂', 'LMO'] },
  { value: '4', en: 'Lithium cobalt oxide', zh: '钴酸锂电池', names: ['钴酸锂', 'LCO'] },
  {
    value: '5',
    en: 'Ternary',
    zh: '三元材料电池',
    names: ['三元', '三元锂', '三元锂电池', '三元材料', 'NCM', 'NMC', 'NCA'],
  },
  { value: '6', en: 'Lithium titanate', zh: '钛酸锂电池', names: ['钛酸锂', 'LTO'] },
  { value: '7', en: 'Other', zh: '其他' },
);

/** The form in which a retired battery is reused (interpretation A09). */
const cascadeType = numbers(
  { value: 1, en: 'Direct pack use', zh: '电池包直接利用' },
  { value: 2, en: 'Direct module use', zh: '模块直接利用' },
  { value: 3, en: 'Direct cell use', zh: '单体直接利用' },
);

/** The use of a retired battery (interpretation A09). */
const echelonUseType = strings(
  { value: '1', en: 'Energy storage', zh: '储能' },
  { value: '2', en: 'Base-station backup power', zh: '基站备电' },
  { value: '3', en: 'Low-speed power', zh: '低速动力' },
  { value: '4', en: 'Other', zh: '其他' },
);

const YES = ['Y', 'true', '√', '有'];
const NO = ['N', 'false', '×', '无'];
const isCascade = numbers(
  { value: 1, en: 'Yes', zh: '是', names: YES },
  { value: 2, en: 'No', zh: '否', names: NO },
);

const categoryStatus = numbers(
  { value: 1, en: 'Enabled', zh: '启用' },
  { value: 2, en: 'Disabled', zh: '停用' },
);

/** The option lists of the specification (section 3). Values are those of the wire. */
export const specLists = {
  batteryType,
  /** Fifth character of a battery code; the old dropdown wrote H for other. */
  chemistry: strings(
    { value: 'A', en: 'Nickel-metal hydride', zh: '镍氢电池', names: ['镍氢', 'NiMH', 'Ni-MH'] },
    {
      value: 'B',
      en: 'Lithium iron phosphate',
      zh: '磷酸铁锂电池',
      names: ['磷酸铁锂', '铁锂', 'LFP', 'LiFePO4'],
    },
    { value: 'C', en: 'Lithium manganate', zh: '锰酸锂电池', names: ['锰酸锂', 'LMO'] },
    { value: 'D', en: 'Lithium cobalt oxide', zh: '钴酸锂电池', names: ['钴酸锂', 'LCO'] },
    {
      value: 'E',
      en: 'Ternary material',
      zh: '三元材料电池',
      names: ['三元', '三元锂', '三元锂电池', '三元材料', 'NCM', 'NMC', 'NCA'],
    },
    { value: 'F', en: 'Supercapacitor', zh: '超级电容器', names: ['超级电容'] },
    { value: 'G', en: 'Lithium titanate', zh: '钛酸锂电池', names: ['钛酸锂', 'LTO'] },
    { value: 'Z', en: 'Other', zh: '其他', aliases: ['H'] },
  ),
  productType: numbers(
    { value: 1, en: 'Battery pack', zh: '电池包', names: ['包', 'Pack'] },
    { value: 2, en: 'Battery module', zh: '电池模块', names: ['模组', '电池模组', '模块', 'Module'] },
    { value: 3, en: 'Battery cell', zh: '电池单体', names: ['电芯', '单体', '单体电池', '电池电芯', 'Cell'] },
  ),
  customerType: numbers(
    { value: 1, en: 'Company', zh: '企业', names: ['公司', '单位'] },
    { value: 0, en: 'Individual', zh: '个人', names: ['自然人'] },
  ),
  orderState: strings(
    { value: '1', en: 'Not yet shipped', zh: '未出库' },
    { value: '2', en: 'Partly shipped', zh: '部分出库' },
    { value: '3', en: 'Fully shipped', zh: '全部出库' },
  ),
  /** "Quality" in types 7 and 9 is 质量 as mass (interpretation D02). */
  reportedType: numbers(
    { value: 1, en: 'Whole-vehicle scrapped battery receipt', zh: '整车报废电池入库' },
    { value: 2, en: 'Whole-vehicle scrapped battery outbound', zh: '整车报废电池出库' },
    { value: 3, en: 'Echelon pack production', zh: '梯次电池包生产' },
    { value: 4, en: 'Echelon module production', zh: '梯次电池模块生产' },
    { value: 5, en: 'Echelon cell production', zh: '梯次电池单体生产' },
    { value: 6, en: 'Coding scrap', zh: '按编码报废' },
    { value: 7, en: 'Scrap by mass', zh: '按重量报废' },
    { value: 8, en: 'Coding storage', zh: '按编码入库' },
    { value: 9, en: 'Storage by mass', zh: '按重量入库' },
    { value: 10, en: 'Recycled resources', zh: '再生资源' },
  ),
  reportedState: numbers(
    { value: 1, en: 'Not reported', zh: '未上报' },
    { value: 2, en: 'Reporting', zh: '上报中' },
    { value: 3, en: 'Reported successfully', zh: '上报成功', settable: false },
    { value: 4, en: 'Report failed', zh: '上报失败' },
  ),
  /** One maker; its name is not part of the specification (interpretation B36). */
  moduleProducer: numbers({ value: 1, en: 'Sample battery maker', zh: '示例电池厂' }),
  invoiceType: numbers(
    { value: 1, en: 'Ordinary invoice', zh: '普通发票' },
    { value: 2, en: 'Special VAT invoice', zh: '增值税专用发票' },
  ),
  reportedConfigStatus: numbers(
    { value: 1, en: 'Not in effect', zh: '未生效' },
    { value: 2, en: 'In effect', zh: '已生效' },
    { value: 3, en: 'Void', zh: '已作废' },
  ),
  echelonUseType,
  cascadeType,
  isCascade,
  categoryStatus,
  yesNo: numbers({ value: 1, en: 'Yes', zh: '是', names: YES }, { value: 0, en: 'No', zh: '否', names: NO }),
  inverterState: numbers({ value: 1, en: 'Connect', zh: '连接' }, { value: 0, en: 'Disconnect', zh: '断开' }),
  deviceType: strings({ value: 'HE_BAT', en: 'Home Battery', zh: '家用电池' }),
  // The named filters of section 3 (interpretation B24).
  barCodeBatteryType: batteryType,
  barCodeIsEchelon: isCascade,
  batteryCodeEchelonType: echelonUseType,
  categoryStates: categoryStatus,
  isCode: numbers(
    { value: 1, en: 'Coded', zh: '已赋码', names: ['有码', ...YES] },
    { value: 2, en: 'Not coded', zh: '未赋码', names: ['无码', ...NO] },
  ),
} as const;

/**
 * Every option list of the product: the single source of dropdowns, label lookups, server checks and exports
 * (interpretation A05).
 */
export const optionLists = { ...specLists, ...productLists } as const;

export type OptionListName = keyof typeof optionLists;
/** The values of a list, as on the wire. */
export type OptionValue<L extends OptionListName> = (typeof optionLists)[L]['options'][number]['value'];
