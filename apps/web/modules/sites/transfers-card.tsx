import { useQuery } from '@tanstack/react-query';
import type { SiteDetail } from '@voltloop/contract/calls/sites.ts';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { Card } from '../../ui/index.ts';
import { transfers } from './queries.ts';
import { TransferList } from './transfer-list.tsx';

/** Past and pending transfers of a site; renders nothing without any. */
export function TransfersCard({ site }: { site: SiteDetail }) {
  const { t } = useTranslation('sites');
  const { tenantId } = useAccount();
  const query = useQuery(transfers(tenantId, { site: site.id }));
  if (!query.data || query.data.list.length === 0) return null;
  return (
    <Card title={t('transfer.title')}>
      <TransferList list={query.data.list} />
    </Card>
  );
}
