import { useQuery } from '@tanstack/react-query';
import type { SiteDetail } from '@voltloop/contract/calls/sites.ts';
import { rangeAround } from '@voltloop/domain/clock/zone-time.ts';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../api/query-failure.ts';
import { useAccount } from '../../context/use-account.ts';
import { Card, ErrorState } from '../../ui/index.ts';
import { useNow } from '../../ui/time/use-now.ts';
import { EnergyFigures } from '../energy/index.ts';
import { energySlots } from './queries.ts';
import { totalsOf } from './site-energy.ts';

/** Energy of the current day in the site's zone. */
export function TodayCard({ site }: { site: SiteDetail }) {
  const { t } = useTranslation('sites');
  const { tenantId } = useAccount();
  const today = rangeAround('day', useNow(60_000), site.time_zone);
  const slots = useQuery({ ...energySlots(tenantId, site.id, '1d', today), refetchInterval: 60_000 });
  const failure = failureOf(slots);
  return (
    <Card title={t('today')} description={site.time_zone}>
      {failure ? (
        <ErrorState compact error={failure} onRetry={() => void slots.refetch()} />
      ) : (
        <EnergyFigures energies={slots.data && totalsOf(slots.data)} loading={slots.isPending} />
      )}
    </Card>
  );
}
