import { Button, NativeSelect } from '@mantine/core';
import { IconChartLine, IconZoomReset } from '@tabler/icons-react';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { exportComparison, historyAggregation } from '@voltloop/contract/calls/telemetry.ts';
import {
  Card,
  EmptyState,
  ErrorState,
  languageOf,
  PageHeader,
  RangePicker,
  SkeletonChart,
  useFormat,
} from '@voltloop/ui';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import { DownloadProgress } from '../../parts/download-progress.tsx';
import { ExportMenu } from '../../parts/list/export-menu.tsx';
import { SavedViews } from '../../parts/list/saved-views.tsx';
import { useStreamDownload } from '../../parts/use-stream-download.ts';
import styles from './compare/compare.module.css';
import { chartsOf, linesOf } from './compare/compare-series.ts';
import {
  type Comparison,
  type Cut,
  comparisonFromUrl,
  comparisonToUrl,
  cutFor,
  cutMs,
  cuts,
  daysOf,
  type Figure,
  figures,
  MOST,
  possibleCuts,
  rangeOf,
} from './compare/compare-url.ts';
import { PointPicker } from './compare/point-picker.tsx';
import { ThingPicker } from './compare/thing-picker.tsx';
import type { SeriesRow } from './live-patch.ts';
import { oneThing } from './queries.ts';
import { useMinute } from './staleness.ts';
import { useDictionary } from './use-dictionary.ts';

const CompareCharts = lazy(() => import('./compare/compare-charts.tsx'));
const CompareTable = lazy(() => import('./compare/compare-table.tsx'));

/** The model whose points are offered until a thing has been chosen. */
const FIRST_MODEL = 'HE_BAT';
/** What a comparison begins with when nobody has an idea. */
const SUGGESTED = ['M_SOC', 'E_BAT_P'];
/** From this many values on a file may be large, and goes to the disk while it comes. */
const LARGE_VALUES = 3_000_000;

