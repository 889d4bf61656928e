import { useQuery } from '@tanstack/react-query';
import { Card, ErrorState, energyScale, RangePicker, useFormat } from '@voltloop/ui';
import { BarChart, type BarSeries } from '@voltloop/ui/bar-chart.tsx';
import { energyColors } from '@voltloop/ui/chart-colors.ts';
import { isoDay, rangeAround } from '@voltloop/ui/zone-time.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EnergyFigures, energyOrder } from './energy-figures.tsx';
import { energyDays, energyTotals } from './month-series.ts';
import styles from './overview-tab.module.css';
import { daySlots, type ThingOfModel } from './queries.ts';
import { failureOf } from './query-failure.ts';
import { useMinute } from './staleness.ts';

/** Sun, charge, discharge, import and export of each day of a month, with the sums of the month. */
export function MonthChart({ of, zone }: { of: ThingOfModel; zone: string }) {
  const { t } = useTranslation('things');
  const { date } = useFormat();
  const now = useMinute();
  const [range, setRange] = useState(() => rangeAround('month', Date.now(), zone));
  const slots = useQuery(daySlots(of, range.begin_ms, range.end_ms));
  const failure = failureOf(slots);

  const days = useMemo(
    () => energyDays(slots.data ?? [], range.begin_ms, range.end_ms, zone),
    [slots.data, range, zone],
  );
  const totals = useMemo(() => energyTotals(days), [days]);
  const scale = useMemo(
    () =>
      energyScale(Math.max(0, ...days.flatMap((day) => energyOrder.map((name) => day.energies[name] ?? 0)))),
    [days],
  );
  const series = useMemo<BarSeries[]>(
    () =>
      energyOrder.map((name) => ({
        key: name,
        label: t(`energy.${name}`),
        values: days.map((day) => {
          const kwh = day.energies[name];
          return kwh === null ? null : kwh * scale.factor;
        }),
        color: energyColors[name],
      })),
    [days, t, scale],
  );
  const notes = [
    days.some((day) => day.gap) && t('month.gap'),
    days.some((day) => day.reset) && t('month.reset'),
  ].filter(Boolean);

  return (
    <Card
      title={t('month.title')}
      description={`${date(range.begin_ms, 'month', zone)} · ${zone}`}
      tools={<RangePicker value={range} onChange={setRange} zone={zone} kinds={['month']} />}
    >
      {failure ? (
        <ErrorState compact error={failure} onRetry={() => void slots.refetch()} />
      ) : (
        <>
          <EnergyFigures energies={totals} loading={slots.isPending} />
          <div style={{ marginBlockStart: 'var(--vl-space-4)' }}>
            <BarChart
              label={t('month.title')}
              categories={days.map((day) => ({
                key: day.day,
                label: String(Number(day.day.slice(8))),
                title: day.day,
              }))}
              series={series}
              unit={scale.unit}
              decimals={scale.decimals}
              height={280}
              marked={days.findIndex((day) => day.day === isoDay(now, zone))}
              loading={slots.isPending}
            />
          </div>
          {notes.length > 0 && <p className={styles.notes}>{notes.join(' ')}</p>}
        </>
      )}
    </Card>
  );
}
