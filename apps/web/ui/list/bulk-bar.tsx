import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../text/format.ts';
import styles from './bulk-bar.module.css';

interface BulkBarProps {
  /** Number of selected rows; the bar is shown while there are any. */
  count: number;
  /** Number of rows in the whole result; null while counting. */
  total: number | null;
  /** Selects all `total` rows; optional. */
  onSelectAll?: () => void | Promise<void>;
  onClear: () => void;
  /** Buttons for the selected rows. */
  children: ReactNode;
}

/** The bar at the foot of the screen while rows are selected: their number, select all or none, actions. */
export function BulkBar({ count, total, onSelectAll, onClear, children }: BulkBarProps) {
  const { t } = useTranslation('list');
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const selectAll = async () => {
    setBusy(true);
    try {
      await onSelectAll?.();
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <span role="status" className="visually-hidden">
        {count > 0 ? t('bulk.count', { count, n: format.number(count) }) : ''}
      </span>
      {count > 0 && (
        <section className={styles.bar} aria-label={t('bulk.label')}>
          <span className={styles.count} aria-hidden="true">
            {t('bulk.count', { count, n: format.number(count) })}
          </span>
          {onSelectAll && total !== null && count < total && (
            <Button variant="subtle" size="xs" loading={busy} onClick={() => void selectAll()}>
              {t('bulk.all', { count: total, n: format.number(total) })}
            </Button>
          )}
          <div className={styles.actions}>{children}</div>
          <button type="button" className={styles.clear} aria-label={t('bulk.clear')} onClick={onClear}>
            <IconX size={17} stroke={1.8} aria-hidden="true" />
          </button>
        </section>
      )}
    </>
  );
}