/** Chosen points of several devices over a stretch of time: a chart for each unit, a table, a file; all of it in the address. */
export default function ComparePage() {
  const { t } = useTranslation('compare');
  const { language, date } = useFormat();
  const { tenantId } = useAccount();
  const [params, setParams] = useSearchParams();
  const query = params.toString();
  const view = useMemo(() => comparisonFromUrl(new URLSearchParams(query)), [query]);
  const show = (next: Partial<Comparison>) =>
    setParams((now) => comparisonToUrl({ ...comparisonFromUrl(now), ...next }, now), {
      replace: true,
      preventScrollReset: true,
    });
  const download = useStreamDownload();
  const now = useMinute();

  const asked = useQueries({ queries: view.devids.map((devid) => oneThing(tenantId, devid)) });
  const known = asked.map((each) => each.dataUpdatedAt).join();
  // The list is a new one at each turn; `known` says when it changed.
  const things = useMemo(() => asked.flatMap((each) => each.data ?? []), [known, query]);
  const missing = view.devids.filter((_, i) => asked[i]?.isError);
  const first = things[0];
  const settled = view.devids.length > 0 && asked.every((each) => !each.isPending);
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

  const zone = first?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const range = rangeOf(view, zone, now);
  const length_ms = range.end_ms - range.begin_ms;
  const wanted = view.devids.length * Math.max(view.points.length, 1);
  const cut = cutFor(view.cut, length_ms, wanted);
  const possible = possibleCuts(length_ms, wanted);
  const keys = points.map((point) => point.key);
  const needsLast = points.some((point) => point.discrete) && view.figure !== 'first';
  const live = range.end_ms > now;

  const answers = useQueries({
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
  const stamp = answers.map((each) => each.dataUpdatedAt).join();
  const pending = !settled || answers.some((each) => each.isPending);
  const failed = answers.find((each) => each.isError && !each.data);
  // The answers are new objects at each turn; `stamp` says when they changed.
  const lines = useMemo(
    () =>
      linesOf(
        things.map((thing, i) => ({ devid: thing.devid, rows: answers[i]?.data ?? [] })),
        points,
        view.figure,
      ),
    [stamp, things, points, view.figure],
  );
  const charts = useMemo(() => chartsOf(lines, cut === 'raw' ? null : cutMs[cut]), [lines, cut]);

  const chosen = view.devids.length > 0 && view.points.length > 0;
  const zones = [...new Set(things.map((thing) => thing.time_zone))];
  const shownRange = view.zoom ?? range;
  const save = (format: 'csv' | 'xlsx') =>
    download.start(
      exportComparison,
      {
        params: { tenantId, infoModelId: modelId },
        body: {
          things: things.map((thing) => thing.devid),
          data_points: keys,
          begin_time: range.begin_ms,
          end_time: range.end_ms,
          agg_interval: cut,
          agg_type: view.figure,
          format,
          language: languageOf(language),
        },
      },
      {
        fallbackName: `${t('file')}.${format}`,
        large: (length_ms / cutMs[cut]) * wanted > LARGE_VALUES,
      },
    );

  return (
    <div className={styles.page}>
      <PageHeader
        title={t('title')}
        description={t('description', { most: MOST })}
        tools={
          <>
            <SavedViews screen="compare" table={undefined} onOpen={() => {}} />
            <ExportMenu
              hint={t('exportHint')}
              onExport={save}
              disabled={lines.length === 0 || download.bytes !== null}
            />
          </>
        }
      />
      <Card>
        <div className={styles.pickers}>
          <ThingPicker value={view.devids} known={things} onChange={(devids) => show({ devids })} />
          <PointPicker
            dictionary={dictionary}
            label={t('points')}
            description={t(view.points.length >= MOST ? 'full' : 'pointsHint', { most: MOST })}
            most={MOST}
            value={view.points}
            onChange={(next) => show({ points: next })}
          />
        </div>
        <div className={styles.bar}>
          <RangePicker value={range} onChange={(next) => show(daysOf(next, zone))} zone={zone} />
          <NativeSelect
            size="xs"
            label={t('cut')}
            classNames={{ root: styles.inline ?? '' }}
            value={view.cut && possible.includes(view.cut) ? view.cut : ''}
            onChange={(event) => show({ cut: (event.currentTarget.value || null) as Cut | null })}
            data={[
              { value: '', label: t('cutAuto', { cut: t(`cuts.${cut}`) }) },
              ...cuts.map((each) => ({
                value: each,
                label: t(`cuts.${each}`),
                disabled: !possible.includes(each),
              })),
            ]}
          />
          <NativeSelect
            size="xs"
            label={t('figure')}
            classNames={{ root: styles.inline ?? '' }}
            disabled={cut === 'raw'}
            value={view.figure}
            onChange={(event) => show({ figure: event.currentTarget.value as Figure })}
            data={figures.map((each) => ({ value: each, label: t(`figures.${each}`) }))}
          />
          {view.zoom && (
            <Button
              size="xs"
              variant="light"
              leftSection={<IconZoomReset size={15} aria-hidden="true" />}
              onClick={() => show({ zoom: null })}
            >
              {t('zoomReset')}
            </Button>
          )}
        </div>
        <DownloadProgress download={download} />
        {chosen && first && (
          <p className={styles.note}>
            {t('zoneNote', { zone })}
            {zones.length > 1 &&
              ` ${t(cut === 'raw' || cut === '5m' || cut === '15m' ? 'zonesNote' : 'zonesCut')} `}
            {zones.length > 1 &&
              things.map((thing) => `${thing.devname || thing.devid}: ${thing.time_zone}`).join(' · ')}
            {view.zoom &&
              ` ${t('zoomed', {
                from: date(view.zoom.begin_ms, 'dateTime', zone),
                to: date(view.zoom.end_ms, 'dateTime', zone),
              })}`}
          </p>
        )}
        {missing.length > 0 && (
          <p className={styles.warning} role="alert">
            {t('missing', { devids: missing.join(', ') })}
          </p>
        )}
      </Card>

      {!chosen ? (
        <Card>
          <EmptyState
            icon={<IconChartLine size={22} stroke={1.6} />}
            title={t('empty')}
            text={t(view.devids.length === 0 ? 'emptyThings' : 'emptyPoints')}
            action={
              view.devids.length > 0 && (
                <Button size="xs" variant="default" onClick={() => show({ points: SUGGESTED })}>
                  {t('suggest', { points: SUGGESTED.map(dictionary.label).join(', ') })}
                </Button>
              )
            }
          />
        </Card>
      ) : failed ? (
        <Card>
          <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
        </Card>
      ) : settled && things.length === 0 ? null : pending ? (
        <Card>
          <SkeletonChart height={280} />
        </Card>
      ) : charts.length === 0 ? (
        <Card>
          <EmptyState title={t('noData')} text={t('noDataText')} />
        </Card>
      ) : (
        <Suspense fallback={<SkeletonChart height={280} />}>
          <CompareCharts
            charts={charts}
            things={things}
            dictionary={dictionary}
            zone={zone}
            range={shownRange}
            onZoom={(zoom) => show({ zoom })}
          />
          <CompareTable
            lines={lines}
            things={things}
            dictionary={dictionary}
            zone={zone}
            range={shownRange}
          />
        </Suspense>
      )}
    </div>
  );
}
