import { idCardCheckCharacter } from '@voltloop/domain/checks/index.ts';
import type { Dice } from './dice.ts';
import type { District } from './places.ts';

const families = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗'];
const given =
  '伟 芳 敏 静 磊 洋 艳 勇 军 杰 娟 涛 明 超 霞 平 刚 桂英 建国 志强 雨桐 子轩 欣怡 浩然 梓涵 思远 晓东 海燕 国庆 春梅'.split(
    ' ',
  );

export const personName = (dice: Dice): string => dice.pick(families) + dice.pick(given);

/**
 * An identity card number with valid birthday and check character (GB 11643). Its sequence number is 000, which is
 * never issued, so that it belongs to no real person.
 */
export function idCardOf(dice: Dice, region: District): string {
  const born = new Date(Date.UTC(1963, 0, 1) + dice.whole(0, 40 * 365) * 86_400_000);
  const first17 = `${region.code}${born.toISOString().slice(0, 10).replaceAll('-', '')}000`;
  return first17 + idCardCheckCharacter(first17);
}

/** A mobile number with the prefix 154, which no operator has. */
export const mobileOf = (dice: Dice): string => `154${dice.digits(8)}`;

export const landlineOf = (dice: Dice, region: District): string =>
  `${region.dialling}-5${dice.digits(region.dialling.length === 3 ? 7 : 6)}`;

/** A number of a bank card or account, nineteen digits, of no bank. */
export const accountNumberOf = (dice: Dice): string => `0000${dice.digits(15)}`;
