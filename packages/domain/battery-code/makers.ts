import type { Words } from '../words.ts';

/**
 * Makers from battery traders' lists. There is no public register: names inform the reader and are never a reason to
 * refuse a code.
 */
const makers: Readonly<Record<string, Words>> = {
  '001': { en: 'CATL', zh: '宁德时代' },
  '00P': { en: 'Sunwoda', zh: '欣旺达' },
  '01Y': { en: 'Narada', zh: '南都电源' },
  '02C': { en: 'Lishen', zh: '力神' },
  '02K': { en: 'Great Power', zh: '鹏辉能源' },
  '02Y': { en: 'EVE', zh: '亿纬锂能' },
  '03H': { en: 'Gotion', zh: '国轩高科' },
  '03U': { en: 'Zenergy', zh: '正力新能' },
  '04Q': { en: 'EVE', zh: '亿纬锂能' },
  '04U': { en: 'Narada', zh: '南都电源' },
  '069': { en: 'Gree Altairnano', zh: '格力钛（银隆）' },
  '071': { en: 'XPT', zh: '蔚然动力' },
  '07H': { en: 'Higee', zh: '海基新能源' },
  '081': { en: 'REPT', zh: '瑞浦兰钧' },
  '08B': { en: 'Lishen', zh: '力神' },
  '09U': { en: 'SVOLT', zh: '蜂巢能源' },
  '0AL': { en: 'Ganfeng', zh: '赣锋锂电' },
  '0B5': { en: 'CALB', zh: '中创新航' },
  '0F4': { en: 'BYD', zh: '比亚迪' },
  '0H9': { en: 'Tafel', zh: '塔菲尔' },
  '0IJ': { en: 'Hithium', zh: '海辰储能' },
};

export const knownMakers: readonly string[] = Object.keys(makers);

/** The likely name of a maker by the first three characters of a code; null if it is not listed. */
export function makerName(code: string): Words | null {
  return Object.hasOwn(makers, code) ? (makers[code] as Words) : null;
}
