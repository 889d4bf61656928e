import type { OptionValue } from '../options/index.ts';
import type { Words } from '../words.ts';
import { writeDate } from './dates.ts';
import { type Form, layouts, type PartName } from './layout.ts';
import { productLetter } from './meanings.ts';
import { parse } from './parse.ts';

export interface Making {
  form: Form;
  /** Three capital letters or digits. */
  maker: string;
  productType: OptionValue<'productType'>;
  chemistry: OptionValue<'chemistry'>;
  /** Two capital letters or digits. */
  spec: string;
  /** Seven capital letters or digits; the long form only. */
  trace?: string;
  /** yyyy-MM-dd, 2011 to 2040 */
  date: string;
  /** Serial number within the day, from 1 to 9999999. */
  serial: number;
}

export type Made =
  | { code: string; wrong?: undefined }
  | { code?: undefined; wrong: { part: PartName; words: Words } };

const LAST_SERIAL = 9_999_999;
const wrong = (part: PartName, en: string, zh: string): Made => ({ wrong: { part, words: { en, zh } } });

/** A code from its parts, or the first invalid part. */
export function generate(making: Making): Made {
  const { form, maker, productType, chemistry, spec, trace = '', date, serial } = making;
  if (!/^[0-9A-Z]{3}$/.test(maker))
    return wrong('maker', 'The maker code is 3 capital letters or digits', '厂商代码为 3 位大写字母或数字');
  if (!/^[0-9A-Z]{2}$/.test(spec))
    return wrong(
      'spec',
      'The specification code is 2 capital letters or digits',
      '规格代码为 2 位大写字母或数字',
    );
  if (form === 'original' && !/^[0-9A-Z]{7}$/.test(trace))
    return wrong(
      'trace',
      'The traceability code is 7 capital letters or digits',
      '追溯信息代码为 7 位大写字母或数字',
    );
  const day = writeDate(date);
  if (!day) return wrong('date', 'A day from 2011 to 2040', '生产日期须在 2011 年至 2040 年之间');
  if (!Number.isInteger(serial) || serial < 1 || serial > LAST_SERIAL)
    return wrong(
      'serial',
      'The serial number is a whole number from 1 to 9999999',
      '序列号为 1 至 9999999 之间的整数',
    );
  const letter = productLetter(productType);
  const number = String(serial).padStart(7, '0');
  const design = `${maker}${letter}${chemistry}${spec}`;
  return {
    code: form === 'original' ? `${design}${trace}${day}${number}` : `${design}${day}${number}R${letter}`,
  };
}

/** The code with the next serial number; null after the last one of a day, and for a serial with letters. */
export function nextCode(code: string): string | null {
  const parts = parse(code);
  if (!parts || !/^\d+$/.test(parts.serial) || Number(parts.serial) >= LAST_SERIAL) return null;
  const { from, length } = layouts[parts.form].find(({ part }) => part === 'serial') as {
    from: number;
    length: number;
  };
  const serial = String(Number(parts.serial) + 1).padStart(length, '0');
  return code.slice(0, from) + serial + code.slice(from + length);
}

/** `count` consecutive codes from `first` on; fewer if the day's numbers end. */
export function codeRun(first: string, count: number): string[] {
  const run: string[] = [];
  for (let code: string | null = first; code !== null && run.length < count; code = nextCode(code))
    run.push(code);
  return run;
}
