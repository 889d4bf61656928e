import { optionLabel } from '@voltloop/domain/options/index.ts';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../../context/language-of.ts';
import type { Row } from '../../resources/index.ts';

/**
 * The unit of an order's quantities, which sum the lines in the unit of the first one, and whether other lines have
 * another unit.
 */
export function useOrderUnit({ lines }: Row): { unit: string; mixed: boolean } {
  const { t, i18n } = useTranslation('trade');
  const units = ((lines ?? []) as readonly { unit?: string }[]).map(({ unit }) =>
    // Its quantity is in kilograms; only its price is by metal content.
    unit === 'metal' ? 'kg' : (unit ?? 'piece'),
  );
  return {
    unit:
      (units[0] ?? 'piece') === 'piece'
        ? t('pieces')
        : optionLabel('orderUnit', units[0], languageOf(i18n.language)),
    mixed: new Set(units).size > 1,
  };
}
