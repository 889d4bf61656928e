import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/index.ts';
import { type BatteryDirection, type GridDirection, IDLE_BELOW_W, kwOf } from './power.ts';
import styles from './power-cell.module.css';

interface PowerCellProps {
  power_w: number | null;
  /** The direction in words; omitted for a power with only one direction. */
  direction?: BatteryDirection | GridDirection | null;
}

/** A power in kW with its direction in words, aligned for use in a column. */
export function PowerCell({ power_w, direction }: PowerCellProps) {
  const { t } = useTranslation('things');
  const { language } = useFormat();
  const { text, unit } = kwOf(power_w, language);
  const known = power_w !== null;
  return (
    <span className={styles.power} data-idle={!known || Math.abs(power_w) < IDLE_BELOW_W || undefined}>
      <span>{text}</span>
      {known && <span className={styles.unit}>{unit}</span>}
      {direction !== undefined && (
        <span className={styles.word}>{direction ? t(`direction.${direction}`) : ''}</span>
      )}
    </span>
  );
}
