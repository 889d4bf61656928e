import type { HomePeriod } from '@voltloop/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/index.ts';
import { changePercent, formatChange } from '../../../ui/tile/change.ts';
import styles from './figures.module.css';

interface ChangesProps {
  now: string | number;
  before: string | number;
  yearBefore: string | number;
  period: HomePeriod;
}

/** The change of a figure from the previous period and from the previous year, where there are figures. */
export function Changes({ now, before, yearBefore, period }: ChangesProps) {
  const { t } = useTranslation('backofficeHome');
  const { language } = useFormat();
  const changes = [
    ...(period === 'year' ? [] : [{ against: period, percent: changePercent(now, before) }]),
    { against: 'year', percent: changePercent(now, yearBefore) },
  ].filter(({ percent }) => percent !== null);
  return (
    <span className={styles.changes}>
      {changes.map(({ against, percent }) => (
        <span key={against} className={styles.change}>
          <span className={styles.share}>{formatChange(percent, language)}</span> {t(`against.${against}`)}
        </span>
      ))}
    </span>
  );
}
