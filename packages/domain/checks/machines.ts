import { type Check, form, type Raw, textOf } from './check.ts';

const VIN_VALUES: Record<string, number> = Object.fromEntries([
  ...[...'0123456789'].map((digit, i) => [digit, i]),
  ...[...'ABCDEFGH'].map((letter, i) => [letter, i + 1]),
  ...[...'JKLMN'].map((letter, i) => [letter, i + 1]),
  ['P', 7],
  ['R', 9],
  ...[...'STUVWXYZ'].map((letter, i) => [letter, i + 2]),
]);
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** The ninth character of a VIN (GB 16735, mod 11) from all the others. */
export function vinCheckCharacter(vin: string): string {
  const sum = VIN_WEIGHTS.reduce(
    (total, weight, i) => total + weight * (VIN_VALUES[vin[i] as string] as number),
    0,
  );
  return '0123456789X'[sum % 11] as string;
}

/** The form of a vehicle identification number (ISO 3779): 17 capital letters and digits, without I, O and Q. */
export const vinForm = form(/^[A-HJ-NPR-Z0-9]{17}$/, 'check.vin');

/** A VIN with its check character, which China and North America prescribe; elsewhere {@link vinForm} is enough. */
export const vin: Check<Raw> = (value) => {
  const text = textOf(value);
  if (text === '') return null;
  return vinForm(text) ?? (text[8] === vinCheckCharacter(text) ? null : 'check.vinCheck');
};

const PROVINCES = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼';
const ORDINARY_PLATE = new RegExp(`^[${PROVINCES}使领][A-Z][A-HJ-NP-Z0-9]{4}[A-HJ-NP-Z0-9挂学警港澳]$`);
/** Small vehicles have their letter first, large ones last; A to E are purely electric, F to K are not. */
const NEW_ENERGY_PLATE = new RegExp(`^[${PROVINCES}][A-Z]([A-HJK][A-HJ-NP-Z0-9]\\d{4}|\\d{5}[A-HJK])$`);

/** Consulates end in 领; embassies have three digits of their country and three more; rescue vehicles end in 应急. */
const SPECIAL_PLATES = new RegExp(`^(?:[${PROVINCES}][A-Z]\\d{4}领|使\\d{6}|[${PROVINCES}][XS]\\d{4}应急)$`);
const PLATES = [ORDINARY_PLATE, NEW_ENERGY_PLATE, SPECIAL_PLATES];

/** A number plate as it is stored: `京·A 12345`, as on papers, becomes `京A12345`. */
export const readPlate = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s·•・.\-\p{Cf}]+/gu, '')
    .toUpperCase();

/** A number plate of mainland China: seven characters, or eight for new energy and rescue vehicles. */
export const plate: Check<Raw> = (value) => {
  const text = readPlate(textOf(value));
  return text === '' || PLATES.some((pattern) => pattern.test(text)) ? null : 'check.plate';
};

/** The drive that a number plate indicates; null for an ordinary one. */
export function plateDrive(text: string): 'electric' | 'other' | null {
  if (!NEW_ENERGY_PLATE.test(text)) return null;
  const letter = /^\d{5}/.test(text.slice(2)) ? text.at(-1) : text[2];
  return 'ABCDE'.includes(letter as string) ? 'electric' : 'other';
}

/** Whether digits end in their Luhn check digit. */
export function luhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return /^\d+$/.test(digits) && sum % 10 === 0;
}

/** The number of a SIM card (ITU-T E.118): 89 and 17 or 18 more; old cards of China Unicom end in a letter. */
export const iccidForm = form(/^89\d{16,17}[0-9A-Z]$/, 'check.iccid');

/** An ICCID with a valid check digit; one that ends in a letter has none. Suitable for a warning. */
export const iccid: Check<Raw> = (value) => {
  const text = textOf(value);
  if (text === '') return null;
  return iccidForm(text) ?? (!/\d$/.test(text) || luhn(text) ? null : 'check.iccidCheck');
};

/** The subscriber identity of a card in the network (ITU-T E.212): 14 or 15 digits, in China from 460 on. */
export const imsi = form(/^\d{14,15}$/, 'check.imsi');

/** The phone number of a card (ITU-T E.164): 8 to 15 digits; cards of machines in China have 13. */
export const msisdn = form(/^\d{8,15}$/, 'check.msisdn');
