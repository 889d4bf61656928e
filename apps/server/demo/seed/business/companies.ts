import { creditCheckCharacter, organisationCheckCharacter } from '@voltloop/domain/checks/index.ts';
import type { Dice } from './dice.ts';
import type { District } from './places.ts';

/**
 * The credit code of the nth made-up company of a district, with both check characters valid (GB 32100, GB 11714).
 * Its organisation code begins with DEM0, which no registry issues.
 * @param n from 0 to 9999; distinguishes companies of a district
 */
export function creditCodeOf(n: number, region: District): string {
  const organisation = `DEM0${String(n).padStart(4, '0')}`;
  const first17 = `91${region.code}${organisation}${organisationCheckCharacter(organisation)}`;
  return first17 + creditCheckCharacter(first17);
}

const brands =
  '蓬莱 瑶池 昆仑墟 桃源 云梦泽 广寒 太虚 方壶 瀛洲 琅嬛 逐日 射日 填海 补天 奔月 鹊桥 银汉 扶桑 若木 烛龙 夸父 精卫 青鸾 白泽 麒麟阁 应龙 羲和 望舒 飞廉 雷泽 不周 归墟 玄圃 建木 赤水 弱水 丹穴 鲲鹏 九霄 紫微'.split(
    ' ',
  );
const trades = {
  recycler: ['再生资源', '循环科技', '电池回收', '绿色循环'],
  dismantler: ['报废汽车拆解', '汽车循环利用'],
  echelon: ['梯次利用科技', '储能科技', '新能源技术'],
  maker: ['动力电池', '锂电科技'],
  vehicleMaker: ['新能源汽车', '客车制造'],
  outlet: ['汽车服务', '汽车销售服务'],
  transport: ['危险品物流', '供应链管理'],
  buyer: ['储能科技', '通信设备', '电力工程', '电动车', '材料科技', '金属材料', '物业管理', '园区运营'],
} as const;
export type Trade = keyof typeof trades;

/**
 * An unused name: a brand from old tales, followed by 示例 (example), so that no demo record is mistaken for a real
 * company.
 */
export function companyName(n: number, trade: Trade, region: District): string {
  const city = region.city.replace(/市$/, '');
  const brand = brands[n % brands.length];
  const kinds = trades[trade];
  const kind = kinds[Math.floor(n / brands.length) % kinds.length];
  return `${city}${brand}${kind}有限公司（示例）`;
}

export interface Permit {
  /** Name of the permitted activity. */
  name: string;
  no: string;
  issuer: string;
  /** yyyy-MM-dd */
  validFrom: string;
  validTo: string;
}

const DAY_MS = 86_400_000;
export const dayOf = (time: Date | number): string => new Date(time).toISOString().slice(0, 10);
export const daysFrom = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY_MS);

/**
 * A permit for some years. Of ten, seven are long valid, two end within a month, and one has ended.
 */
export function permitOf(dice: Dice, now: Date, name: string, region: District): Permit {
  const left_days = dice.weighted([
    [dice.whole(120, 1400), 7],
    [dice.whole(2, 28), 2],
    [-dice.whole(3, 200), 1],
  ]);
  const end = daysFrom(now, left_days);
  return {
    name,
    no: `示例-${region.code}-${dice.digits(6)}`,
    issuer: `${region.city}生态环境局（示例）`,
    validFrom: dayOf(daysFrom(end, -5 * 365)),
    validTo: dayOf(end),
  };
}
