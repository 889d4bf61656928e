import { useQuery } from '@tanstack/react-query';
import { SkeletonChart, useFormat } from '@voltloop/ui';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { attention, energyOf, loadEnergyCard, loadFleetInsight, summary } from '../things/index.ts';
import { Attention } from './attention.tsx';
import styles from './home-page.module.css';
import { MapCard } from './map-card.tsx';
import { NewestEvents } from './newest-events.tsx';
import { StatusBar } from './status-bar.tsx';

const EnergyCard = lazy(async () => ({ default: (await loadEnergyCard()).EnergyCard }));
const FleetInsight = lazy(loadFleetInsight);
/** Main account and factory: they make the devices. */
const MAKERS = 1;

/** What needs a person first, then the state of the fleet, its power, and its places. */
export function FleetHome({ tenantId, roleId }: { tenantId: string; roleId: number }) {
  const { t } = useTranslation('home');
  const { zone } = useFormat();
  const counts = useQuery(summary(tenantId));
  // Its length is not known before: what is below it comes with it, and does not move.
  const { isPending } = useQuery(attention(tenantId));
  return (
    <div className={styles.stack}>
      <Attention tenantId={tenantId} />
      {isPending || (
        // Texts that come late hide this part alone, not the title that has the focus.
        <Suspense>
          <StatusBar counts={counts.data} />
          <Suspense fallback={<SkeletonChart height={480} />}>
            <EnergyCard
              energy={energyOf(tenantId)}
              zone={zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
              kinds={['day', 'month', 'year']}
              begin="month"
              title={t('energy.title')}
            />
          </Suspense>
          {roleId <= MAKERS && (
            <Suspense>
              <FleetInsight tenantId={tenantId} />
            </Suspense>
          )}
          <div className={styles.columns}>
            <MapCard tenantId={tenantId} />
            <NewestEvents tenantId={tenantId} />
          </div>
        </Suspense>
      )}
    </div>
  );
}
