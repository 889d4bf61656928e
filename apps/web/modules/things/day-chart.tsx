import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../api/query-failure.ts';
import { useRangeInAddress } from '../../ui/address/use-in-address.ts';
import { energyColors } from '../../ui/chart/chart-colors.ts';
import { TimeChart, type TimeSeries } from '../../ui/chart/time-chart.tsx';
import { Card, ErrorState, RangePicker } from '../../ui/index.ts';
import { type Dictionary, type ThingOfModel, withGaps } from '../telemetry/index.ts';
import { dayRoles, reportedKeys } from './day-roles.ts';
import { daySeries } from './queries.ts';

const RANGE_KINDS = ['day'] as const;
const MINUTE_MS = 60_000;

/** Powers and state of charge of a day in the device's time zone; the current day grows as frames arrive. */
export function DayChart({
  of,
  zone,
  dictionary,
}: {
  of: ThingOfModel;
  zone: string;
  dictionary: Dictionary;
}) {
  const { t } = useTranslation('things');
  // A finger scrolls the page instead.
  const drags = matchMedia('(any-pointer: fine)').matches;
  const [range, setRange] = useRangeInAddress('day', { zone, kinds: RANGE_KINDS, first: 'day' });
  const points = dictionary.keysOf(dayRoles);
  const day = useQuery({
    ...daySeries(of, points, range.begin_ms, range.end_ms),
    enabled: points.length > 0,
  });
  const failure = dictionary.error ?? failureOf(day);

  const { times_ms, columns } = useMemo(() => {
    const rows = day.data ?? [];
    return withGaps(rows, reportedKeys(rows, dayRoles), MINUTE_MS);
  }, [day.data]);
  const series = useMemo<TimeSeries[]>(() => {
    const powers = {
      pv_power: 'pv',
      battery_power: 'battery',
      grid_power: 'grid',
      load_power: 'load',
    } as const;
    return dayRoles.flatMap((role, i): TimeSeries[] => {
      const values = columns[i] ?? [];
      if (dictionary.lacks(role)) return [];
      if (role === 'soc')
        return [
          { key: 'soc', label: t('series.soc'), unit: '%', values, color: energyColors.soc, dashed: true },
        ];
      const key = powers[role];
      return [
        {
          key,
          label: t(`series.${key}`),
          unit: 'kW',
          values: values.map((w) => (w === null ? null : w / 1000)),
          color: energyColors[key],
          ...(key === 'pv' ? { kind: 'area' as const } : {}),
          decimals: 2,
        },
      ];
    });
  }, [columns, dictionary, t]);

  return (
    <Card
      title={t('day.title')}
      description={[t('day.hint'), drags && t('day.zoom'), zone].filter(Boolean).join(' · ')}
      tools={<RangePicker value={range} onChange={setRange} zone={zone} kinds={RANGE_KINDS} />}
    >
      {failure ? (
        <ErrorState
          compact
          error={failure}
          onRetry={() => void (dictionary.error ? dictionary.refetch() : day.refetch())}
        />
      ) : (
        <TimeChart
          label={t('day.title')}
          times={times_ms}
          series={series}
          range={range}
          zone={zone}
          height={320}
          loading={day.isPending && (points.length > 0 || !dictionary.ready)}
        />
      )}
    </Card>
  );
}
