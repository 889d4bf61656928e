import type { Thing } from '@voltloop/contract';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeChart, type TimeSeries } from '../../../ui/chart/time-chart.tsx';
import { Card } from '../../../ui/index.ts';
import type { Dictionary } from '../../telemetry/index.ts';
import type { UnitChart } from './compare-series.ts';
import { lineLabels } from './line-label.ts';

interface CompareChartsProps {
  charts: readonly UnitChart[];
  things: readonly Thing[];
  dictionary: Dictionary;
  zone: string;
  range: { begin_ms: number; end_ms: number };
  onZoom: (range: { begin_ms: number; end_ms: number } | null) => void;
}

/** A chart per unit, with a shared cursor and zoom. */
export default function CompareCharts({ charts, ...rest }: CompareChartsProps) {
  const syncKey = useId();
  return charts.map((chart) => (
    <OneChart key={chart.lines[0]?.id ?? chart.unit} chart={chart} syncKey={syncKey} {...rest} />
  ));
}

interface OneChartProps extends Omit<CompareChartsProps, 'charts'> {
  chart: UnitChart;
  syncKey: string;
}

/** Number of palette colours; further lines are dashed. */
const COLORS = 8;

function OneChart({ chart, things, dictionary, zone, range, onZoom, syncKey }: OneChartProps) {
  const { t } = useTranslation('compare');
  const labels = useMemo(
    () => lineLabels(chart.lines, things, dictionary, (no) => t('pack', { no })),
    [chart, things, dictionary, t],
  );
  const series = useMemo<TimeSeries[]>(
    () =>
      chart.lines.map((line, i) => ({
        key: line.id,
        label: labels.get(line.id) ?? line.id,
        unit: chart.unit,
        values: chart.columns[i] ?? [],
        kind: chart.discrete ? 'step' : 'line',
        dashed: i >= COLORS,
        decimals: dictionary.decimals(line.point.key),
      })),
    [chart, labels, dictionary],
  );
  const { begin_ms, end_ms } = range;
  const shown = useMemo(() => ({ begin_ms, end_ms }), [begin_ms, end_ms]);
  const points = [...new Set(chart.lines.map((line) => dictionary.label(line.point.key)))];
  const title = points.join(' · ');
  return (
    <Card title={title} description={chart.discrete ? t('discrete') : chart.unit || t('noUnit')}>
      <TimeChart
        label={title}
        times={chart.times_ms}
        series={series}
        zone={zone}
        range={shown}
        syncKey={syncKey}
        onZoom={onZoom}
        height={260}
      />
    </Card>
  );
}
