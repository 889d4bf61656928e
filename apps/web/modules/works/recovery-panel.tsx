import { useQuery } from '@tanstack/react-query';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { Card, EmptyState, ErrorState, languageOf, SkeletonRows, StatusBadge, useFormat } from '@voltloop/ui';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { newLink, type Row } from '../resources/index.ts';
import { runRecovery } from './queries.ts';
import styles from './works.module.css';

const UNIT = 'kg';

/** Metal in and out of a run by the assays of its lots, beside what is asked of the step. */
export function RecoveryPanel({ row }: { row: Row }) {
  const { t } = useTranslation('works');
  const { language } = useFormat();
  const of = languageOf(language);
  const found = useQuery(runRecovery(row.id, row.version));
  if (found.isPending) return <SkeletonRows rows={6} />;
  if (!found.data) return <ErrorState compact error={found.error} onRetry={() => void found.refetch()} />;
  const { elements, unknown } = found.data;
  return (
    <Card>
      {elements.length === 0 ? (
        <EmptyState compact title={t('recovery.none')} text={t('recovery.noneText')} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls takes the focus
        <section className={styles.scroll} aria-label={t('recovery.title')} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                {(['element', 'in', 'out', 'pct', 'target'] as const).map((name) => (
                  <th key={name} scope="col">
                    {t(`recovery.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {elements.map(({ element, inKg, outKg, pct, targets }) => (
                <tr key={element}>
                  <th scope="row">{optionLabel('element', element as never, of)}</th>
                  <td>
                    {inKg} {UNIT}
                  </td>
                  <td>
                    {outKg} {UNIT}
                  </td>
                  <td>{pct === null ? '–' : `${pct} %`}</td>
                  <td>
                    {targets.length === 0 && '–'}
                    {targets.map(({ pct: target, met, clause }) => (
                      <StatusBadge key={clause.en} tone={met === null ? 'neutral' : met ? 'ok' : 'warning'}>
                        ≥ {target} % · {clause[of]}
                      </StatusBadge>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {unknown.length > 0 && (
        <p className={styles.note}>
          {t('recovery.unknown')}{' '}
          {unknown.map(({ goods, kg }) => (
            <Link key={goods} className={styles.goods} to={newLink('assay', { lotNo: goods })}>
              {goods} ({kg} {UNIT})
            </Link>
          ))}
        </p>
      )}
      <p className={styles.note}>{t('recovery.note')}</p>
    </Card>
  );
}
