/** A province by the first two digits of its codes (GB/T 2260), with its position in a grid of equal tiles. */
export interface Province {
  code: string;
  zh: string;
  en: string;
  /**
   * Column and row from the north-west, from 0. No borders are drawn: neighbouring tiles are only roughly neighbours.
   */
  tile: readonly [column: number, row: number];
}

const province = (code: string, zh: string, en: string, column: number, row: number): Province => ({
  code,
  zh,
  en,
  tile: [column, row],
});

export const TILE_COLUMNS = 8;

/** Short names of all provinces, autonomous regions, municipalities and special administrative regions. */
export const provinces: readonly Province[] = [
  province('23', '黑龙江', 'Heilongjiang', 7, 0),
  province('65', '新疆', 'Xinjiang', 0, 1),
  province('15', '内蒙古', 'Inner Mongolia', 4, 1),
  province('21', '辽宁', 'Liaoning', 6, 1),
  province('22', '吉林', 'Jilin', 7, 1),
  province('62', '甘肃', 'Gansu', 1, 2),
  province('64', '宁夏', 'Ningxia', 2, 2),
  province('14', '山西', 'Shanxi', 3, 2),
  province('13', '河北', 'Hebei', 4, 2),
  province('11', '北京', 'Beijing', 5, 2),
  province('12', '天津', 'Tianjin', 6, 2),
  province('54', '西藏', 'Tibet', 0, 3),
  province('63', '青海', 'Qinghai', 1, 3),
  province('61', '陕西', 'Shaanxi', 2, 3),
  province('41', '河南', 'Henan', 3, 3),
  province('37', '山东', 'Shandong', 4, 3),
  province('32', '江苏', 'Jiangsu', 5, 3),
  province('31', '上海', 'Shanghai', 6, 3),
  province('51', '四川', 'Sichuan', 1, 4),
  province('50', '重庆', 'Chongqing', 2, 4),
  province('42', '湖北', 'Hubei', 3, 4),
  province('34', '安徽', 'Anhui', 4, 4),
  province('33', '浙江', 'Zhejiang', 5, 4),
  province('53', '云南', 'Yunnan', 1, 5),
  province('52', '贵州', 'Guizhou', 2, 5),
  province('43', '湖南', 'Hunan', 3, 5),
  province('36', '江西', 'Jiangxi', 4, 5),
  province('35', '福建', 'Fujian', 5, 5),
  province('71', '台湾', 'Taiwan', 6, 5),
  province('45', '广西', 'Guangxi', 2, 6),
  province('44', '广东', 'Guangdong', 3, 6),
  province('81', '香港', 'Hong Kong', 4, 6),
  province('82', '澳门', 'Macao', 5, 6),
  province('46', '海南', 'Hainan', 2, 7),
];

/** The short name of a province, or the code if it is unknown; null without a code. */
export function provinceName(code: string, language: 'en' | 'zh'): string | null {
  if (code === '') return null;
  return provinces.find((each) => each.code === code)?.[language] ?? code;
}
