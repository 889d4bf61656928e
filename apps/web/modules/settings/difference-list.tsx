import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NO_VALUE, StatusBadge, type Tone } from '../../ui/index.ts';
import type { Dictionary } from '../telemetry/index.ts';
import type { Difference, Risk } from './param-edit.ts';
import styles from './settings.module.css';
import { labelOf } from './values-editor.tsx';

const tones: Record<Risk, Tone> = { low: 'neutral', medium: 'warning', high: 'danger' };

/** The pending changes: present value → new value, and their risk. */
export function DifferenceList({
  dictionary,
  differences,
  known = true,
}: {
  dictionary: Dictionary;
  differences: readonly Difference[];
  /** False for several devices, which have no common present value. */
  known?: boolean;
}) {
  const { t } = useTranslation('deviceSettings');
  const name = (key: string) => key.split('@')[0] ?? '';
  return (
    <ul className={styles.differences} aria-label={t('difference.title')}>
      {differences.map(({ key, from, to, risk }) => (
        <li key={key}>
          <span className={styles.differenceName}>{labelOf(t, dictionary, key)}</span>
          <span className={styles.differenceValues}>
            {known && (
              <>
                <span className={styles.before}>
                  <span className="visually-hidden">{t('difference.from')} </span>
                  {from === null ? NO_VALUE : dictionary.settingValue(name(key), from)}
                </span>
                <IconArrowRight size={14} aria-hidden="true" />
              </>
            )}
            <strong>
              <span className="visually-hidden">{t('difference.to')} </span>
              {dictionary.settingValue(name(key), to)}
            </strong>
          </span>
          <StatusBadge tone={tones[risk]} variant="plain">
            {t(`risk.${risk}`)}
          </StatusBadge>
        </li>
      ))}
    </ul>
  );
}
