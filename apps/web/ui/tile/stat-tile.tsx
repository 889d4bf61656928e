import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Sparkline } from '../chart/sparkline.tsx';
import { SkeletonLine } from '../states/skeletons.tsx';
import type { Tone } from '../theme/tones.ts';
import styles from './stat-tile.module.css';

export interface StatTileProps {
  /** The name of the figure. */
  label: ReactNode;
  /** The figure, already formatted (see `useFormat`). */
  value: ReactNode;
  unit?: string;
  /** A muted line below the figure: the period, a share, a comparison. */
  hint?: ReactNode;
  /** Icon of 18 px before the label. */
  icon?: ReactNode;
  /** Colours icon and mark; the text must express it too. */
  tone?: Tone;
  /** Makes the whole tile a link. */
  to?: string;
  /** Small line of recent values, oldest first. */
  trend?: readonly (number | null)[];
  loading?: boolean;
}

/** One key figure, with its label, unit and a hint. Put tiles into a {@link StatRow}. */
export function StatTile({
  label,
  value,
  unit,
  hint,
  icon,
  tone = 'neutral',
  to,
  trend,
  loading,
}: StatTileProps) {
  const content = (
    <>
      <span className={styles.label}>
        {icon && (
          <span className={styles.icon} aria-hidden="true">
            {icon}
          </span>
        )}
        <span className={styles.labelText}>{label}</span>
      </span>
      {loading ? (
        <SkeletonLine width="60%" height={32} />
      ) : (
        <span className={styles.figure}>
          <span className={styles.value}>{value}</span>
          {unit && <span className={styles.unit}>{unit}</span>}
        </span>
      )}
      {loading && hint ? (
        <SkeletonLine width="80%" height={18} />
      ) : (
        hint && <span className={styles.hint}>{hint}</span>
      )}
      {trend && !loading && <Sparkline values={trend} className={styles.trend} />}
    </>
  );
  return to ? (
    <Link to={to} className={styles.tile} data-tone={tone} data-link>
      {content}
    </Link>
  ) : (
    <div className={styles.tile} data-tone={tone}>
      {content}
    </div>
  );
}

/** Lays out {@link StatTile}s in rows: as many as fit at 160 px or more, two on phones. */
export function StatRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
