import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonChart, useFormat } from '../../ui/index.ts';
import { energyOf, loadEnergyCard } from '../energy/index.ts';
import { attention, loadFleetInsight, summary } from '../things/index.ts';
import { Attention } from './attention.tsx';
import styles from './home-page.module.css';
import { MapCard } from './map-card.tsx';
import { NewestEvents } from './newest-events.tsx';
import { StatusBar } from './status-bar.tsx';

const EnergyCard = lazy(async () => ({ default: (await loadEnergyCard()).EnergyCard }));
const FleetInsight = lazy(loadFleetInsight);
/** Main account and factory, who manufacture the devices. */
const MAKERS = 1;

/** Devices that need attention, then states, power and places of the fleet. */
export function FleetHome({ tenantId, roleId }: { tenantId: string; roleId: number }) {
  const { t } = useTranslation('home');
  const { zoneName } = useFormat();
  const counts = useQuery(summary(tenantId));
  // Its height is unknown before: what follows appears together with it, so that nothing moves.
  const { isPending } = useQuery(attention(tenantId));
  return (
    <div className={styles.stack}>
      <Attention tenantId={tenantId} />
      {isPending || (
        // Late catalogues suspend only this part, not the title, which has the focus.
        <Suspense>
          <StatusBar counts={counts.data} />
          <Suspense fallback={<SkeletonChart height={480} />}>
            <EnergyCard
              energy={energyOf(tenantId)}
              zone={zoneName}
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
