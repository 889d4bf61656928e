import { batteryTypeOf, type OptionValue } from '../options/index.ts';
import type { Words } from '../words.ts';
import { readDate } from './dates.ts';
import { type Form, layouts, type PartName, partNames } from './layout.ts';
import { makerName } from './makers.ts';
import { chemistryByLetter, productTypeOf, wordsOf } from './meanings.ts';
import { type Parts, parse } from './parse.ts';
import { type Known, type Warning, warningsOf } from './warnings.ts';

export interface ExplainedPart {
  part: PartName;
  name: Words;
  text: string;
  /** First and last character, counted from 1. */
  from: number;
  to: number;
  /** The meaning of the characters; null if there is none or only the maker defines it. */
  meaning: Words | null;
  doubtful: boolean;
}

export interface Explanation {
  code: string;
  form: Form;
  parts: ExplainedPart[];
  /** From traders' lists, as there is no register; null for an unlisted maker. */
  maker: Words | null;
  productType: OptionValue<'productType'> | null;
  chemistry: OptionValue<'chemistry'> | null;
  batteryType: OptionValue<'batteryType'> | null;
  /** yyyy-MM-dd */
  productionDate: string | null;
  /** Null if the serial number is not numeric. */
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
 * Explains a code part by part, with its warnings.
 * @param code as returned by `normalise`; the result is null for a length other than 19 or 24
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
