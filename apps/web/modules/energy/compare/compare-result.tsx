import { Button } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import type { Role } from '@voltloop/device-models/roles.ts';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Card, EmptyState, ErrorState, SkeletonChart } from '../../../ui/index.ts';
import type { ShownComparison } from './use-comparison.ts';

const CompareCharts = lazy(() => import('./compare-charts.tsx'));
const CompareTable = lazy(() => import('./compare-table.tsx'));

/** Suggested while no points are chosen: the preferred one of each that the model has. */
const SUGGESTED = ['soc', 'battery_power'] as const satisfies Role[];

/** Charts and table of a comparison, or an explanation why there are none. */
export function CompareResult({ comparison }: { comparison: ShownComparison }) {
  const { t } = useTranslation('compare');
  const { view, show, things, dictionary, settled, pending, failed, lines, charts, zone, range } = comparison;
  const shownRange = view.zoom ?? range;
  const suggested = SUGGESTED.flatMap((role) => dictionary.keysOf([role]).slice(0, 1));
  const chosen = view.devids.length > 0 && view.points.length > 0;
  if (!chosen)
    return (
      <Card>
        <EmptyState
          icon={<IconChartLine size={22} stroke={1.6} />}
          title={t('empty')}
          text={t(view.devids.length === 0 ? 'emptyThings' : 'emptyPoints')}
          action={
            view.devids.length > 0 &&
            suggested.length > 0 && (
              <Button size="xs" variant="default" onClick={() => show({ points: suggested })}>
                {t('suggest', { points: suggested.map(dictionary.label).join(', ') })}
              </Button>
            )
          }
        />
      </Card>
    );
  if (failed)
    return (
      <Card>
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      </Card>
    );
  if (settled && things.length === 0) return null;
  if (pending)
    return (
      <Card>
        <SkeletonChart height={280} />
      </Card>
    );
  if (charts.length === 0)
    return (
      <Card>
        <EmptyState title={t('noData')} text={t('noDataText')} />
      </Card>
    );
  return (
    <Suspense fallback={<SkeletonChart height={280} />}>
      <CompareCharts
        charts={charts}
        things={things}
        dictionary={dictionary}
        zone={zone}
        range={shownRange}
        onZoom={(zoom) => show({ zoom })}
      />
      <CompareTable lines={lines} things={things} dictionary={dictionary} zone={zone} range={shownRange} />
    </Suspense>
  );
}
