import { useQuery } from '@tanstack/react-query';
import { useFormat } from '@voltloop/ui';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { EnergyCard, summary } from '../things/index.ts';
import { Attention } from './attention.tsx';
import styles from './home-page.module.css';
import { MapCard } from './map-card.tsx';
import { NewestEvents } from './newest-events.tsx';
import { StatusBar } from './status-bar.tsx';

const FleetInsight = lazy(() => import('./fleet-insight.tsx'));
/** Main account and factory: they make the devices. */
const MAKERS = 1;

/** What needs a person first, then how the fleet stands, what it does, and where it is. */
export function FleetHome({ tenantId, roleId }: { tenantId: string; roleId: number }) {
  const { t } = useTranslation('home');
  const { zone } = useFormat();
  const counts = useQuery(summary(tenantId));
  return (
    <div className={styles.stack}>
      <Attention tenantId={tenantId} />
      <StatusBar counts={counts.data} />
      <EnergyCard
        tenantId={tenantId}
        zone={zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
        kinds={['month', 'year']}
        begin="month"
        title={t('energy.title')}
      />
      {roleId <= MAKERS && (
        <Suspense>
          <FleetInsight tenantId={tenantId} />
        </Suspense>
      )}
      <div className={styles.columns}>
        <MapCard tenantId={tenantId} />
        <NewestEvents tenantId={tenantId} />
      </div>
    </div>
  );
}
