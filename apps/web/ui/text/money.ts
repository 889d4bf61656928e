import { localeOf, NO_VALUE, numberFormat } from './format.ts';

/** Formats an exact amount in yuan with at least cents, without floating-point conversion: `-¥4,680.00`. */
export function formatMoney(text: string | null | undefined, language: string): string {
  if (text === null || text === undefined || text === '') return NO_VALUE;
  return numberFormat(localeOf(language), {
    style: 'currency',
    currency: 'CNY',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 6,
  }).format(text as Intl.StringNumericLiteral);
}
