import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card, EmptyState } from '../../ui/index.ts';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import type { Row } from '../resources/index.ts';
import { runRecovery } from './queries.ts';
import { RecoveryTable, UnknownGoods } from './recovery-table.tsx';
import styles from './works.module.css';

/** Metal in and out of a run by the assays of its lots, compared with the step's required share. */
export function RecoveryPanel({ row }: { row: Row }) {
  const { t } = useTranslation('works');
  const found = useQuery(runRecovery(row.id, row.version));
  if (!found.data) return <QueryPlaceholder of={found} rows={6} />;
  const { elements, unknown } = found.data;
  return (
    <Card>
      {elements.length === 0 ? (
        <EmptyState compact title={t('recovery.none')} text={t('recovery.noneText')} />
      ) : (
        <RecoveryTable label={t('recovery.title')} elements={elements} />
      )}
      <UnknownGoods unknown={unknown} />
      <p className={styles.note}>{t('recovery.note')}</p>
    </Card>
  );
}
