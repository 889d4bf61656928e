import { localeOf, NO_VALUE, useFormat } from '../text/format.ts';

/** Larger changes are shown as 'more than this', in percent. */
const MAX_PERCENT = 999;

/**
 * The change of a figure in whole percent; null without a base.
 * @param least Earlier figures below this are too small to be a base.
 */
export function changePercent(
  now: string | number | null | undefined,
  before: string | number | null | undefined,
  least = 0,
): number | null {
  if (now === null || now === undefined || before === null || before === undefined) return null;
  const base = Number(before);
  // Adding 0 turns -0 into 0.
  return base > 0 && base >= least ? Math.round((Number(now) / base - 1) * 100) + 0 : null;
}

/** A change with its sign: '+12 %', '−5 %', '±0 %', '>999 %'; a dash for null. */
export function formatChange(percent: number | null, language = 'en'): string {
  if (percent === null) return NO_VALUE;
  const size = Math.min(Math.abs(percent), MAX_PERCENT).toLocaleString(localeOf(language));
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '±';
  const unit = language.startsWith('zh') ? '%' : ' %';
  if (percent > MAX_PERCENT) return `>${size}${unit}`;
  return percent < -MAX_PERCENT ? `<−${size}${unit}` : `${sign}${size}${unit}`;
}

/** {@link formatChange} of two figures, in the language of the interface. */
export function useChange() {
  const { language } = useFormat();
  return (...figures: Parameters<typeof changePercent>) => formatChange(changePercent(...figures), language);
}
