import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/index.ts';
import { fillOf } from './fill.ts';
import styles from './stock.module.css';

/** Fill level as a bar and a figure; nothing without a limit. */
export function FillBar({ is, most }: { is: string | number; most: string | number | null }) {
  const { t } = useTranslation('stock');
  const { number } = useFormat();
  const fill = fillOf(is, most);
  if (!fill) return <span className={styles.quiet}>{t('noLimit')}</span>;
  return (
    <span className={styles.fillBar} data-tone={fill.tone}>
      <span className={styles.track} aria-hidden="true">
        <span style={{ width: `${Math.min(fill.pct, 100)}%` }} />
      </span>
      <span>{number(fill.pct, fill.pct < 10 ? 1 : 0)} %</span>
    </span>
  );
}
