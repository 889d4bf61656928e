import { strings } from './option-list.ts';

const origins = [
  { value: 'original', en: 'Original', zh: '原始' },
  { value: 'reused', en: 'Re-used', zh: '再使用' },
  { value: 'repurposed', en: 'Repurposed', zh: '梯次利用' },
  { value: 'remanufactured', en: 'Remanufactured', zh: '再制造' },
] as const;

/** Lists of the EU battery passport (Regulation (EU) 2023/1542). */
export const passportLists = {
  euCategory: strings(
    { value: 'ev', en: 'Electric vehicle battery', zh: '电动汽车电池' },
    { value: 'lmt', en: 'Light means of transport battery', zh: '轻型交通工具电池' },
    { value: 'industrial', en: 'Industrial battery', zh: '工业电池' },
    { value: 'stationary', en: 'Stationary storage battery', zh: '固定式储能电池' },
  ),
  /** The category under which a battery is placed on the market. */
  passportOrigin: strings(...origins),
  passportStatus: strings(
    ...origins,
    { value: 'waste', en: 'Waste', zh: '废旧电池' },
    { value: 'ceased', en: 'Ceased', zh: '已终止' },
    { value: 'withdrawn', en: 'Withdrawn', zh: '已撤销' },
  ),
} as const;
