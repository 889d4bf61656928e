import type { StockGroup } from '@voltloop/contract/calls/statistics.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { provinceName } from '@voltloop/domain/regions/provinces.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { formatDecimal, localeOf, useFormat } from '../../ui/index.ts';
import { NO_VALUE } from '../../ui/text/format.ts';
import { changePercent, formatChange } from '../../ui/tile/change.ts';

const TONNE_KG = 1000;

/** Formats figures and names of statistics. */
export function useWords() {
  const { t } = useTranslation('statistics');
  const { number, language } = useFormat();
  return useMemo(() => {
    const of = languageOf(language);
    const compact = new Intl.NumberFormat(localeOf(language), {
      style: 'currency',
      currency: 'CNY',
      currencyDisplay: 'narrowSymbol',
      notation: 'compact',
      maximumFractionDigits: 1,
    });
    const group = (by: StockGroup, { key, name }: { key: string; name: string | null }): string => {
      if (name !== null) return name;
      if (key === '') return t(by === 'grade' ? 'noGrade' : 'unknown');
      if (by === 'grade' && key === 'X') return t('reject');
      if (by === 'region') return provinceName(key, of) ?? key;
      if (by === 'chemistry') return optionLabel('chemistry', key, of);
      if (by === 'condition') return optionLabel('stockCondition', key, of);
      return key;
    };
    return {
      of,
      language,
      number,
      group,
      tonnes: (kg: string | number) => Number((Number(kg) / TONNE_KG).toFixed(3)),
      /** A mass in tonnes, separate from its unit. */
      mass: (kg: string | number) =>
        number(Number(kg) / TONNE_KG, Math.abs(Number(kg)) < 10 * TONNE_KG ? 2 : 1),
      kg: (kg: string) => formatDecimal(kg, 0, language),
      /** An amount in a column, to the cent. */
      cents: (amount: string) => formatDecimal(amount, 2, language),
      money: (amount: string) => compact.format(Number(amount)),
      share: (part: number, whole: number) => (whole > 0 ? `${number((part / whole) * 100, 1)} %` : NO_VALUE),
      /** The change from the previous period. */
      change: (now: number, before: number) => {
        const percent = changePercent(now, before);
        return percent === null ? t('noneBefore') : t('change', { change: formatChange(percent, language) });
      },
      /** A day or month as an axis label. */
      slot: (day: string, step: 'day' | 'month') => (step === 'month' ? day.slice(0, 7) : day.slice(5)),
    };
  }, [t, number, language]);
}
