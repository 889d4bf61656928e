import { useQuery } from '@tanstack/react-query';
import { Card, EmptyState, ErrorState, SkeletonRows } from '@voltloop/ui';
import { Pager } from '@voltloop/ui/pager.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../resources/index.ts';
import { itemPage, MovesList } from '../../stock/index.ts';

/** The moves of a battery with their documents, latest first. */
export function MovesPanel({ row }: { row: Row }) {
  const { t } = useTranslation('stock');
  const [page, setPage] = useState(1);
  const found = useQuery(itemPage(row.id, page));
  if (found.isPending) return <SkeletonRows rows={6} />;
  if (!found.data) return <ErrorState compact error={found.error} onRetry={() => void found.refetch()} />;
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
