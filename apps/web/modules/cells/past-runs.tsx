import { useQuery } from '@tanstack/react-query';
import type { ListedRun } from '@voltloop/contract/calls/testing.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type FactsColumn, FactsTable } from '../../ui/facts/facts-table.tsx';
import { Card, EmptyState, NO_VALUE, useFormat } from '../../ui/index.ts';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import { Pager } from '../../ui/table/pager.tsx';
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
  const columns: FactsColumn<ListedRun>[] = [
    {
      id: 'time',
      header: t('matching.time'),
      name: true,
      cell: ({ id, time }) => (
        <Link to={`?run=${id}`} className={styles.link}>
          {date(time, 'dateTime')}
        </Link>
      ),
    },
    { id: 'bom', header: t('matching.bom'), cell: ({ bom }) => bom },
    { id: 'store', header: t('matching.store'), cell: ({ store }) => store },
    {
      id: 'connected',
      header: t('matching.connected'),
      cell: ({ series, parallel }) => `${series}S${parallel}P`,
    },
    { id: 'found', header: t('matching.found'), number: true, cell: ({ candidates }) => number(candidates) },
    { id: 'packs', header: t('matching.packs'), number: true, cell: ({ packs }) => number(packs) },
    { id: 'left', header: t('matching.left'), number: true, cell: ({ left }) => number(left) },
    { id: 'by', header: t('matching.by'), cell: ({ by }) => by ?? NO_VALUE },
  ];
  return (
    <Card title={t('matching.past')}>
      {list.length === 0 ? (
        <EmptyState compact title={t('matching.none')} text={t('matching.noneText')} />
      ) : (
        <FactsTable
          label={t('matching.past')}
          columns={columns}
          rows={list}
          keyOf={({ id }) => id}
          isCurrent={({ id }) => id === shown}
        />
      )}
      {total > size && (
        <Pager total={total} page={page} size={size} sizes={[size]} onChange={(next) => setPage(next.page)} />
      )}
    </Card>
  );
}
