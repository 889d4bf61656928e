import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Thing } from '@voltloop/contract';
import { historyAggregation } from '@voltloop/contract/calls/telemetry.ts';
import { keyOf } from '@voltloop/device-models/roles.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { failureOf } from '../../api/query-failure.ts';
import { useAccount } from '../../context/use-account.ts';
import { useInAddress, useRangeInAddress } from '../../ui/address/use-in-address.ts';
import { TimeChart, type TimeSeries } from '../../ui/chart/time-chart.tsx';
import { Card, ErrorState, RangePicker } from '../../ui/index.ts';
import { type Dictionary, type SeriesRow, withGaps } from '../telemetry/index.ts';
import { type PackView, packLines, parsePackView, spreadRows } from './pack-series.ts';
import styles from './packs-tab.module.css';

/**
 * Packs report every five minutes; above one day hourly values suffice, and a browser can handle eight packs of
 * cells.
 */
const REPORT_MS = 300_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const COLORS = 8;
const RANGE_KINDS = ['day', 'week', 'month'] as const;
const FIRST: PackView = { show: 'spread', key: keyOf('cell_voltage') };

interface PackHistoryProps {
  thing: Thing;
  dictionary: Dictionary;
  /** Known pack numbers. */
  packs: readonly number[];
}

/** History of packs: any point side by side, the spread of their cells, or every cell of one pack. */
export default function PackHistory({ thing, dictionary, packs }: PackHistoryProps) {
  const { t } = useTranslation('packs');
  const { tenantId } = useAccount();
  const zone = thing.time_zone;
  const [shown, setShown] = useInAddress('show');
  const first = useMemo((): PackView => {
    const [point] = dictionary.points.filter(({ part }) => part === 'pack');
    return dictionary.lacks('cell_voltage') && point ? { show: 'packs', key: point.key } : FIRST;
  }, [dictionary]);
  const view = useMemo(() => parsePackView(shown ?? '') ?? first, [shown, first]);
  const [chosen, setPack] = useState<number | null>(null);
  const pack = chosen ?? packs[0] ?? 1;
  const [range, setRange] = useRangeInAddress('period', { zone, kinds: RANGE_KINDS, first: 'day' });
  const hours = range.end_ms - range.begin_ms > 2 * DAY_MS;
  const running = range.end_ms > Date.now();
  const history = useQuery({
    queryKey: ['pack-history', thing.devid, view.key, range.begin_ms, range.end_ms, hours],
    staleTime: running ? 60_000 : 3_600_000,
    refetchInterval: running ? REPORT_MS : false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await call(historyAggregation, {
        params: { tenantId, infoModelId: thing.info_model_id, thingsId: thing.devid },
        body: {
          begin_time: range.begin_ms,
          end_time: range.end_ms,
          data_points: [view.key],
          agg_interval: hours ? '1h' : '1m',
          agg_type: 'avg',
        },
        signal,
      })) as SeriesRow[],
  });
  const failure = failureOf(history);

  const { times_ms, columns, lines } = useMemo(() => {
    const rows = history.data ?? [];
    const found = packLines(rows, view, pack);
    const drawn = view.show === 'spread' ? spreadRows(rows, view.key) : rows;
    const wires = found.map((line) => line.wire);
    return {
      ...withGaps(drawn, wires, hours ? HOUR_MS : REPORT_MS, { known: hours }),
      lines: found,
    };
  }, [history.data, view, pack, hours]);
  const series = useMemo<TimeSeries[]>(
    () =>
      lines.map(({ wire, no }, i) => ({
        key: wire,
        label: t(view.show === 'cells' ? 'cell' : 'pack', { no }),
        unit: dictionary.unit(view.key),
        values: columns[i] ?? [],
        dashed: i % (2 * COLORS) >= COLORS,
        decimals: dictionary.decimals(view.key),
      })),
    [lines, columns, view, dictionary, t],
  );
  const pointsOfPacks = dictionary.points.filter(
    (point) => point.part === 'pack' && point.kind !== 'bits' && point.kind !== 'enum',
  );
  const cellPoints = dictionary.points.filter((point) => point.part === 'cell');
  const option = (show: PackView['show'], key: string) => ({
    value: `${show}:${key}`,
    label: t(show === 'spread' ? 'spreadOf' : show === 'cells' ? 'cellsOf' : 'packsOf', {
      point: dictionary.shortLabel(key),
    }),
  });

  return (
    <Card
      title={t('history')}
      description={t(hours ? 'historyHours' : 'historyHint', { zone })}
      tools={<RangePicker value={range} onChange={setRange} zone={zone} kinds={RANGE_KINDS} />}
    >
      <div className={styles.bar}>
        <NativeSelect
          size="xs"
          aria-label={t('what')}
          value={`${view.show}:${view.key}`}
          onChange={({ currentTarget: { value } }) =>
            setShown(value === `${first.show}:${first.key}` ? null : value)
          }
          data={[
            { group: t('groupSpread'), items: cellPoints.map(({ key }) => option('spread', key)) },
            { group: t('groupPacks'), items: pointsOfPacks.map(({ key }) => option('packs', key)) },
            { group: t('groupCells'), items: cellPoints.map(({ key }) => option('cells', key)) },
          ]}
        />
        {view.show === 'cells' && (
          <NativeSelect
            size="xs"
            aria-label={t('which')}
            value={String(pack)}
            onChange={(event) => setPack(Number(event.currentTarget.value))}
            data={packs.map((no) => ({ value: String(no), label: t('pack', { no }) }))}
          />
        )}
      </div>
      {failure ? (
        <ErrorState compact error={failure} onRetry={() => void history.refetch()} />
      ) : (
        <TimeChart
          label={t('history')}
          times={times_ms}
          series={series}
          range={range}
          zone={zone}
          height={280}
          loading={history.isPending || !dictionary.ready}
        />
      )}
    </Card>
  );
}
