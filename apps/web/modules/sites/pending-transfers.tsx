import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { Card } from '../../ui/index.ts';
import { transfers } from './queries.ts';
import { TransferList } from './transfer-list.tsx';

/** Pending transfer requests, if any. */
export function PendingTransfers() {
  const { t } = useTranslation('sites');
  const { tenantId } = useAccount();
  const { data } = useQuery(transfers(tenantId, { state: 'pending' }));
  if (!data || data.total === 0) return null;
  return (
    <Card title={t('transfer.pending')} description={t('transfer.pendingHint')}>
      <TransferList list={data.list} />
    </Card>
  );
}
