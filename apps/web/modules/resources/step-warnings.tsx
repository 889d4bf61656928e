import type { FieldError } from '@voltloop/contract/envelope.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FindingText } from './finding-text.tsx';
import { rowPath } from './loaded.ts';
import styles from './step-warnings.module.css';

interface StepWarningsProps {
  warnings: readonly FieldError[];
  /** Name of the resource. */
  resource: string;
  /** The findings refuse the step: there is nothing to confirm. */
  refused: boolean;
}

/** Warnings that a person must read and confirm before the server takes a step. */
export default function StepWarnings({ resource, warnings, refused }: StepWarningsProps) {
  const { t } = useTranslation('backoffice');
  // For a step of several rows each path names its row: `ids.0.…`, `ids.1.…`.
  const rows = Map.groupBy(warnings, ({ path }) => /^ids\.(\d+)\b/.exec(path)?.[1]);
  return (
    <div role="alert">
      <p className="plain">{t(refused ? 'warnings.refused' : 'warnings.lead', { count: warnings.length })}</p>
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
  /** Position among the selected rows, for a row without a name. */
  number: number;
}

/** The row that findings concern, with a link to it. */
function RowName({ resource, of, number }: RowNameProps) {
  const { t } = useTranslation('backoffice');
  const name = of?.title || t('warnings.row', { number });
  return of ? <Link to={rowPath(resource, of.id)}>{name}</Link> : name;
}
