import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDecimal, useFormat } from '../../ui/index.ts';

const TONNE_KG = 1000;
/** From here on a mass is shown in tonnes. */
const LARGE_KG = 10 * TONNE_KG;

/** Formats pieces and masses. */
export function useAmounts() {
  const { t } = useTranslation('stock');
  const { number, language } = useFormat();
  return useMemo(() => {
    const pieces = (count: number) => t('pieces', { count, total: number(count) });
    return {
      pieces,
      /** The pieces of goods, the number of lots where these are not counted in pieces. */
      count: (of: { pieces: number; lots: number }) =>
        of.pieces === 0 && of.lots > 0
          ? t('lots', { count: of.lots, total: number(of.lots) })
          : pieces(of.pieces),
      /** As booked, exact. */
      kg: (mass: string) => `${formatDecimal(mass, 0, language)} kg`,
      /** Rounded, for people. */
      mass: (kg: string | number) =>
        Number(kg) >= LARGE_KG
          ? `${number(Number(kg) / TONNE_KG, 1)} t`
          : `${number(Number(kg), Number.isInteger(Number(kg)) ? 0 : 1)} kg`,
      /** A mass and its limit, rounded, in the unit of the limit. */
      massOf: (kg: string, most: string) =>
        Number(most) >= LARGE_KG
          ? `${number(Number(kg) / TONNE_KG, 1)} / ${number(Number(most) / TONNE_KG, 1)} t`
          : `${number(Number(kg), Number.isInteger(Number(kg)) ? 0 : 1)} / ${number(Number(most))} kg`,
    };
  }, [t, number, language]);
}
