import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { historyAggregation } from '@voltloop/contract/calls/telemetry.ts';
import type { TimeRange } from '@voltloop/domain/clock/zone-time.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { failureOf } from '../../api/query-failure.ts';
import { TimeChart, type TimeSeries } from '../../ui/chart/time-chart.tsx';
import { ErrorState } from '../../ui/index.ts';
import { doubtful } from '../energy/index.ts';
import {
  type Dictionary,
  type HistoryGroup,
  type SeriesRow,
  type ThingOfModel,
  withGaps,
} from '../telemetry/index.ts';
import { doubtfulSpans, drawnPoints, historyLines, stepOf } from './history-lines.ts';

interface HistoryChartProps {
  of: ThingOfModel;
  group: HistoryGroup;
  /** Of points of packs. */
  pack: number;
  range: TimeRange;
  zone: string;
  dictionary: Dictionary;
}

const NO_ROWS: readonly SeriesRow[] = [];

/** Line chart of the table's points over the same range; renders nothing for points that cannot be lines. */
export default function HistoryChart({ of, group, pack, range, zone, dictionary }: HistoryChartProps) {
  const { t } = useTranslation(['things', 'energy']);
  const points = drawnPoints(group, dictionary.points);
  const { interval, step_ms } = stepOf(range);
  const running = range.end_ms > Date.now();
  const history = useQuery({
    queryKey: ['thing-history-chart', of.devid, group.id, range.begin_ms, range.end_ms],
    enabled: points.length > 0,
    staleTime: running ? 60_000 : 3_600_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await call(historyAggregation, {
        params: { tenantId: of.tenantId, infoModelId: of.infoModelId, thingsId: of.devid },
        body: {
          begin_time: range.begin_ms,
          end_time: range.end_ms,
          data_points: points,
          agg_interval: interval,
          agg_type: 'avg',
        },
        signal,
      })) as SeriesRow[],
  });
  const counters = dictionary.points.filter(({ kind }) => kind === 'counter').map(({ key }) => key);
  const doubts = useQuery({
    ...doubtful(of.tenantId, of.devid, range.begin_ms, range.end_ms),
    enabled: points.some((key) => counters.includes(key)),
  });
  const spans = useMemo(
    () => doubtfulSpans(doubts.data?.list ?? [], points, step_ms),
    [doubts.data, points.join(), step_ms],
  );
  const rows = history.data ?? NO_ROWS;
  const lines = useMemo(
    () => historyLines(group, rows, pack, dictionary.unit),
    [group, rows, pack, dictionary],
  );
  const { times_ms, columns } = useMemo(
    () =>
      withGaps(
        rows,
        lines.map(({ wire }) => wire),
        step_ms,
      ),
    [rows, lines, step_ms],
  );
  const series = useMemo<TimeSeries[]>(
    () =>
      lines.map(({ wire, key, cell, hidden }, i) => ({
        key: wire,
        label: cell ? `${dictionary.shortLabel(key)} ${cell}` : dictionary.shortLabel(key),
        unit: dictionary.unit(key),
        values: columns[i] ?? [],
        decimals: dictionary.decimals(key),
        hidden,
      })),
    [lines, columns, dictionary],
  );
  const failure = failureOf(history);
  if (points.length === 0) return null;
  if (failure) return <ErrorState compact error={failure} onRetry={() => void history.refetch()} />;
  return (
    <TimeChart
      key={`${group.id} ${pack}`}
      label={t('history.chart')}
      times={times_ms}
      series={series}
      range={range}
      zone={zone}
      mark={{ label: t('energy:doubtful.title'), href: '#doubtful-readings', spans }}
      height={260}
      loading={history.isPending}
    />
  );
}
