import type { HomePeriod } from '@voltloop/contract';
import { useChange } from '@voltloop/ui/change.ts';
import { useTranslation } from 'react-i18next';
import styles from './figures.module.css';

interface ChangesProps {
  now: string | number;
  before: string | number;
  yearBefore: string | number;
  period: HomePeriod;
}

/** How a figure changed against the same days before, and against those of the year before. */
export function Changes({ now, before, yearBefore, period }: ChangesProps) {
  const { t } = useTranslation('backofficeHome');
  const change = useChange();
  return (
    <span className={styles.changes}>
      {period !== 'year' && (
        <span className={styles.change}>
          <span className={styles.share}>{change(now, before)}</span> {t(`against.${period}`)}
        </span>
      )}
      <span className={styles.change}>
        <span className={styles.share}>{change(now, yearBefore)}</span> {t('against.year')}
      </span>
    </span>
  );
}
