import { Button } from '@mantine/core';
import { IconDeviceTv, IconPlugConnected, IconStack2, IconUsers } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Card, EmptyState, NoPermission, PageHeader, StatTile, useFormat } from '@voltloop/ui';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isRefused } from '../../api/errors.ts';
import { useLive } from '../../api/live.ts';
import { useMayOpen } from '../../context/may-open.ts';
import { useAccount } from '../../context/use-account.ts';
import {
  DEVICE_LIST_PATH,
  END_USER,
  monitoringPath,
  positions,
  summary,
  thingStateList,
  useThrottled,
} from '../things/index.ts';
import { DemoPast } from './demo-past.tsx';
import { FleetEnergy } from './fleet-energy.tsx';
import styles from './home-page.module.css';
import { MapCard } from './map-card.tsx';
import { NewestEvents } from './newest-events.tsx';
import { patchPositions } from './patch-positions.ts';

/** States change by the second in a large fleet; the counts are asked again at most this often, ms. */
const COUNT_AGAIN_MS = 10_000;
/** Where sub-users are managed: one of them for each role that has any. */
const USERS_PATHS = ['/secondDistributorUserManager/index', '/userManager/index'];
const OPERATION_PATH = '/dashboard/operation';

/** The fleet at a glance: states, energy, what happened last, where it stands. */
export default function HomePage() {
  const { t } = useTranslation('home');
  const { t: tThings } = useTranslation('things');
  const format = useFormat();
  const client = useQueryClient();
  const { tenantId, roleId } = useAccount();
  const mayOpen = useMayOpen();
  const usersPath = USERS_PATHS.find(mayOpen);
  const counts = useQuery(summary(tenantId));

  const countAgain = useThrottled(
    () => void client.invalidateQueries({ queryKey: ['things', 'summary', tenantId] }),
    COUNT_AGAIN_MS,
  );
  useLive(
    { scope: 'fleet' },
    {
      state: (event) => {
        client.setQueryData(
          positions(tenantId).queryKey,
          (places) => places && patchPositions(places, event),
        );
        countAgain();
      },
      event: () => void client.invalidateQueries({ queryKey: ['events', 'newest', tenantId] }),
      onCatchUp: () => {
        void client.invalidateQueries({ queryKey: ['things'] });
        void client.invalidateQueries({ queryKey: ['events'] });
      },
    },
  );

  if (isRefused(counts.error)) return <NoPermission />;
  const share = (count: number | undefined) =>
    counts.data?.total && count !== undefined
      ? t('states.share', { percent: format.number((count / counts.data.total) * 100, 1) })
      : ' ';

  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        tools={
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
      <DemoPast />
      {counts.data?.total === 0 && (
        <Card>
          <EmptyState
            icon={<IconPlugConnected size={22} stroke={1.6} />}
            title={t('start.title')}
            text={t(roleId === END_USER ? 'start.endUser' : 'start.manager')}
            action={
              roleId !== END_USER && (
                <Button component={Link} to={DEVICE_LIST_PATH} size="xs">
                  {t('start.open')}
                </Button>
              )
            }
          />
        </Card>
      )}
      <div className={styles.stack} hidden={counts.data?.total === 0}>
        <div className={styles.states} data-tiles={usersPath ? 7 : 6}>
          <StatTile
            label={t('states.total')}
            icon={<IconStack2 size={18} stroke={1.8} />}
            value={format.number(counts.data?.total)}
            hint=" "
            loading={counts.isPending}
            to={monitoringPath()}
          />
          {thingStateList.map(({ status, name, tone, Icon }) => (
            <StatTile
              key={status}
              label={tThings(`state.${name}`)}
              icon={<Icon size={18} stroke={1.8} />}
              tone={tone}
              value={format.number(counts.data?.[name])}
              hint={share(counts.data?.[name])}
              loading={counts.isPending}
              to={monitoringPath({ state: status })}
            />
          ))}
          {usersPath && (
            <StatTile
              label={t('states.subUsers')}
              icon={<IconUsers size={18} stroke={1.8} />}
              value={format.number(counts.data?.accounts)}
              hint={t('states.below')}
              loading={counts.isPending}
              to={usersPath}
            />
          )}
        </div>
        <FleetEnergy tenantId={tenantId} />
        <div className={styles.columns}>
          <MapCard tenantId={tenantId} />
          <NewestEvents tenantId={tenantId} />
        </div>
      </div>
    </>
  );
}
