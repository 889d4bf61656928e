import { useFormat } from './format.ts';
import styles from './number-with-unit.module.css';

export interface NumberWithUnitProps {
  value: number | null | undefined;
  unit?: string;
  /** 0-6 */
  decimals?: number;
  /** Shows a plus before positive numbers. */
  sign?: boolean;
}

/** A figure with its unit: tabular numerals, muted unit, a dash for a missing value. */
export function NumberWithUnit({ value, unit, decimals = 0, sign }: NumberWithUnitProps) {
  const format = useFormat();
  const known = value !== null && value !== undefined && !Number.isNaN(value);
  return (
    <span className={styles.figure}>
      {sign && known && value > 0 ? '+' : ''}
      {format.number(value, decimals)}
      {unit && known && <span className={styles.unit}>{unit}</span>}
    </span>
  );
}
