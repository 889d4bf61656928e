import { Button } from '@mantine/core';
import { IconDeviceTv } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isRefused } from '../../api/errors.ts';
import { useLive } from '../../api/live.ts';
import { useMayOpen } from '../../context/may-open.ts';
import { useAccount } from '../../context/use-account.ts';
import { Card, NoPermission, PageHeader } from '../../ui/index.ts';
import { FirstSteps, NoDevices } from '../first-steps/index.ts';
import { END_USER, positions, summary, useThrottled } from '../things/index.ts';
import { DemoPast } from './demo-past.tsx';
import { EndUserHome } from './end-user-home.tsx';
import { FleetHome } from './fleet-home.tsx';
import styles from './home-page.module.css';
import { patchPositions } from './patch-positions.ts';

/** States of a large fleet change every second; minimum interval between refetches of the counts, ms. */
const COUNT_REFETCH_MS = 10_000;
const OPERATION_PATH = '/dashboard/operation';

/** The home: energy of the house for owners, devices that need attention for all others. */
export default function HomePage() {
  const { t } = useTranslation('home');
  const client = useQueryClient();
  const { tenantId, roleId } = useAccount();
  const mayOpen = useMayOpen();
  const counts = useQuery(summary(tenantId));
  const owner = roleId === END_USER;
  const none = counts.data?.total === 0;

  const refetchCounts = useThrottled(() => {
    void client.invalidateQueries({ queryKey: ['things', 'summary', tenantId] });
    void client.invalidateQueries({ queryKey: ['things', 'attention', tenantId] });
    void client.invalidateQueries({ queryKey: ['things', 'own', tenantId] });
  }, COUNT_REFETCH_MS);
  useLive(
    { scope: 'fleet' },
    {
      state: (event) => {
        client.setQueryData(
          positions(tenantId).queryKey,
          (places) => places && patchPositions(places, event),
        );
        refetchCounts();
      },
      event: () => void client.invalidateQueries({ queryKey: ['events', 'newest', tenantId] }),
      onCatchUp: () => {
        void client.invalidateQueries({ queryKey: ['things'] });
        void client.invalidateQueries({ queryKey: ['events'] });
      },
    },
  );

  if (isRefused(counts.error)) return <NoPermission />;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t(owner ? 'ownerDescription' : 'description')}
        tools={
          !owner &&
          !none &&
          mayOpen(OPERATION_PATH) && (
            <Button
              component="a"
              href={OPERATION_PATH}
              target="_blank"
              rel="noopener"
              variant="default"
              className={styles.operation}
              leftSection={<IconDeviceTv size={16} stroke={1.7} aria-hidden="true" />}
            >
              {t('operation')}
            </Button>
          )
        }
      />
      {/* The home of the demo’s owner is complete before the start is. */}
      {!owner && <DemoPast />}
      <FirstSteps />
      {none ? (
        <Card>
          <NoDevices />
        </Card>
      ) : owner ? (
        <EndUserHome tenantId={tenantId} />
      ) : (
        <FleetHome tenantId={tenantId} roleId={roleId} />
      )}
    </>
  );
}
