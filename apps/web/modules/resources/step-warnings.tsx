import type { FieldError } from '@voltloop/contract/envelope.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FindingText } from './finding-text.tsx';
import { rowPath } from './loaded.ts';
import styles from './step-warnings.module.css';

interface StepWarningsProps {
  warnings: readonly FieldError[];
  /** Name of the entity. */
  resource: string;
  /** They refuse it: there is nothing to confirm. */
  refused: boolean;
}

/** What the server warns of before it takes a step: read and confirmed by a person. */
export default function StepWarnings({ resource, warnings, refused }: StepWarningsProps) {
  const { t } = useTranslation('backoffice');
  // Of a step of several rows each finding says of which: `ids.0.…`, `ids.1.…`.
  const rows = Map.groupBy(warnings, ({ path }) => /^ids\.(\d+)\b/.exec(path)?.[1]);
  return (
    <div role="alert">
      <p className={styles.lead}>
        {t(refused ? 'warnings.refused' : 'warnings.lead', { count: warnings.length })}
      </p>
      {[...rows].map(([number, of]) => (
        <section key={number ?? ''}>
          {number !== undefined && (
            <h3 className={styles.row}>
              <RowName resource={resource} of={of[0]?.of} number={Number(number) + 1} />
            </h3>
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
      {refused ? (
        rows.has(undefined) || <p className={styles.note}>{t('warnings.none', { count: rows.size })}</p>
      ) : (
        <p className={styles.note}>{t('warnings.note')}</p>
      )}
    </div>
  );
}

interface RowNameProps {
  resource: string;
  of: FieldError['of'];
  /** Its place among the chosen rows, for one without a name. */
  number: number;
}

/** Which of several rows findings are about, with a link to it. */
function RowName({ resource, of, number }: RowNameProps) {
  const { t } = useTranslation('backoffice');
  const name = of?.title || t('warnings.row', { number });
  return of ? <Link to={rowPath(resource, of.id)}>{name}</Link> : name;
}
