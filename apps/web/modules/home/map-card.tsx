import { SegmentedControl } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card, EmptyState, ErrorState, SkeletonChart, useFormat } from '../../ui/index.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { positions, SocBar, ThingState, thingPath, thingStateList } from '../things/index.ts';
import { DeviceProblem } from './device-problem.tsx';
import map from './fleet-map.module.css';
import { FleetMap, type Position } from './fleet-map.tsx';
import { MarkerSign } from './marker.tsx';

type Row = Position & { soc: number | null };

/** The positions of the devices, as a map or as an accessible list. Devices without a position are in neither. */
export function MapCard({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation('home');
  const { t: tThings } = useTranslation('things');
  const format = useFormat();
  const places = useQuery(positions(tenantId));
  const [as, setAs] = useState<'map' | 'list'>('map');
  const rows = places.data ?? [];
  const columns = useMemo<Column<Row>[]>(
    () => [
      {
        id: 'name',
        header: tThings('column.device'),
        sortable: true,
        value: (row) => row.devname || row.devid,
      },
      {
        id: 'state',
        header: tThings('column.state'),
        width: 190,
        cell: (row) => (
          <span className={map.states}>
            <ThingState status={row.status} variant="plain" />
            <DeviceProblem status={row.status} level={row.problem_level} />
          </span>
        ),
      },
      { id: 'soc', header: tThings('column.soc'), width: 132, cell: (row) => <SocBar soc_pct={row.soc} /> },
      {
        id: 'place',
        header: t('map.place'),
        width: 170,
        hideBelow: 620,
        value: (row) => `${row.latitude.toFixed(3)}, ${row.longitude.toFixed(3)}`,
      },
    ],
    [t, tThings],
  );

  return (
    <Card
      title={t('map.title')}
      description={
        places.data ? t('map.hint', { count: rows.length, total: format.number(rows.length) }) : ' '
      }
      padding="flush"
      tools={
        <SegmentedControl
          size="xs"
          value={as}
          onChange={(value) => setAs(value as 'map' | 'list')}
          aria-label={t('map.view')}
          data={[
            { value: 'map', label: t('map.asMap') },
            { value: 'list', label: t('map.asList') },
          ]}
        />
      }
      footer={
        as === 'map' &&
        rows.length > 0 && (
          <ul className={map.legend}>
            {thingStateList.map(({ status, name, tone }) => (
              <li key={status} className={map.key} data-tone={tone}>
                <MarkerSign name={name} />
                {tThings(`state.${name}`)}
              </li>
            ))}
            <li className={map.key} data-tone="warning">
              <MarkerSign name="warning" />
              {tThings('level.warning')}
            </li>
          </ul>
        )
      }
    >
      {places.isPending ? (
        <SkeletonChart height={420} />
      ) : places.isError && !places.data ? (
        <ErrorState error={places.error} onRetry={() => void places.refetch()} />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={<IconMapPinOff size={22} stroke={1.6} />}
          title={t('map.none')}
          text={t('map.noneText')}
        />
      ) : as === 'map' ? (
        <FleetMap positions={rows} search />
      ) : (
        <DataTable<Row>
          label={t('map.title')}
          columns={columns}
          rows={rows}
          keyOf={(row) => row.devid}
          hrefOf={(row) => thingPath(row.devid)}
          defaultSort={{ id: 'name', desc: false }}
          maxHeight="400px"
        />
      )}
    </Card>
  );
}
