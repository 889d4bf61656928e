import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../resources/index.ts';
import { needsOpening } from './document-actions.ts';

/** Shown for batteries from before the ledger, which can be moved once an opening document contains them. */
export function OpeningNotice({ row }: { row: Row }) {
  const { t } = useTranslation('batteries');
  if (!needsOpening(row)) return null;
  return (
    <Alert color="yellow" mb="md" title={t('opening.title')}>
      {t('opening.text')}
    </Alert>
  );
}
