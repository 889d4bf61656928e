import type { FieldError } from '@voltloop/contract/envelope.ts';
import { useFieldWords } from '@voltloop/ui/form/field-words.ts';
import { useTranslation } from 'react-i18next';
import styles from './step-warnings.module.css';

interface StepWarningsProps {
  warnings: readonly FieldError[];
  /** The step is of several rows: their warnings stand at `ids.0`, `ids.1`, …. */
  several: boolean;
}

/** What the server warns of before it takes a step: read and confirmed by a person. */
export default function StepWarnings({ warnings, several }: StepWarningsProps) {
  const { t } = useTranslation('backoffice');
  const words = useFieldWords();
  const rows = Map.groupBy(warnings, ({ path }) => (several ? Number(path.split('.')[1]) + 1 : 0));
  return (
    <div role="alert">
      <p className={styles.lead}>{t('warnings.lead', { count: warnings.length })}</p>
      {[...rows].map(([number, of]) => (
        <section key={number}>
          {several && <h3 className={styles.row}>{t('warnings.row', { number })}</h3>}
          <ul className={styles.list}>
            {of.map(({ path, key, message }) => (
              <li key={`${path} ${key}`}>{words({ message: key || message }) ?? message}</li>
            ))}
          </ul>
        </section>
      ))}
      <p className={styles.note}>{t('warnings.note')}</p>
    </div>
  );
}
