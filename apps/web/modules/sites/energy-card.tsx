import type { SiteDetail } from '@voltloop/contract/calls/sites.ts';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { loadEnergyCard } from '../energy/index.ts';
import { PowerChart } from './power-chart.tsx';
import { sitePeriod } from './queries.ts';

const PeriodCard = lazy(async () => ({ default: (await loadEnergyCard()).EnergyCard }));

/** Energy of a site's devices in a day, month or year, compared with former periods. */
export function EnergyCard({ site }: { site: SiteDetail }) {
  const { t } = useTranslation('sites');
  const { tenantId } = useAccount();
  const zone = site.time_zone;
  return (
    <PeriodCard
      energy={sitePeriod(tenantId, site.id)}
      title={t('energy.title')}
      clock={zone}
      zone={zone}
      kinds={['day', 'month', 'year']}
      begin="month"
      above={(range) => range.kind === 'day' && <PowerChart siteId={site.id} range={range} zone={zone} />}
    />
  );
}
