import { vinCheckCharacter } from '@voltloop/domain/checks/index.ts';
import type { Dice } from './dice.ts';
import type { District } from './places.ts';

const VIN_LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';
/** Model years of a VIN: 30 symbols from 1980 on, then repeated (GB 16735). */
const VIN_YEARS = 'ABCDEFGHJKLMNPRSTVWXY123456789';

/** A VIN with its check character; the maker L0D is unassigned. `n` distinguishes VINs of a year. */
export function vinOf(dice: Dice, n: number, year: number): string {
  const model = Array.from({ length: 5 }, () => dice.pick([...VIN_LETTERS])).join('');
  const rest = `${VIN_YEARS[(year - 1980) % 30]}D${String(n % 1_000_000).padStart(6, '0')}`;
  const check = vinCheckCharacter(`L0D${model}0${rest}`);
  return `L0D${model}${check}${rest}`;
}

const PLATE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/** The drive type of a vehicle, as shown by its number plate. */
export type Drive = 'electric' | 'hybrid' | 'fuel';

/**
 * A number plate of a district: eight characters for new energy (small vehicles have the letter first, large ones
 * last), seven for others. `n`, up to 99,999, distinguishes plates of a drive and size.
 */
export function plateOf(n: number, region: District, drive: Drive, large = false): string {
  const five = String(n % 100_000).padStart(5, '0');
  if (drive === 'fuel') return `${region.plate}${PLATE_LETTERS[Number(five[0])]}${five.slice(1)}`;
  const letter = drive === 'electric' ? 'D' : 'F';
  return large ? `${region.plate}${five}${letter}` : `${region.plate}${letter}${five}`;
}

/** The digit that makes the number pass the Luhn check. */
function luhnDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** The operator of a SIM card's network. */
export type Operator = 'mobile' | 'unicom' | 'telecom';
const issuers: Record<Operator, readonly string[]> = {
  mobile: ['898600', '898602', '898604', '898607'],
  unicom: ['898601', '898606', '898609'],
  telecom: ['898603', '898611'],
};

/**
 * The number of the nth SIM card, 20 digits: the operator's prefix of six digits, and a Luhn check digit (ITU-T
 * E.118).
 */
export function iccidOf(dice: Dice, n: number, operator: Operator): string {
  const first19 = `${dice.pick(issuers[operator])}${dice.digits(7)}${String(n % 1_000_000).padStart(6, '0')}`;
  return first19 + luhnDigit(first19);
}

/** The telephone number of a machine's card: 13 digits with the prefix 154, which no operator has. */
export const msisdnOf = (n: number): string => `1540${String(n).padStart(9, '0')}`;
