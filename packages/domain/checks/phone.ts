/** Which notation a number without a country code has: that of mainland China, or of any country. */
export type PhoneNotation = 'china' | 'any';

const MOBILE = /^1[3-9]\d{9}$/;
/** Area code, number, extension: `0755-88888888-801`. A shorter area code comes first: 010 and 02x have eight digits after it. */
const LANDLINE = /^(0(?:10|2\d|[3-9]\d{2}))?([1-9]\d{6,7})$/;
/** Numbers of companies that are dialled from anywhere: 400 and 800, banks and grids (95, 96), 1010. */
const NATIONWIDE = /^(?:([48]00)(\d{3})(\d{4})|9[56]\d{3,6}|1010\d{4})$/;
/** ITU-T E.164: country code and number have 7 to 15 digits together. */
const INTERNATIONAL = /^\+[1-9]\d{6,14}$/;
const EXTENSION = /(?:-|转|ext\.?|x)(\d{1,6})$/i;

/** Longer than any notation of a number. */
const MAX_CHARS = 40;

/** Digits as they are typed: full-width ones become plain, blanks, hyphens, dots, slashes and brackets are left out. */
const bare = (text: string) => text.replace(/[\s\-./()·]/g, '');

/**
 * A telephone number as it is stored, so that two notations of one number are equal: mobile numbers as digits, others in
 * their groups, foreign ones with + and country code; null for no number. Blanks, hyphens and brackets between digits,
 * full-width digits, and +86 or 0086 before a Chinese number are accepted.
 */
export function readPhone(text: string, notation: PhoneNotation): string | null {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[‐-―−]/g, '-')
    .trim();
  if (plain.length > MAX_CHARS || !/^[+(]?\d[\d ()/.\-转a-z]*$/iu.test(plain)) return null;
  const digits = bare(plain);
  if (/^(?:\+|00)(?!86)/.test(digits)) {
    const whole = digits.replace(/^00/, '+');
    return INTERNATIONAL.test(whole) ? whole : null;
  }
  const chinese = readChinese(plain.replace(/^(?:\+|00)86[\s-]*/, ''));
  if (chinese !== null) return chinese;
  if (notation === 'china' || digits.startsWith('+86')) return null;
  return /^\d{5,15}$/.test(digits) && plain.length <= 24 ? plain : null;
}

function readChinese(plain: string): string | null {
  const whole = bare(plain);
  const mobile = /^86(?=1[3-9]\d{9}$)/.test(whole) ? whole.slice(2) : whole;
  if (MOBILE.test(mobile)) return mobile;
  const nationwide = NATIONWIDE.exec(whole);
  if (nationwide) return nationwide[1] ? nationwide.slice(1).join('-') : whole;
  // Only the last group of digits can be an extension, and only if a number remains before it.
  for (const extension of ['', EXTENSION.exec(plain)?.[0]]) {
    if (extension === undefined) continue;
    const number = LANDLINE.exec(bare(plain.slice(0, plain.length - extension.length)));
    if (!number) continue;
    const groups = [number[1], number[2], extension && EXTENSION.exec(extension)?.[1]];
    return groups.filter(Boolean).join('-');
  }
  return null;
}
