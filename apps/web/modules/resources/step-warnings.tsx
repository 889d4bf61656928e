import type { FieldError } from '@voltloop/contract/envelope.ts';
import { useTranslation } from 'react-i18next';
import { FindingText } from './finding-text.tsx';
import styles from './step-warnings.module.css';

interface StepWarningsProps {
  warnings: readonly FieldError[];
  /** They refuse it: there is nothing to confirm. */
  refused: boolean;
}

/** What the server warns of before it takes a step: read and confirmed by a person. */
export default function StepWarnings({ warnings, refused }: StepWarningsProps) {
  const { t } = useTranslation('backoffice');
  // Of a step of several rows each warning says of which: `ids.0.…`, `ids.1.…`.
  const rows = Map.groupBy(warnings, ({ path }) => /^ids\.(\d+)\./.exec(path)?.[1]);
  return (
    <div role="alert">
      <p className={styles.lead}>
        {t(refused ? 'warnings.refused' : 'warnings.lead', { count: warnings.length })}
      </p>
      {[...rows].map(([number, of]) => (
        <section key={number ?? ''}>
          {number !== undefined && (
            <h3 className={styles.row}>{t('warnings.row', { number: Number(number) + 1 })}</h3>
          )}
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
