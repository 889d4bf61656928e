import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { SiteDetail, SiteDevice } from '@voltloop/contract/calls/sites.ts';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Card, EmptyState, NO_VALUE, useFormat } from '../../ui/index.ts';
import { RowMenu } from '../../ui/list/row-menu.tsx';
import { TwoLines } from '../../ui/list/two-lines.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { SocBar, ThingState, thingPath } from '../things/index.ts';
import type { OpenDialog } from './device-dialogs.tsx';
import { DeviceMenu } from './device-menu.tsx';
import styles from './sites.module.css';

const DeviceDialogs = lazy(() => import('./device-dialogs.tsx').then((m) => ({ default: m.DeviceDialogs })));

/** Devices of a site with the days of each membership, present ones first. */
export function DevicesCard({ site }: { site: SiteDetail }) {
  const { t } = useTranslation('sites');
  const { date } = useFormat();
  const [open, setOpen] = useState<OpenDialog>(null);
  const day = (at: number) => date(at, 'date', site.time_zone);
  const period = ({ since, until }: SiteDevice) =>
    until === null ? t('devices.since', { date: day(since) }) : `${day(since)} – ${day(until)}`;
  const columns = useMemo<Column<SiteDevice>[]>(
    () => [
      {
        id: 'device',
        header: t('devices.device'),
        essential: true,
        minWidth: 150,
        grow: 1.4,
        cell: (device) => (
          <TwoLines
            main={
              device.visible ? (
                <Link to={thingPath(device.devid)}>{device.devname || device.devid}</Link>
              ) : (
                device.devname || device.devid
              )
            }
            sub={device.devid}
          />
        ),
      },
      {
        id: 'status',
        header: t('column.status'),
        width: 136,
        cell: ({ status, until }) =>
          until !== null ? (
            t('devices.past')
          ) : status === null ? (
            NO_VALUE
          ) : (
            <ThingState status={status} variant="plain" />
          ),
      },
      {
        id: 'soc',
        header: t('column.soc'),
        width: 136,
        hideBelow: 680,
        cell: ({ soc, until }) => (until === null ? <SocBar soc_pct={soc} /> : NO_VALUE),
      },
      { id: 'period', header: t('devices.period'), minWidth: 170, grow: 1, value: period },
      ...(site.may_change
        ? [
            {
              id: 'menu',
              header: t('devices.actions'),
              chrome: true,
              width: 56,
              align: 'center' as const,
              cell: (device: SiteDevice, { active }: { active: boolean }) =>
                device.until === null && (
                  <RowMenu label={t('devices.menuOf', { devid: device.devid })} active={active} width={220}>
                    {() => <DeviceMenu device={device} onOpen={setOpen} />}
                  </RowMenu>
                ),
            },
          ]
        : []),
    ],
    [t, site, date],
  );
  return (
    <Card
      title={t('devices.title')}
      padding="flush"
      tools={
        site.may_change && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={15} stroke={1.8} />}
            onClick={() => setOpen({ what: 'add' })}
          >
            {t('devices.add')}
          </Button>
        )
      }
    >
      <DataTable<SiteDevice>
        label={t('devices.title')}
        columns={columns}
        rows={site.members}
        keyOf={(device) => `${device.devid} ${device.since}`}
        rowHeight={52}
        cardHeight={64}
        card={(device) => (
          <div className={styles.card}>
            <span className={styles.main}>
              {device.visible ? (
                <Link to={thingPath(device.devid)}>{device.devname || device.devid}</Link>
              ) : (
                device.devname || device.devid
              )}
            </span>
            <span className={styles.end}>
              {device.until === null && device.status !== null && (
                <ThingState status={device.status} variant="plain" />
              )}
            </span>
            <span className={styles.sub}>{period(device)}</span>
            {site.may_change && device.until === null && (
              <span className={styles.end}>
                <RowMenu label={t('devices.menuOf', { devid: device.devid })} active width={220}>
                  {() => <DeviceMenu device={device} onOpen={setOpen} />}
                </RowMenu>
              </span>
            )}
          </div>
        )}
        empty={<EmptyState compact title={t('devices.none')} text={t('devices.noneText')} />}
      />
      {open && (
        <Suspense>
          <DeviceDialogs site={site} open={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </Card>
  );
}
