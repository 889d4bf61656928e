import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { historyAggregation } from '@voltloop/contract/calls/telemetry.ts';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../../api/call.ts';
import { browserZone } from '../../../ui/text/format.ts';
import type { SeriesRow } from '../../telemetry/index.ts';
import { oneThing, useDictionary, useMinute } from '../../telemetry/index.ts';
import { chartsOf, linesOf } from './compare-series.ts';
import {
  type Comparison,
  comparisonFromUrl,
  comparisonToUrl,
  cutFor,
  cutMs,
  possibleCuts,
  rangeOf,
} from './compare-url.ts';

/** The model whose points are listed until a thing has been chosen. */
const FIRST_MODEL = 'HE_BAT';

/** The comparison of the URL: the choices, their devices and points, and the resulting lines. */
export function useComparison(tenantId: string) {
  const [params, setParams] = useSearchParams();
  const query = params.toString();
  const view = useMemo(() => comparisonFromUrl(new URLSearchParams(query)), [query]);
  const show = (next: Partial<Comparison>) =>
    setParams((now) => comparisonToUrl({ ...comparisonFromUrl(now), ...next }, now), {
      replace: true,
      preventScrollReset: true,
    });
  const now = useMinute();

  const thingQueries = useQueries({ queries: view.devids.map((devid) => oneThing(tenantId, devid)) });
  const known = thingQueries.map((each) => each.dataUpdatedAt).join();
  // The list is a new array at each render; `known` changes with its content.
  const things = useMemo(() => thingQueries.flatMap((each) => each.data ?? []), [known, query]);
  const missing = view.devids.filter((_, i) => thingQueries[i]?.isError);
  const first = things[0];
  const settled = view.devids.length > 0 && thingQueries.every((each) => !each.isPending);
  const modelId = first?.info_model_id ?? FIRST_MODEL;
  const dictionary = useDictionary(modelId);
  const points = useMemo(
    () =>
      view.points.flatMap((key) => {
        const point = dictionary.points.find((each) => each.key === key);
        return point
          ? [{ key, unit: point.unit, discrete: point.kind === 'enum' || point.kind === 'bits' }]
          : [];
      }),
    [view.points, dictionary.points],
  );

  const zone = first?.time_zone ?? browserZone();
  const range = rangeOf(view, zone, now);
  const length_ms = range.end_ms - range.begin_ms;
  const wanted = view.devids.length * Math.max(view.points.length, 1);
  const cut = cutFor(view.cut, length_ms, wanted);
  const possible = possibleCuts(length_ms, wanted);
  const keys = points.map((point) => point.key);
  const needsLast = points.some((point) => point.discrete) && view.figure !== 'first';
  const live = range.end_ms > now;

  const seriesQueries = useQueries({
    queries: things.map((thing) => ({
      queryKey: ['compare', thing.devid, keys, range.begin_ms, range.end_ms, cut, view.figure, needsLast],
      enabled: settled && keys.length > 0,
      staleTime: live ? 60_000 : 3_600_000,
      refetchInterval: live ? 60_000 : (false as const),
      placeholderData: keepPreviousData,
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await call(historyAggregation, {
          params: { tenantId, infoModelId: thing.info_model_id, thingsId: thing.devid },
          body: {
            begin_time: range.begin_ms,
            end_time: range.end_ms,
            data_points: keys,
            agg_interval: cut === 'raw' ? '1m' : cut,
            agg_type: needsLast && view.figure !== 'last' ? [view.figure, 'last'] : view.figure,
          },
          signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]),
        })) as SeriesRow[],
    })),
  });
  const stamp = seriesQueries.map((each) => each.dataUpdatedAt).join();
  const pending = !settled || seriesQueries.some((each) => each.isPending);
  const failed = seriesQueries.find((each) => each.isError && !each.data);
  // The answers are new objects at each render; `stamp` changes with their content.
  const lines = useMemo(
    () =>
      linesOf(
        things.map((thing, i) => ({ devid: thing.devid, rows: seriesQueries[i]?.data ?? [] })),
        points,
        view.figure,
      ),
    [stamp, things, points, view.figure],
  );
  const charts = useMemo(() => chartsOf(lines, cut === 'raw' ? null : cutMs[cut]), [lines, cut]);

  return {
    view,
    show,
    things,
    missing,
    settled,
    pending,
    failed,
    modelId,
    dictionary,
    keys,
    zone,
    range,
    cut,
    possible,
    lines,
    charts,
    /** Number of values in an exported file. */
    values: (length_ms / cutMs[cut]) * wanted,
  };
}

export type ShownComparison = ReturnType<typeof useComparison>;
