import type { OptionValue } from '../options/index.ts';
import { type Dated, inForce } from './in-force.ts';

/**
 * Legal requirements for echelon products, by day. Taken from secondary texts: defaults of this product, not legal
 * advice.
 */

interface ForbiddenUse extends Dated {
  /** Uses that include forbidden ones, so that a declaration is required. */
  declarable: readonly OptionValue<'echelonUseType'>[];
}

const forbiddenUses: readonly ForbiddenUse[] = [
  {
    from: '2026-04-01',
    declarable: ['3'],
    clause: { en: 'Order 73, article 22', zh: '《暂行办法》第二十二条' },
  },
];

const productStandards: readonly Dated[] = [
  {
    from: '2026-07-30',
    clause: { en: 'MIIT announcement 20 of 2026', zh: '工信部 2026 年第 20 号公告' },
  },
];

interface TestedUses extends Dated {
  /** Declared uses of sold goods; production of echelon products always is one. */
  uses: readonly OptionValue<'echelonUseType'>[];
}

const testedUses: readonly TestedUses[] = [
  {
    from: '2026-04-01',
    uses: ['1', '2', '3'],
    clause: {
      en: 'Order 73, echelon use; GB/T 34015, test of residual energy',
      zh: '《暂行办法》梯次利用；GB/T 34015 余能检测',
    },
  },
];

interface LabelMark extends Dated {
  mark: string;
}

const labelMarks: readonly LabelMark[] = [
  {
    from: '2021-09-18',
    until: '2026-03-31',
    mark: '梯次利用',
    clause: {
      en: 'Measures for echelon use of 2021, repealed on 2026-04-01',
      zh: '《新能源汽车动力蓄电池梯次利用管理办法》（2026-04-01 废止）',
    },
  },
  {
    from: '2026-04-01',
    mark: '梯次利用',
    clause: { en: 'GB/T 34015.4, marking of echelon products', zh: 'GB/T 34015.4 梯次利用产品标识' },
  },
];

/** Why a product for this use cannot be made on this day: it is declared forbidden, or the declaration is missing. */
export function refusedUse(
  use: string | null,
  forbidden: number | null,
  day: string,
): { why: 'forbidden' | 'unanswered'; clause: Dated['clause'] } | null {
  const [rule] = inForce(forbiddenUses, day);
  if (!rule) return null;
  if (forbidden === 1) return { why: 'forbidden', clause: rule.clause };
  const declarable = rule.declarable.some((each) => each === use);
  return declarable && forbidden === null ? { why: 'unanswered', clause: rule.clause } : null;
}

/**
 * The clause that requires batteries for this use to be tested.
 * @param use the declared use of sold goods; null: they are built into an echelon product
 */
export const testsRequired = (use: string | null, day: string): Dated['clause'] | null =>
  inForce(testedUses, day).find(({ uses }) => use === null || uses.some((each) => each === use))?.clause ??
  null;

/** The clause that requires a product to name the standard of its class on this day. */
export const standardRequired = (day: string): Dated['clause'] | null =>
  inForce(productStandards, day)[0]?.clause ?? null;

/** The second-life mark on the label of an echelon product, by its production day. */
export const labelMark = (day: string): string | null => inForce(labelMarks, day)[0]?.mark ?? null;
