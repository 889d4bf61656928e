import { two } from '@voltloop/domain/clock/clock-time.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { BarChart, type BarSeries } from '../../ui/chart/bar-chart.tsx';
import { energyColors } from '../../ui/chart/chart-colors.ts';
import { energyScale, useFormat } from '../../ui/index.ts';
import type { EnergyName } from './month-series.ts';
import { type Against, byName, type EnergyPeriod, sinks, sources, supplied } from './period-sums.ts';

interface EnergyChartProps {
  title: string;
  period: EnergyPeriod | undefined;
  against: Against | null;
  without: readonly EnergyName[];
  /** A link to the doubtful readings. */
  doubtfulHref?: string | undefined;
  loading: boolean;
}

const NO_SLOTS: EnergyPeriod['slots'] = [];

/** Sources stacked upwards, sinks downwards; the former period's total of all sources is a line behind them. */
export function EnergyChart({ title, period, against, without, doubtfulHref, loading }: EnergyChartProps) {
  const { t } = useTranslation('energy');
  const { language } = useFormat();
  const slots = period?.slots ?? NO_SLOTS;
  const scale = useMemo(
    () => energyScale(Math.max(0, ...slots.map(({ current }) => supplied(current) ?? 0))),
    [slots],
  );
  const series = useMemo<BarSeries[]>(
    () =>
      [...sources, ...sinks]
        .filter((name) => !without.includes(name))
        .map((name) => ({
          key: name,
          label: t(`energy.${name}`),
          values: slots.map(({ current }) => {
            const kwh = byName(current)[name];
            return kwh === null ? null : kwh * scale.factor;
          }),
          color: energyColors[name],
          stack: 'balance',
          below: sinks.some((sink) => sink === name),
        })),
    [slots, scale, without, t],
  );
  const ghost = useMemo(
    () =>
      against && {
        label: t(`period.ghost.${against}`),
        values: slots.map((slot) => {
          const kwh = supplied(slot[against]);
          return kwh === null ? null : kwh * scale.factor;
        }),
      },
    [slots, scale, against, t],
  );
  const month = (slot: number, style: 'short' | 'long') =>
    new Date(Date.UTC(2026, slot - 1, 15)).toLocaleDateString(language, { month: style, timeZone: 'UTC' });
  return (
    <BarChart
      label={title}
      categoryLabel={period && t(`period.slot.${period.period}`)}
      categories={slots.map(({ slot }) => {
        if (period?.period === 'year')
          return { key: String(slot), label: month(slot, 'short'), title: month(slot, 'long') };
        if (period?.period === 'day')
          return { key: String(slot), label: String(slot), title: `${two(slot)}:00` };
        return { key: String(slot), label: String(slot), title: `${period?.from.slice(0, 8)}${two(slot)}` };
      })}
      series={series}
      {...(ghost ? { ghost } : {})}
      mark={{
        label: t('doubtful.title'),
        href: doubtfulHref,
        categories: new Set(slots.flatMap(({ doubtful }, index) => (doubtful ? [index] : []))),
      }}
      unit={scale.unit}
      decimals={scale.decimals}
      height={280}
      loading={loading}
    />
  );
}
