import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './skeletons.module.css';

/** One grey line. Sizes in px, or any CSS length as text. */
export function SkeletonLine({
  width = '100%',
  height = 16,
}: {
  width?: number | string;
  height?: number | string;
}) {
  return <span className={styles.line} style={{ width, height } as CSSProperties} aria-hidden="true" />;
}

/** Placeholder for a table: `rows` lines of 44 px. */
export function SkeletonRows({ rows = 8 }: { rows?: number }) {
  const { t } = useTranslation('ui');
  return (
    <div className={styles.rows} role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className={styles.row}>
          <SkeletonLine width={`${28 - (i % 3) * 4}%`} height={12} />
          <SkeletonLine width={`${18 - (i % 2) * 5}%`} height={12} />
          <SkeletonLine width="12%" height={12} />
        </div>
      ))}
    </div>
  );
}

/** Placeholder for a chart, `height` px high, to avoid a layout shift. */
export function SkeletonChart({ height = 280 }: { height?: number }) {
  const { t } = useTranslation('ui');
  return (
    <div className={styles.chart} style={{ height }} role="status" aria-label={t('loading')}>
      {[38, 62, 48, 74, 58, 84, 66, 52, 72, 44, 60, 36].map((percent, i) => (
        <span key={i} style={{ height: `${percent}%` }} />
      ))}
    </div>
  );
}

/** Placeholder for a page: title, tiles, a panel. Shown while a page's code loads. */
export function SkeletonPage() {
  const { t } = useTranslation('ui');
  return (
    <div className={styles.page} role="status" aria-label={t('loading')}>
      <SkeletonLine width={220} height={28} />
      <div className={styles.tiles}>
        {[0, 1, 2, 3].map((i) => (
          <div key={i} className={styles.tile}>
            <SkeletonLine width="50%" height={12} />
            <SkeletonLine width="35%" height={26} />
          </div>
        ))}
      </div>
      <div className={styles.panel} />
    </div>
  );
}
