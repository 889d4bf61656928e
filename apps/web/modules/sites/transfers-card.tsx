import { useQuery } from '@tanstack/react-query';
import type { SiteDetail } from '@voltloop/contract/calls/sites.ts';
import { Card, EmptyState, ErrorState, SkeletonRows } from '@voltloop/ui';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { failureOf } from '../things/index.ts';
import { transfers } from './queries.ts';
import { TransferList } from './transfer-list.tsx';

/** Where a site came from, and where it is asked to go. */
export function TransfersCard({ site }: { site: SiteDetail }) {
  const { t } = useTranslation('sites');
  const { tenantId } = useAccount();
  const asked = useQuery(transfers(tenantId, { site: site.id }));
  const failure = failureOf(asked);
  return (
    <Card title={t('transfer.title')}>
      {failure ? (
        <ErrorState compact error={failure} onRetry={() => void asked.refetch()} />
      ) : !asked.data ? (
        <SkeletonRows rows={2} />
      ) : asked.data.list.length === 0 ? (
        <EmptyState compact title={t('transfer.none')} text={t('transfer.noneText')} />
      ) : (
        <TransferList list={asked.data.list} />
      )}
    </Card>
  );
}
