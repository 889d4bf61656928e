import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useRangeInAddress } from '../../ui/address/use-in-address.ts';
import { energyColors } from '../../ui/chart/chart-colors.ts';
import { TimeChart, type TimeSeries } from '../../ui/chart/time-chart.tsx';
import { Card, ErrorState, RangePicker } from '../../ui/index.ts';
import { withGaps } from './gaps.ts';
import { daySeries, type ThingOfModel } from './queries.ts';
import { failureOf } from './query-failure.ts';
import { DAY_POINTS } from './use-thing-live.ts';

const RANGE_KINDS = ['day'] as const;
const MINUTE_MS = 60_000;

/** Powers and state of charge of a day in the device's time zone; the current day grows as frames arrive. */
export function DayChart({ of, zone }: { of: ThingOfModel; zone: string }) {
  const { t } = useTranslation('things');
  // A finger scrolls the page instead.
  const drags = matchMedia('(any-pointer: fine)').matches;
  const [range, setRange] = useRangeInAddress('day', { zone, kinds: RANGE_KINDS, first: 'day' });
  const day = useQuery(daySeries(of, DAY_POINTS, range.begin_ms, range.end_ms));
  const failure = failureOf(day);

  const { times_ms, columns } = useMemo(() => withGaps(day.data ?? [], DAY_POINTS, MINUTE_MS), [day.data]);
  const series = useMemo<TimeSeries[]>(() => {
    const kw = (index: number) => (columns[index] ?? []).map((w) => (w === null ? null : w / 1000));
    return [
      {
        key: 'pv',
        label: t('series.pv'),
        unit: 'kW',
        values: kw(0),
        color: energyColors.pv,
        kind: 'area',
        decimals: 2,
      },
      {
        key: 'battery',
        label: t('series.battery'),
        unit: 'kW',
        values: kw(1),
        color: energyColors.battery,
        decimals: 2,
      },
      {
        key: 'grid',
        label: t('series.grid'),
        unit: 'kW',
        values: kw(2),
        color: energyColors.grid,
        decimals: 2,
      },
      {
        key: 'load',
        label: t('series.load'),
        unit: 'kW',
        values: kw(3),
        color: energyColors.load,
        decimals: 2,
      },
      {
        key: 'soc',
        label: t('series.soc'),
        unit: '%',
        values: columns[4] ?? [],
        color: energyColors.soc,
        dashed: true,
      },
    ];
  }, [columns, t]);

  return (
    <Card
      title={t('day.title')}
      description={[t('day.hint'), drags && t('day.zoom'), zone].filter(Boolean).join(' · ')}
      tools={<RangePicker value={range} onChange={setRange} zone={zone} kinds={RANGE_KINDS} />}
    >
      {failure ? (
        <ErrorState compact error={failure} onRetry={() => void day.refetch()} />
      ) : (
        <TimeChart
          label={t('day.title')}
          times={times_ms}
          series={series}
          range={range}
          zone={zone}
          height={320}
          loading={day.isPending}
        />
      )}
    </Card>
  );
}
