import { useTranslation } from 'react-i18next';
import { AllowedLink } from '../../ui/allowed-link.tsx';
import { Card, NO_VALUE, StatusBadge, useFormat } from '../../ui/index.ts';
import { type Row, rowPath } from '../resources/index.ts';
import styles from './testing.module.css';

/** The summary of a test report: grade, health with its uncertainty, and the grading scheme. */
export function ReportSummary({ row }: { row: Row }) {
  const { t } = useTranslation('testing');
  const { number } = useFormat();
  const pct = (name: string) =>
    row[name] === null || row[name] === undefined ? NO_VALUE : `${number(Number(row[name]), 2)} %`;
  const refused = String(row.rejects ?? '')
    .split(',')
    .filter(Boolean)
    .map((reason) => t(`reject.${reason}`))
    .join(t('comma'));
  const scheme = typeof row.schemeId === 'string' ? row.schemeId : null;
  return (
    <Card className={styles.summary ?? ''}>
      <dl className={styles.figures}>
        <div>
          <dt>{t('summary.grade')}</dt>
          <dd>
            {row.grade === 'X' ? (
              <StatusBadge tone="danger">{t('rejected')}</StatusBadge>
            ) : (
              String(row.grade ?? NO_VALUE)
            )}
          </dd>
        </div>
        <div>
          <dt>{t('summary.soh')}</dt>
          <dd>
            {pct('sohPct')} {row.uncertaintyPct != null && <small>± {pct('uncertaintyPct')}</small>}
          </dd>
        </div>
        <div>
          <dt>{t('summary.lower')}</dt>
          <dd>{pct('sohLowerPct')}</dd>
        </div>
        <div>
          <dt>{t('summary.battery')}</dt>
          <dd>
            <AllowedLink to={rowPath('battery', String(row.batteryId))}>
              <span className={styles.code}>{String(row.batteryCode ?? '')}</span>
            </AllowedLink>
          </dd>
        </div>
        <div>
          <dt>{t('summary.scheme')}</dt>
          <dd className={styles.plain}>
            {scheme ? (
              <AllowedLink to={rowPath('gradingScheme', scheme)}>
                {row.titles.schemeId ?? NO_VALUE}
              </AllowedLink>
            ) : (
              NO_VALUE
            )}
          </dd>
        </div>
      </dl>
      {refused && <p className={styles.wrong}>{t('summary.refused', { reasons: refused })}</p>}
      {row.calibration === 'expired' && <p className={styles.warned}>{t('summary.expired')}</p>}
    </Card>
  );
}
