import { formatDecimal, useFormat } from '@voltloop/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

const TONNE_KG = 1000;
/** From here on a mass is shown in tonnes. */
const LARGE_KG = 10 * TONNE_KG;

/** Formats pieces and masses. */
export function useAmounts() {
  const { t } = useTranslation('stock');
  const { number, language } = useFormat();
  return useMemo(
    () => ({
      pieces: (count: number) => t('pieces', { count, total: number(count) }),
      /** As booked, exact. */
      kg: (mass: string) => `${formatDecimal(mass, 0, language)} kg`,
      /** Rounded, for people. */
      mass: (kg: string | number) =>
        Number(kg) >= LARGE_KG
          ? `${number(Number(kg) / TONNE_KG, 1)} t`
          : `${number(Number(kg), Number.isInteger(Number(kg)) ? 0 : 1)} kg`,
    }),
    [t, number, language],
  );
}
