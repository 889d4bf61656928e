import type { Words } from '../words.ts';

/**
 * A code of 24 characters identifies a battery as manufactured (GB/T 34014-2017, chapter 4); one of 19 an echelon
 * product: no traceability code, and RP, RM or RC at its end.
 */
export type Form = 'original' | 'echelon';
export type PartName = 'maker' | 'product' | 'chemistry' | 'spec' | 'trace' | 'date' | 'serial' | 'mark';

interface Place {
  part: PartName;
  /** First character, counted from 0. */
  from: number;
  length: number;
}

function inOrder(...parts: [PartName, number][]): readonly Place[] {
  let from = 0;
  return parts.map(([part, length]) => {
    const place = { part, from, length };
    from += length;
    return place;
  });
}

/** The position of each part. The short form is not a truncated long one: its date begins at the eighth character. */
export const layouts: Readonly<Record<Form, readonly Place[]>> = {
  original: inOrder(
    ['maker', 3],
    ['product', 1],
    ['chemistry', 1],
    ['spec', 2],
    ['trace', 7],
    ['date', 3],
    ['serial', 7],
  ),
  echelon: inOrder(
    ['maker', 3],
    ['product', 1],
    ['chemistry', 1],
    ['spec', 2],
    ['date', 3],
    ['serial', 7],
    ['mark', 2],
  ),
};

export const partNames: Readonly<Record<PartName, Words>> = {
  maker: { en: 'Maker', zh: '厂商代码' },
  product: { en: 'Product type', zh: '产品类型' },
  chemistry: { en: 'Chemistry', zh: '电池类型' },
  spec: { en: 'Specification', zh: '规格代码' },
  trace: { en: 'Traceability', zh: '追溯信息代码' },
  date: { en: 'Production date', zh: '生产日期' },
  serial: { en: 'Serial number', zh: '序列号' },
  mark: { en: 'Echelon mark', zh: '梯次利用标识' },
};

/** The form for a text's length; null at any other length. */
export function formOf(code: string): Form | null {
  return code.length === 24 ? 'original' : code.length === 19 ? 'echelon' : null;
}
