import styles from './chart-tooltip.module.css';

export interface TooltipRow {
  key: string;
  label: string;
  value: string;
  unit?: string;
  color: string;
}

interface ChartTooltipProps {
  title: string;
  rows: readonly TooltipRow[];
  /** px from the left of the plot, and the width of the plot: the box flips before it overflows. */
  left: number;
  width: number;
  top?: number;
}

/** The figures at the cursor. */
export function ChartTooltip({ title, rows, left, width, top = 8 }: ChartTooltipProps) {
  const flip = left > width / 2;
  return (
    <div
      className={styles.tooltip}
      style={{
        top,
        left: flip ? undefined : left + 14,
        right: flip ? width - left + 14 : undefined,
      }}
    >
      <div className={styles.title}>{title}</div>
      {rows.map((row) => (
        <div key={row.key} className={styles.row}>
          <span className={styles.mark} style={{ background: row.color }} />
          <span className={styles.label}>{row.label}</span>
          <span className={styles.value}>{row.value}</span>
          <span className={styles.unit}>{row.unit}</span>
        </div>
      ))}
    </div>
  );
}
