import type { FieldError } from '@voltloop/contract/envelope.ts';
import { useTranslation } from 'react-i18next';
import { FindingText } from './finding-text.tsx';
import styles from './step-warnings.module.css';

interface StepWarningsProps {
  warnings: readonly FieldError[];
  /** The step is of several rows: their warnings stand at `ids.0`, `ids.1`, …. */
  several: boolean;
  /** They refuse it: there is nothing to confirm. */
  refused: boolean;
}

/** What the server warns of before it takes a step: read and confirmed by a person. */
export default function StepWarnings({ warnings, several, refused }: StepWarningsProps) {
  const { t } = useTranslation('backoffice');
  const rows = Map.groupBy(warnings, ({ path }) => (several ? Number(path.split('.')[1]) + 1 : 0));
  return (
    <div role="alert">
      <p className={styles.lead}>
        {t(refused ? 'warnings.refused' : 'warnings.lead', { count: warnings.length })}
      </p>
      {[...rows].map(([number, of]) => (
        <section key={number}>
          {several && <h3 className={styles.row}>{t('warnings.row', { number })}</h3>}
          <ul className={styles.list}>
            {of.map((finding) => (
              <li key={`${finding.path} ${finding.key}`} data-refuses={refused || finding.overrides}>
                <FindingText finding={finding} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {!refused && <p className={styles.note}>{t('warnings.note')}</p>}
    </div>
  );
}
