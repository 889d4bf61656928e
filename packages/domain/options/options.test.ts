import { describe, expect, it } from 'vitest';
import {
  batteryTypeOf,
  cascadeTypesOf,
  formatCoordinate,
  isEmptyValue,
  type OptionListName,
  optionLabel,
  optionLists,
  optionsOf,
  optionValue,
  parseOption,
  specLists,
  withProductType,
} from './index.ts';
import type { Option } from './option-list.ts';

/** Specification section 3, written down a second time: list, then value, English, Chinese. */
const table: Record<keyof typeof specLists, [string | number, string, string][]> = {
  batteryType: [
    ['1', 'Nickel-metal hydride', '镍氢电池'],
    ['2', 'Lithium iron phosphate', '磷酸铁锂电池'],
    ['3', 'Lithium manganate', '锰酸锂电池'],
    ['4', 'Lithium cobalt oxide', '钴酸锂电池'],
    ['5', 'Ternary', '三元材料电池'],
    ['6', 'Lithium titanate', '钛酸锂电池'],
    ['7', 'Other', '其他'],
  ],
  chemistry: [
    ['A', 'Nickel-metal hydride', '镍氢电池'],
    ['B', 'Lithium iron phosphate', '磷酸铁锂电池'],
    ['C', 'Lithium manganate', '锰酸锂电池'],
    ['D', 'Lithium cobalt oxide', '钴酸锂电池'],
    ['E', 'Ternary material', '三元材料电池'],
    ['F', 'Supercapacitor', '超级电容器'],
    ['G', 'Lithium titanate', '钛酸锂电池'],
    ['Z', 'Other', '其他'],
  ],
  productType: [
    [1, 'Battery pack', '电池包'],
    [2, 'Battery module', '电池模块'],
    [3, 'Battery cell', '电池单体'],
  ],
  customerType: [
    [1, 'Company', '企业'],
    [0, 'Individual', '个人'],
  ],
  orderState: [
    ['1', 'Not yet shipped', '未出库'],
    ['2', 'Partly shipped', '部分出库'],
    ['3', 'Fully shipped', '全部出库'],
  ],
  reportedType: [
    [1, 'Whole-vehicle scrapped battery receipt', '整车报废电池入库'],
    [2, 'Whole-vehicle scrapped battery outbound', '整车报废电池出库'],
    [3, 'Echelon pack production', '梯次电池包生产'],
    [4, 'Echelon module production', '梯次电池模块生产'],
    [5, 'Echelon cell production', '梯次电池单体生产'],
    [6, 'Coding scrap', '按编码报废'],
    [7, 'Scrap by mass', '按重量报废'],
    [8, 'Coding storage', '按编码入库'],
    [9, 'Storage by mass', '按重量入库'],
    [10, 'Recycled resources', '再生资源'],
  ],
  reportedState: [
    [1, 'Not reported', '未上报'],
    [2, 'Reporting', '上报中'],
    [3, 'Reported successfully', '上报成功'],
    [4, 'Report failed', '上报失败'],
  ],
  moduleProducer: [[1, 'Sample battery maker', '示例电池厂']],
  invoiceType: [
    [1, 'Ordinary invoice', '普通发票'],
    [2, 'Special VAT invoice', '增值税专用发票'],
  ],
  reportedConfigStatus: [
    [1, 'Not in effect', '未生效'],
    [2, 'In effect', '已生效'],
    [3, 'Void', '已作废'],
  ],
  echelonUseType: [
    ['1', 'Energy storage', '储能'],
    ['2', 'Base-station backup power', '基站备电'],
    ['3', 'Low-speed power', '低速动力'],
    ['4', 'Other', '其他'],
  ],
  cascadeType: [
    [1, 'Direct pack use', '电池包直接利用'],
    [2, 'Direct module use', '模块直接利用'],
    [3, 'Direct cell use', '单体直接利用'],
  ],
  isCascade: [
    [1, 'Yes', '是'],
    [2, 'No', '否'],
  ],
  categoryStatus: [
    [1, 'Enabled', '启用'],
    [2, 'Disabled', '停用'],
  ],
  yesNo: [
    [1, 'Yes', '是'],
    [0, 'No', '否'],
  ],
  inverterState: [
    [1, 'Connect', '连接'],
    [0, 'Disconnect', '断开'],
  ],
  deviceType: [['HE_BAT', 'Home Battery', '家用电池']],
  barCodeBatteryType: [
    ['1', 'Nickel-metal hydride', '镍氢电池'],
    ['2', 'Lithium iron phosphate', '磷酸铁锂电池'],
    ['3', 'Lithium manganate', '锰酸锂电池'],
    ['4', 'Lithium cobalt oxide', '钴酸锂电池'],
    ['5', 'Ternary', '三元材料电池'],
    ['6', 'Lithium titanate', '钛酸锂电池'],
    ['7', 'Other', '其他'],
  ],
  barCodeIsEchelon: [
    [1, 'Yes', '是'],
    [2, 'No', '否'],
  ],
  batteryCodeEchelonType: [
    ['1', 'Energy storage', '储能'],
    ['2', 'Base-station backup power', '基站备电'],
    ['3', 'Low-speed power', '低速动力'],
    ['4', 'Other', '其他'],
  ],
  categoryStates: [
    [1, 'Enabled', '启用'],
    [2, 'Disabled', '停用'],
  ],
  isCode: [
    [1, 'Coded', '已赋码'],
    [2, 'Not coded', '未赋码'],
  ],
};
const names = Object.keys(table) as (keyof typeof specLists)[];
const rows = names.flatMap((list) => table[list].map(([value, en, zh]) => ({ list, value, en, zh })));

