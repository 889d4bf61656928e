import { batteryTypeOf, type OptionValue } from '../options/index.ts';
import { readDate } from './dates.ts';
import { type Form, layouts, type PartName, partNames, type Words } from './layout.ts';
import { makerName } from './makers.ts';
import { chemistryByLetter, productTypeOf, wordsOf } from './meanings.ts';
import { type Parts, parse } from './parse.ts';
import { type Known, type Warning, warningsOf } from './warnings.ts';

export interface ExplainedPart {
  part: PartName;
  name: Words;
  text: string;
  /** First and last character, counted from 1 as people do. */
  from: number;
  to: number;
  /** What the characters say; null when they are the maker's own or say nothing. */
  meaning: Words | null;
  doubtful: boolean;
}

export interface Explanation {
  code: string;
  form: Form;
  parts: ExplainedPart[];
  /** From lists of traders, not from a register; null when they do not name the maker. */
  maker: Words | null;
  productType: OptionValue<'productType'> | null;
  chemistry: OptionValue<'chemistry'> | null;
  batteryType: OptionValue<'batteryType'> | null;
  /** yyyy-MM-dd */
  productionDate: string | null;
  /** Null when the serial number is not written in digits. */
  serial: number | null;
  warnings: Warning[];
}

function meaningOf(part: PartName, text: string): Words | null {
  const same = (value: string): Words => ({ en: value, zh: value });
  if (part === 'maker') return makerName(text);
  if (part === 'product') return wordsOf('productType', productTypeOf(text) ?? '');
  if (part === 'chemistry') return wordsOf('chemistry', chemistryByLetter(text) ?? '');
  if (part === 'serial') return /^\d+$/.test(text) ? same(String(Number(text))) : null;
  if (part === 'mark' && /^R[PMC]$/.test(text)) return { en: 'Echelon use', zh: '梯次利用' };
  const day = part === 'date' ? readDate(text).day : null;
  return day === null ? null : same(day);
}

function valuesOf({ product, chemistry, date, serial }: Parts) {
  const letter = chemistryByLetter(chemistry);
  return {
    productType: productTypeOf(product),
    chemistry: letter,
    batteryType: letter && batteryTypeOf(letter),
    productionDate: readDate(date).day,
    serial: /^\d+$/.test(serial) ? Number(serial) : null,
  };
}

/**
 * What a code says, part by part, with what is doubtful about it.
 * @param code as `normalise` leaves it; null at another length than 19 or 24
 */
export function explain(code: string, known: Known = {}): Explanation | null {
  const parts = parse(code);
  if (!parts) return null;
  const warnings = warningsOf(code, known);
  return {
    code,
    form: parts.form,
    parts: layouts[parts.form].map(({ part, from, length }) => {
      const text = code.slice(from, from + length);
      return {
        part,
        name: partNames[part],
        text,
        from: from + 1,
        to: from + length,
        meaning: meaningOf(part, text),
        doubtful: warnings.some((warning) => warning.part === part),
      };
    }),
    maker: makerName(parts.maker),
    ...valuesOf(parts),
    warnings,
  };
}
