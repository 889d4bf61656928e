import { useQuery } from '@tanstack/react-query';
import type { ThingEvent } from '@voltloop/contract/calls/events.ts';
import { pointOf } from '@voltloop/protocol/event-unit.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../api/query-failure.ts';
import { useAccount } from '../../context/use-account.ts';
import { type TimeBand, TimeChart, type TimeSeries } from '../../ui/chart/time-chart.tsx';
import { ErrorState } from '../../ui/index.ts';
import { pointAround } from './queries.ts';
import { useEventValues } from './use-event-texts.ts';

const HOUR_MS = 3_600_000;
const LONGEST_MS = 7 * 24 * HOUR_MS;

/** The point that a rule checks, from an hour before its event to an hour after, with the limit as a line. */
export default function EventChart({ event, now_ms }: { event: ThingEvent; now_ms: number }) {
  const { t } = useTranslation('events');
  const { tenantId } = useAccount();
  const { dictionary } = useEventValues(event.info_model_id);
  const { point, pack } = pointOf(event.code);
  const key = pack ? `${point}@${pack}` : point;
  const end_ms = Math.min(event.end_time ?? now_ms, event.begin_time + LONGEST_MS);
  const range = { begin_ms: event.begin_time - HOUR_MS, end_ms: Math.min(end_ms + HOUR_MS, now_ms) };
  const rows = useQuery(
    pointAround(
      { tenantId, devid: event.devid, infoModelId: event.info_model_id },
      key,
      range.begin_ms,
      range.end_ms,
    ),
  );
  const failure = failureOf(rows);
  const { times, series } = useMemo(() => {
    const times = (rows.data ?? []).map((row) => row.key);
    const values = (rows.data ?? []).map((row) => {
      const cell = row[key];
      return typeof cell === 'object' ? cell.avg : null;
    });
    const unit = dictionary.unit(point);
    const decimals = dictionary.decimals(point);
    const series: TimeSeries[] = [{ key: 'value', label: dictionary.label(point), unit, values, decimals }];
    if (event.threshold !== null) {
      const limit = times.map(() => event.threshold);
      series.push({
        key: 'limit',
        label: t('detail.limitSeries'),
        unit,
        values: limit,
        decimals,
        dashed: true,
        color: 8,
      });
    }
    return { times, series };
  }, [rows.data, key, point, dictionary, event.threshold, t]);
  const bands = useMemo<TimeBand[]>(
    () => [{ begin_ms: event.begin_time, end_ms, tone: event.level === 3 ? 'danger' : 'warning' }],
    [event.begin_time, end_ms, event.level],
  );
  const label = t('detail.chart', { point: dictionary.label(point) });
  if (failure) return <ErrorState compact error={failure} onRetry={() => void rows.refetch()} />;
  return (
    <TimeChart
      label={label}
      times={times}
      series={series}
      range={range}
      zone={event.time_zone}
      bands={bands}
      height={190}
      loading={rows.isPending}
    />
  );
}
