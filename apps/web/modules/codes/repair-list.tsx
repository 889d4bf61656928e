import type { Repair } from '@voltloop/domain/battery-code/index.ts';
import { useTranslation } from 'react-i18next';
import styles from './codes.module.css';
import { useLocalized } from './use-localized.ts';

interface RepairListProps {
  repairs: readonly Repair[];
  onPick: (code: string) => void;
  /** Codes of registered batteries. */
  kept?: ReadonlySet<string>;
}

/** Possible repairs of a misread code, as buttons that apply them. */
export function RepairList({ repairs, onPick, kept }: RepairListProps) {
  const { t } = useTranslation('codes');
  const localized = useLocalized();
  if (repairs.length === 0) return null;
  return (
    <fieldset className={styles.repairs}>
      <legend className={styles.repairsTitle}>{t('repairs')}</legend>
      {repairs.map((repair) => (
        <button key={repair.code} type="button" className={styles.repair} onClick={() => onPick(repair.code)}>
          <code>{repair.code}</code>
          <span className={styles.why}>
            {localized(repair.why)}
            {kept?.has(repair.code) && <b className={styles.kept}>{t('kept')}</b>}
          </span>
        </button>
      ))}
    </fieldset>
  );
}
