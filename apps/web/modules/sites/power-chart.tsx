import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../api/query-failure.ts';
import { useAccount } from '../../context/use-account.ts';
import { energyColors } from '../../ui/chart/chart-colors.ts';
import { TimeChart, type TimeSeries } from '../../ui/chart/time-chart.tsx';
import { ErrorState } from '../../ui/index.ts';
import { powerSeries, type Span } from './queries.ts';

const names = ['pv', 'battery', 'grid', 'load'] as const;
const keys = {
  pv: 'pv_power_w',
  battery: 'bat_power_w',
  grid: 'grid_power_w',
  load: 'load_power_w',
} as const;

/** Powers of a site during a day, by quarter hour. */
export function PowerChart({ siteId, range, zone }: { siteId: string; range: Span; zone: string }) {
  const { t } = useTranslation(['sites', 'things']);
  const { tenantId } = useAccount();
  const rows = useQuery(powerSeries(tenantId, siteId, range));
  const failure = failureOf(rows);
  const series = useMemo<TimeSeries[]>(
    () => [
      ...names.map((name) => ({
        key: name,
        label: t(`series.${name}`, { ns: 'things' }),
        unit: 'kW',
        decimals: 2,
        values: (rows.data ?? []).map((row) => {
          const w = row[keys[name]];
          return w === undefined ? null : w / 1000;
        }),
        color: energyColors[name],
      })),
      {
        key: 'soc',
        label: t('series.soc', { ns: 'things' }),
        unit: '%',
        dashed: true,
        values: (rows.data ?? []).map((row) => row.soc ?? null),
        color: energyColors.soc,
      },
    ],
    [rows.data, t],
  );
  if (failure) return <ErrorState compact error={failure} onRetry={() => void rows.refetch()} />;
  return (
    <TimeChart
      label={t('energy.power')}
      times={(rows.data ?? []).map((row) => row.key)}
      series={series}
      range={range}
      zone={zone}
      gap_ms={30 * 60_000}
      height={280}
      loading={rows.isPending}
    />
  );
}
