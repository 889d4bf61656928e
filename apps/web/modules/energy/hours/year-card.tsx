import { NativeSelect } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type EnergyHours, type EnergyKind, energyKinds } from '@voltloop/contract/calls/energy-hours.ts';
import { two } from '@voltloop/domain/clock/clock-time.ts';
import { dayOf } from '@voltloop/domain/clock/zone-time.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../api/query-failure.ts';
import { useRangeInAddress } from '../../../ui/address/use-in-address.ts';
import { chartColor, energyColors } from '../../../ui/chart/chart-colors.ts';
import { ChartFrame } from '../../../ui/chart/chart-frame.tsx';
import {
  Card,
  EmptyState,
  ErrorState,
  NO_VALUE,
  RangePicker,
  SkeletonChart,
  useFormat,
} from '../../../ui/index.ts';
import type { HoursQuery } from '../queries.ts';
import styles from './energy-hours.module.css';
import { shade } from './year-drawing.ts';
import { SHADES, scaleEnd } from './year-grid.ts';
import { YearPlot } from './year-plot.tsx';

const RANGE_KINDS = ['year'] as const;
const HEIGHT = 260;

interface YearCardProps {
  zone: string;
  hours: (of: { year: number; energy: EnergyKind }) => HoursQuery;
  /** Energies that the device has no counter of. */
  without?: readonly EnergyKind[];
}

/** Heat map of one energy over the hours of a year. */
export function YearCard({ zone, hours, without = [] }: YearCardProps) {
  const { t } = useTranslation('energy');
  const [range, setRange] = useRangeInAddress('year', { zone, kinds: RANGE_KINDS, first: 'year' });
  const [chosen, setEnergy] = useState<EnergyKind>('load');
  const kinds = energyKinds.filter((kind) => !without.includes(kind));
  const energy = kinds.includes(chosen) ? chosen : (kinds[0] ?? chosen);
  // Fetched when it scrolls into view.
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  const [wasVisible, setWasVisible] = useState(false);
  if (entry?.isIntersecting && !wasVisible) setWasVisible(true);
  const { year } = dayOf(range.begin_ms, zone);
  const query = useQuery({ ...hours({ year, energy }), enabled: wasVisible });
  const failure = failureOf(query);
  const label = `${t('hours.title')}: ${t(`energy.${energy}`)} ${year}`;
  return (
    <div ref={ref}>
      <Card
        title={t('hours.title')}
        description={zone}
        tools={
          <span className={styles.tools}>
            <NativeSelect
              size="xs"
              aria-label={t('hours.energy')}
              value={energy}
              onChange={(event) => setEnergy(event.currentTarget.value as EnergyKind)}
              data={kinds.map((value) => ({ value, label: t(`energy.${value}`) }))}
            />
            <RangePicker value={range} onChange={setRange} zone={zone} kinds={RANGE_KINDS} />
          </span>
        }
      >
        {failure ? (
          <ErrorState compact error={failure} onRetry={() => void query.refetch()} />
        ) : !wasVisible ? (
          <div style={{ height: HEIGHT }} />
        ) : !query.data ? (
          <SkeletonChart height={HEIGHT} />
        ) : query.data.days.every(({ kwh }) => kwh.every((each) => each === null)) ? (
          <EmptyState compact title={t('chart.empty', { ns: 'ui' })} />
        ) : (
          <Year label={label} data={query.data} />
        )}
      </Card>
    </div>
  );
}

function Year({ label, data }: { label: string; data: EnergyHours }) {
  const { t } = useTranslation('energy');
  const { number } = useFormat();
  const end = scaleEnd(data.days);
  const color = chartColor(energyColors[data.energy], 0);
  const step = (of: number) => shade(color, 'var(--vl-surface-sunken)', of);
  return (
    <ChartFrame
      label={label}
      legend={[]}
      extra={
        <span className={styles.scale}>
          0
          <span
            className={styles.ramp}
            style={{ background: `linear-gradient(90deg, ${step(0)}, ${step(1)} 4%, ${step(SHADES)})` }}
            aria-hidden="true"
          />
          {t('hours.most', { kwh: number(end, 2) })}
          <span className={styles.noData}>
            <span className={styles.none} aria-hidden="true" />
            {t('hours.none')}
          </span>
        </span>
      }
      table={() => ({
        head: [t('period.slot.month'), ...Array.from({ length: 24 }, (_, hour) => `${two(hour)} (kWh)`)],
        rows: data.days.map(({ day, kwh, skipped }) => [
          day,
          ...kwh.map((each, hour) =>
            skipped?.includes(hour) ? t('hours.skippedShort') : each === null ? NO_VALUE : number(each, 2),
          ),
        ]),
      })}
    >
      <YearPlot label={label} hours={data} now_ms={Date.now()} />
    </ChartFrame>
  );
}
