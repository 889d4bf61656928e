import { shownText } from '@voltloop/contract/shown-text.ts';
import { z } from 'zod';
import type { Words } from './fields.ts';

/** Causes of deletions and scrapping: the choices, and what the audit trail stores. */
export const causes = {
  duplicate: { en: 'Entered twice', zh: '重复录入' },
  mistake: { en: 'Entered by mistake', zh: '录入错误' },
  trial: { en: 'Entered as a trial', zh: '测试数据' },
  unused: { en: 'No longer used', zh: '不再使用' },
  endOfLife: { en: 'End of service life', zh: '达到使用年限' },
  damage: { en: 'Damaged beyond repair', zh: '损坏且无法修复' },
  accident: { en: 'Accident', zh: '事故' },
  policy: { en: 'Required by law or an authority', zh: '法规或主管机构要求' },
  lost: { en: 'Lost or stolen', zh: '遗失或被盗' },
  sold: { en: 'Sold', zh: '已出售' },
  /** Needs an explanation. */
  other: { en: 'Another reason', zh: '其他原因' },
} satisfies Record<string, Words>;
export type Cause = keyof typeof causes;

export const deletionCauses = ['duplicate', 'mistake', 'trial', 'unused', 'other'] as const;

/** The causes of scrapping. */
export const scrapCauses = ['endOfLife', 'damage', 'accident', 'policy'] as const;

export const REASON_MIN = 2;
export const REASON_MAX = 200;

const names = Object.keys(causes) as [Cause, ...Cause[]];

/** The explanation in addition to the cause, or instead of it. */
const words = shownText().trim().min(REASON_MIN).max(REASON_MAX);

/** A reason: a cause of the list, an explanation, or both. */
export interface Why {
  cause: Cause;
  reason?: string | undefined;
}

/** The part of a body with the reason of a deletion; without a cause the explanation is required. */
export const whyOfDeletion = {
  cause: z.enum(deletionCauses).default('other'),
  reason: words.optional(),
};
export const causeOfStep = z.enum(names).optional();

/** Whether a cause needs an explanation. */
export const needsWords = (cause: string): boolean => cause === 'other';

/** Whether an explanation has an acceptable length. */
export const isReason = (text: string): boolean => words.safeParse(text).success;

/**
 * What a reason lacks: an offered cause, an explanation if the cause alone is not enough, or an explanation of
 * sufficient length.
 * @returns null if it is complete
 */
export function missingOf(
  offered: readonly Cause[],
  { cause = 'other', reason }: { cause?: string | undefined; reason?: string | undefined },
): 'cause' | 'reason' | 'length' | null {
  if (!offered.some((each) => each === cause)) return 'cause';
  if (reason === undefined) return needsWords(cause) ? 'reason' : null;
  return isReason(reason) ? null : 'length';
}

/** The label of a cause; null if it is not in the list. */
export const causeLabel = (cause: string, language: 'en' | 'zh'): string | null =>
  cause in causes ? causes[cause as Cause][language] : null;

/** The text of a reason: the cause, unless it is "other", and the explanation. */
export function reasonText(
  { cause, reason }: { cause: string | null; reason: string | null },
  language: string,
): string | null {
  const of = language.startsWith('zh') ? 'zh' : 'en';
  const label = cause !== null && !needsWords(cause) ? causeLabel(cause, of) : null;
  return [label, reason].filter(Boolean).join(of === 'zh' ? '：' : ': ') || null;
}
