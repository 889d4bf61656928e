import { useQuery } from '@tanstack/react-query';
import { Card, EmptyState, NO_VALUE, useFormat } from '@voltloop/ui';
import { Pager } from '@voltloop/ui/pager.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { QueryPlaceholder } from '../../parts/query-state.tsx';
import { matchingRuns } from './queries.ts';
import styles from './testing.module.css';

/** Former runs of the matching, newest first. */
export function PastRuns({ shown }: { shown: string }) {
  const { t } = useTranslation('testing');
  const { number, date } = useFormat();
  const [page, setPage] = useState(1);
  const found = useQuery(matchingRuns(page));
  if (found.error || !found.data) return <QueryPlaceholder of={found} rows={4} />;
  const { list, total, size } = found.data;
  return (
    <Card title={t('matching.past')}>
      {list.length === 0 ? (
        <EmptyState compact title={t('matching.none')} text={t('matching.noneText')} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll box must be focusable
        <section className={styles.scroll} aria-label={t('matching.past')} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('matching.time')}</th>
                <th scope="col">{t('matching.bom')}</th>
                <th scope="col">{t('matching.store')}</th>
                <th scope="col">{t('matching.connected')}</th>
                <th scope="col" data-number>
                  {t('matching.found')}
                </th>
                <th scope="col" data-number>
                  {t('matching.packs')}
                </th>
                <th scope="col" data-number>
                  {t('matching.left')}
                </th>
                <th scope="col">{t('matching.by')}</th>
              </tr>
            </thead>
            <tbody>
              {list.map((run) => (
                <tr key={run.id} aria-current={run.id === shown || undefined}>
                  <th scope="row">
                    <Link to={`?run=${run.id}`} className={styles.link}>
                      {date(run.time, 'dateTime')}
                    </Link>
                  </th>
                  <td>{run.bom}</td>
                  <td>{run.store}</td>
                  <td>{`${run.series}S${run.parallel}P`}</td>
                  <td data-number>{number(run.candidates)}</td>
                  <td data-number>{number(run.packs)}</td>
                  <td data-number>{number(run.left)}</td>
                  <td>{run.by ?? NO_VALUE}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {total > size && (
        <Pager total={total} page={page} size={size} sizes={[size]} onChange={(next) => setPage(next.page)} />
      )}
    </Card>
  );
}