describe('the option lists', () => {
  it('are those of the specification, and no others', () => {
    expect(Object.keys(specLists).sort()).toEqual([...names].sort());
  });

  it.each(Object.keys(optionLists) as OptionListName[])(
    '%s names each value once, in both languages',
    (list) => {
      const options: readonly Option[] = optionLists[list].options;
      for (const name of ['value', 'en', 'zh'] as const) {
        expect(new Set(options.map((option) => option[name])).size).toBe(options.length);
        expect(options.filter((option) => option[name] === '')).toEqual([]);
      }
      for (const { value } of options) expect(typeof value).toBe(optionLists[list].valueType);
    },
  );

  it.each(names)('%s offers its values in order, of its own type', (list) => {
    const offered = optionsOf(list, 'en', 'filter');
    expect(offered.map((option) => option.value)).toEqual(table[list].map(([value]) => value));
    for (const { value } of offered) expect(typeof value).toBe(optionLists[list].valueType);
    expect(new Set(offered.map((option) => option.label)).size).toBe(offered.length);
  });

  it.each(rows)('$list $value is $en, $zh', ({ list, value, en, zh }) => {
    expect(optionLabel(list, value, 'en')).toBe(en);
    expect(optionLabel(list, value, 'zh')).toBe(zh);
    for (const wire of [value, String(value), ` ${value} `]) expect(parseOption(list, wire)).toBe(value);
    expect(optionValue(list).parse(String(value))).toBe(value);
  });

  it.each(names)('%s accepts nothing else', (list) => {
    for (const wrong of ['', null, undefined, 'no such value', -1, 99, true, {}, [], Number.NaN]) {
      expect(parseOption(list, wrong)).toBeUndefined();
      expect(optionValue(list).safeParse(wrong).success).toBe(false);
    }
    expect(optionLabel(list, null, 'en')).toBe('');
    expect(optionLabel(list, 'no such value', 'en')).toBe('no such value');
  });

  it('read H as Z, and write Z', () => {
    expect(parseOption('chemistry', 'H')).toBe('Z');
    expect(optionLabel('chemistry', 'H', 'zh')).toBe('其他');
    expect(optionValue('chemistry').parse('H')).toBe('Z');
    expect(optionsOf('chemistry', 'en').map((option) => option.value)).not.toContain('H');
  });

  it('offer reported-only values in searches, but not in forms', () => {
    expect(optionsOf('reportedState', 'en').map((option) => option.value)).toEqual([1, 2, 4]);
    expect(optionsOf('reportedState', 'en', 'filter').map((option) => option.value)).toEqual([1, 2, 3, 4]);
  });

  it('never treat 0 as missing', () => {
    expect(isEmptyValue(0)).toBe(false);
    expect([undefined, null, ''].every(isEmptyValue)).toBe(true);
    expect(parseOption('customerType', '0')).toBe(0);
    expect(optionLabel('yesNo', 0, 'en')).toBe('No');
  });
});

describe('what depends on the product type', () => {
  it.each([
    [1, [1, 2]],
    [2, [2, 3]],
    [3, [3]],
    [undefined, []],
    [null, []],
  ] as const)('%s allows the forms of use %j', (productType, expected) => {
    expect(cascadeTypesOf(productType)).toEqual(expected);
  });
  it('is emptied when another one is selected, and only then', () => {
    const record = { productType: 1, categoryId: 'c1', cascadeType: 2, name: 'x' };
    expect(withProductType(record, 2)).toEqual({
      productType: 2,
      categoryId: undefined,
      cascadeType: undefined,
      name: 'x',
    });
    expect(withProductType(record, 1)).toBe(record);
  });
});

it('each chemistry has its battery type; the supercapacitor, which has no number, is other', () => {
  expect((['A', 'B', 'C', 'D', 'E', 'F', 'G', 'Z'] as const).map(batteryTypeOf).join('')).toBe('12345767');
});

describe('a coordinate', () => {
  it('has six decimals and its hemisphere; a missing one is 0', () => {
    expect(formatCoordinate('longitude', 106.5507)).toBe('106.550700° E');
    expect(formatCoordinate('latitude', -29.5647123)).toBe('29.564712° S');
    expect(formatCoordinate('longitude', '-0.1')).toBe('0.100000° W');
    for (const none of ['', null, undefined, 'x', Number.NaN])
      expect(formatCoordinate('latitude', none)).toBe('0');
  });
});
