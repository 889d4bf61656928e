import { useTranslation } from 'react-i18next';
import { FindingText } from '../resources/index.ts';
import styles from './documents.module.css';
import type { CheckFindings } from './use-check.ts';

const resultKeys = { ok: 'checkedGood', warning: 'checkedWarned', danger: 'checkedBad' } as const;
const toneOf = (found: CheckFindings | null) =>
  found?.problems.length ? 'danger' : found?.warnings.length ? 'warning' : 'ok';

/** The result of a check, with the findings that belong to no line. */
export function CheckResult({ found }: { found: CheckFindings | null }) {
  const { t } = useTranslation('documents');
  return (
    <div role="status" className={styles.checked} data-tone={toneOf(found)}>
      {found && t(resultKeys[toneOf(found)], { count: found.problems.length || found.warnings.length })}
      {found &&
        [...found.problems, ...found.warnings]
          .filter(({ path }) => !path.startsWith('lines.'))
          .map(({ key, message }) => (
            <p key={key || message}>
              <FindingText finding={{ key, message }} />
            </p>
          ))}
    </div>
  );
}
