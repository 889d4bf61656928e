import { strings } from './option-list.ts';

/** Kinds of goods by mass. */
const lotMaterial = strings(
  { value: 'pack', en: 'Packs', zh: '电池包' },
  { value: 'module', en: 'Modules', zh: '模块' },
  { value: 'cell', en: 'Cells', zh: '单体' },
  { value: 'electrode', en: 'Electrode scrap', zh: '极片' },
  { value: 'black_mass', en: 'Black mass', zh: '黑粉' },
  { value: 'mixed', en: 'Mixed', zh: '混合料' },
  { value: 'nickel_sulfate', en: 'Nickel sulfate', zh: '硫酸镍' },
  { value: 'cobalt_sulfate', en: 'Cobalt sulfate', zh: '硫酸钴' },
  { value: 'manganese_sulfate', en: 'Manganese sulfate', zh: '硫酸锰' },
  { value: 'lithium_carbonate', en: 'Lithium carbonate', zh: '碳酸锂' },
  { value: 'lithium_hydroxide', en: 'Lithium hydroxide', zh: '氢氧化锂' },
  { value: 'copper', en: 'Copper', zh: '铜' },
  { value: 'aluminium', en: 'Aluminium', zh: '铝' },
  { value: 'graphite', en: 'Graphite', zh: '石墨' },
  { value: 'iron_phosphate', en: 'Iron phosphate', zh: '磷酸铁' },
  { value: 'steel', en: 'Steel', zh: '钢铁' },
  { value: 'plastic', en: 'Plastics and separator', zh: '塑料及隔膜' },
  { value: 'other', en: 'Other material', zh: '其他物料' },
  { value: 'residue', en: 'Residue', zh: '残渣' },
);

/** Lists of echelon production and of recycling. */
export const worksLists = {
  lotMaterial,
  productionKind: strings(
    { value: 'pack', en: 'Echelon packs', zh: '梯次电池包' },
    { value: 'module', en: 'Echelon modules', zh: '梯次电池模块' },
    { value: 'cell', en: 'Echelon cells', zh: '梯次电池单体' },
  ),
  productionStep: strings(
    { value: 'dismantle', en: 'Dismantling', zh: '拆解' },
    { value: 'sort', en: 'Testing and sorting', zh: '检测分选' },
    { value: 'match', en: 'Matching', zh: '配组' },
    { value: 'weld', en: 'Welding', zh: '焊接' },
    { value: 'assemble', en: 'Assembly', zh: '组装' },
    { value: 'bms', en: 'BMS fitting', zh: 'BMS 集成' },
    { value: 'test', en: 'Final test', zh: '成品测试' },
    { value: 'pack', en: 'Packing and labelling', zh: '包装贴标' },
  ),
  recyclingStep: strings(
    { value: 'discharge', en: 'Discharge', zh: '放电' },
    { value: 'dismantle', en: 'Dismantling', zh: '拆解' },
    { value: 'crush', en: 'Crushing and separation', zh: '破碎分选' },
    { value: 'hydro', en: 'Hydrometallurgy', zh: '湿法冶金' },
    { value: 'mix', en: 'Mixing of lots', zh: '混批' },
  ),
  processRoute: strings(
    { value: 'mechanical', en: 'Mechanical', zh: '物理法' },
    { value: 'hydro', en: 'Hydrometallurgical', zh: '湿法' },
    { value: 'pyro', en: 'Pyrometallurgical', zh: '火法' },
    { value: 'direct', en: 'Direct regeneration', zh: '直接再生' },
  ),
  /** The side of a recycling run that goods belong to. */
  runSide: strings({ value: 'in', en: 'In', zh: '投入' }, { value: 'out', en: 'Out', zh: '产出' }),
  element: strings(
    { value: 'Li', en: 'Lithium (Li)', zh: '锂（Li）' },
    { value: 'Ni', en: 'Nickel (Ni)', zh: '镍（Ni）' },
    { value: 'Co', en: 'Cobalt (Co)', zh: '钴（Co）' },
    { value: 'Mn', en: 'Manganese (Mn)', zh: '锰（Mn）' },
    { value: 'Cu', en: 'Copper (Cu)', zh: '铜（Cu）' },
    { value: 'Al', en: 'Aluminium (Al)', zh: '铝（Al）' },
    { value: 'Fe', en: 'Iron (Fe)', zh: '铁（Fe）' },
    { value: 'P', en: 'Phosphorus (P)', zh: '磷（P）' },
    { value: 'C', en: 'Graphite (C)', zh: '石墨（C）' },
  ),
} as const;
