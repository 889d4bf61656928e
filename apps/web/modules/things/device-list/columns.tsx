import type { Thing } from '@voltloop/contract/calls/things.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { NO_VALUE, useFormat } from '../../../ui/index.ts';
import type { Column } from '../../../ui/table/data-table.tsx';
import { useSharedColumns } from '../use-shared-columns.tsx';

/** The selectable columns; their ids are those of the export. */
export function useDeviceColumns(menu: (thing: Thing, active: boolean) => ReactNode): Column<Thing>[] {
  const { t } = useTranslation('devices');
  const shared = useSharedColumns();
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
      { ...shared.devname, minWidth: 144 },
      shared.status,
      { ...shared.problem, minWidth: 212 },
      { ...shared.soc, width: 144, hideBelow: 760 },
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
      { ...shared.last, header: t('column.last_time') },
      text('hw_version', (thing) => thing.status_data.hw_version, { width: 116, optional: true }),
      text('devtype', (thing) => thing.devtype, { width: 100, optional: true }),
      { ...shared.battery, width: 156, optional: true },
      { ...shared.grid, width: 156, optional: true },
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
  }, [t, date, menu, shared]);
}
