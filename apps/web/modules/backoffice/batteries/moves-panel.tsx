import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card, EmptyState } from '../../../ui/index.ts';
import { QueryPlaceholder } from '../../../ui/states/query-state.tsx';
import { Pager } from '../../../ui/table/pager.tsx';
import type { Row } from '../../resources/index.ts';
import { itemPage, MovesList } from '../../stock/index.ts';

/** The moves of a battery with their documents, latest first. */
export function MovesPanel({ row }: { row: Row }) {
  const { t } = useTranslation('stock');
  const [page, setPage] = useState(1);
  const found = useQuery(itemPage(row.id, page));
  if (!found.data) return <QueryPlaceholder of={found} rows={6} />;
  const { moves, total, size } = found.data;
  return (
    <Card>
      {total === 0 ? (
        <EmptyState compact title={t('item.never')} text={t('item.neverText')} />
      ) : (
        <MovesList moves={moves} />
      )}
      {total > size && (
        <Pager total={total} page={page} size={size} sizes={[size]} onChange={(next) => setPage(next.page)} />
      )}
    </Card>
  );
}
