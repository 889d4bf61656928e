import type { Thing } from '@voltloop/contract/calls/things.ts';
import { NO_VALUE, RelativeTime, useFormat } from '@voltloop/ui';
import type { Column } from '@voltloop/ui/data-table.tsx';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { batteryDirection, gridDirection } from '../power.ts';
import { PowerCell } from '../power-cell.tsx';
import { SocBar } from '../soc-bar.tsx';
import { ThingName } from '../thing-name.tsx';
import { ThingProblem } from '../thing-problem.tsx';
import { StateBadge, stateOf } from '../thing-state.tsx';

/** The selectable columns; their ids are those of the export. */
export function useDeviceColumns(menu: (thing: Thing, active: boolean) => ReactNode): Column<Thing>[] {
  const { t } = useTranslation(['devices', 'things']);
  const { date } = useFormat();
  return useMemo<Column<Thing>[]>(() => {
    const text = (id: string, read: (thing: Thing) => string | null | undefined, more: object = {}) => ({
      id,
      header: t(`column.${id}`),
      minWidth: 120,
      cell: (thing: Thing) => read(thing) || NO_VALUE,
      ...more,
    });
    return [
      {
        id: 'devname',
        header: t('column.devname'),
        essential: true,
        sortable: true,
        minWidth: 144,
        grow: 2,
        cell: (thing) => <ThingName thing={thing} />,
      },
      {
        id: 'status',
        header: t('column.status'),
        sortable: true,
        width: 132,
        cell: ({ status }) => (
          <StateBadge
            status={status}
            word={t(`state.${stateOf(status).name}`, { ns: 'things' })}
            variant="plain"
          />
        ),
      },
      {
        id: 'problem',
        header: t('column.problem', { ns: 'things' }),
        sortable: true,
        sortDescFirst: true,
        minWidth: 212,
        grow: 2,
        hideBelow: 680,
        cell: (thing) => <ThingProblem thing={thing} />,
      },
      {
        id: 'soc',
        header: t('column.soc'),
        sortable: true,
        sortDescFirst: true,
        width: 144,
        hideBelow: 760,
        cell: (thing) => <SocBar soc_pct={thing.status_data.soc} />,
      },
      text('subusers', (thing) => thing.subusers.join(', '), { grow: 1.4, minWidth: 130 }),
      text('name', (thing) => thing.desc.name, { hideBelow: 1180 }),
      text('sw_version', (thing) => thing.status_data.sw_version, { width: 116, hideBelow: 1060 }),
      text(
        'installTime',
        (thing) => thing.desc.installTime && date(Date.parse(thing.desc.installTime), 'date', 'UTC'),
        {
          width: 108,
          hideBelow: 900,
        },
      ),
      {
        id: 'last_time',
        header: t('column.last_time'),
        sortable: true,
        sortDescFirst: true,
        width: 124,
        align: 'end',
        cell: (thing) => <RelativeTime time={thing.status_data.last_time} zone={thing.time_zone} />,
      },
      text('hw_version', (thing) => thing.status_data.hw_version, { width: 116, optional: true }),
      text('devtype', (thing) => thing.devtype, { width: 100, optional: true }),
      {
        id: 'battery',
        header: t('column.battery'),
        width: 156,
        optional: true,
        cell: ({ status_data: s }) => (
          <PowerCell power_w={s.bat_power_w} direction={batteryDirection(s.bat_power_w)} />
        ),
      },
      {
        id: 'grid',
        header: t('column.grid'),
        width: 156,
        optional: true,
        cell: ({ status_data: s }) => (
          <PowerCell power_w={s.grid_power_w} direction={gridDirection(s.grid_power_w)} />
        ),
      },
      text('parents', (thing) => thing.parents.join(', '), { optional: true, minWidth: 140 }),
      text('mobile', (thing) => thing.desc.mobile, { optional: true }),
      text('email', (thing) => thing.desc.email, { optional: true, minWidth: 150 }),
      text('company', (thing) => thing.desc.company, { optional: true }),
      text('address', (thing) => thing.desc.address, { optional: true, minWidth: 150 }),
      text('time_zone', (thing) => thing.time_zone, { optional: true, minWidth: 130 }),
      {
        id: 'registertime',
        header: t('column.registertime'),
        sortable: true,
        sortDescFirst: true,
        optional: true,
        width: 150,
        cell: (thing) => date(thing.registertime, 'dateTime', thing.time_zone),
      },
      {
        id: 'menu',
        header: t('column.menu'),
        chrome: true,
        width: 56,
        align: 'center',
        cell: (thing, { active }) => menu(thing, active),
      },
    ];
  }, [t, date, menu]);
}
