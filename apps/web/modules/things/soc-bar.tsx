import { useFormat } from '../../ui/index.ts';
import styles from './soc-bar.module.css';

/** State of charge as a bar and a number; red below 10 %. */
export function SocBar({ soc_pct }: { soc_pct: number | null }) {
  const { number } = useFormat();
  const width = Math.min(Math.max(soc_pct ?? 0, 0), 100);
  return (
    <span className={styles.soc}>
      <span className={styles.track} aria-hidden="true">
        <span
          className={styles.fill}
          style={{ width: `${width}%` }}
          data-low={(soc_pct !== null && soc_pct < 10) || undefined}
        />
      </span>
      <span className={styles.figure}>
        {number(soc_pct, 0)}
        {soc_pct !== null && ' %'}
      </span>
    </span>
  );
}
