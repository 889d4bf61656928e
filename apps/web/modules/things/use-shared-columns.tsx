import type { Thing } from '@voltloop/contract/calls/things.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../ui/index.ts';
import type { Column } from '../../ui/table/data-table.tsx';
import { batteryDirection, gridDirection } from './power.ts';
import { PowerCell } from './power-cell.tsx';
import { SocBar } from './soc-bar.tsx';
import { ThingName } from './thing-name.tsx';
import { ThingProblem } from './thing-problem.tsx';
import { StateBadge, stateOf } from './thing-state.tsx';

/** The columns that lists of devices share; each list adds its widths. */
export function useSharedColumns() {
  const { t } = useTranslation('things');
  return useMemo(
    () =>
      ({
        devname: {
          id: 'devname',
          header: t('column.device'),
          essential: true,
          sortable: true,
          grow: 2,
          cell: (thing) => <ThingName thing={thing} />,
        },
        status: {
          id: 'status',
          header: t('column.state'),
          sortable: true,
          width: 132,
          cell: ({ status }) => (
            <StateBadge status={status} word={t(`state.${stateOf(status).name}`)} variant="plain" />
          ),
        },
        problem: {
          id: 'problem',
          header: t('column.problem'),
          sortable: true,
          sortDescFirst: true,
          grow: 2,
          hideBelow: 680,
          cell: (thing) => <ThingProblem thing={thing} />,
        },
        soc: {
          id: 'soc',
          header: t('column.soc'),
          sortable: true,
          sortDescFirst: true,
          cell: (thing) => <SocBar soc_pct={thing.status_data.soc} />,
        },
        battery: {
          id: 'battery',
          header: t('column.battery'),
          cell: ({ status_data: s }) => (
            <PowerCell power_w={s.bat_power_w} direction={batteryDirection(s.bat_power_w)} />
          ),
        },
        grid: {
          id: 'grid',
          header: t('column.grid'),
          cell: ({ status_data: s }) => (
            <PowerCell power_w={s.grid_power_w} direction={gridDirection(s.grid_power_w)} />
          ),
        },
        last: {
          id: 'last_time',
          header: t('column.last'),
          sortable: true,
          sortDescFirst: true,
          width: 124,
          align: 'end',
          cell: (thing) => <RelativeTime time={thing.status_data.last_time} zone={thing.time_zone} />,
        },
      }) satisfies Record<string, Column<Thing>>,
    [t],
  );
}
