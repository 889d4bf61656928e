import { useQuery } from '@tanstack/react-query';
import type { Thing } from '@voltloop/contract';
import { rangeAround } from '@voltloop/domain/clock/zone-time.ts';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { useRangeInAddress } from '../../ui/address/use-in-address.ts';
import { Card, ErrorState, RelativeTime, SkeletonChart, StatTile, useFormat } from '../../ui/index.ts';
import { ActiveEvents } from './active-events.tsx';
import { loadEnergyCard } from './energy/load-energy-card.ts';
import { EnergyFigures } from './energy-figures.tsx';
import { loadYearCard } from './energy-hours/load-year-card.ts';
import { FlowPicture } from './flow-picture.tsx';
import { loadForecastCard } from './forecast/load-forecast-card.ts';
import { Independence } from './independence.tsx';
import type { LastData } from './live-patch.ts';
import { energyDays } from './month-series.ts';
import styles from './overview-tab.module.css';
import { loadOwnerCard } from './owner-control/load-owner-card.ts';
import { daySlots, energyHoursOf, energyOf, forecastOf, lastData, type ThingOfModel } from './queries.ts';
import { failureOf } from './query-failure.ts';
import { isStale, useMinute } from './staleness.ts';

// Below the fold.
const ForecastCard = lazy(async () => ({ default: (await loadForecastCard()).ForecastCard }));
const OwnerCard = lazy(async () => ({ default: (await loadOwnerCard()).OwnerCard }));
const RecentDoubtful = lazy(async () => ({
  default: (await import('./energy/doubtful-card.tsx')).RecentDoubtful,
}));
const YearCard = lazy(async () => ({ default: (await loadYearCard()).YearCard }));
const DayChart = lazy(async () => ({ default: (await import('./day-chart.tsx')).DayChart }));
const EnergyCard = lazy(async () => ({ default: (await loadEnergyCard()).EnergyCard }));

const PERIODS = ['day', 'month', 'year'] as const;

/** The device now, today and during the month. */
export function OverviewTab({ thing }: { thing: Thing }) {
  const { t } = useTranslation('things');
  const { tenantId } = useAccount();
  const of: ThingOfModel = { tenantId, devid: thing.devid, infoModelId: thing.info_model_id };
  const [shown] = useRangeInAddress('energy', { zone: thing.time_zone, kinds: PERIODS, first: 'month' });
  const last = useQuery(lastData(thing.devid));
  const failure = failureOf(last);

  return (
    <>
      <ActiveEvents tenantId={tenantId} devid={thing.devid} zone={thing.time_zone} />
      <div className={styles.now}>
        <Card title={t('flow.title')} tools={<AsOf last={last.data} zone={thing.time_zone} />}>
          {last.data ? (
            <Flow thing={thing} last={last.data} />
          ) : failure ? (
            <ErrorState compact error={failure} onRetry={() => void last.refetch()} />
          ) : (
            <SkeletonChart height={360} />
          )}
        </Card>
        <div className={styles.side}>
          <Tiles last={last.data} loading={last.isPending && !failure} />
          <Today of={of} zone={thing.time_zone} />
        </div>
      </div>
      <div className={styles.stack}>
        <Suspense fallback={<SkeletonChart height={360} />}>
          <DayChart of={of} zone={thing.time_zone} />
        </Suspense>
        <Suspense fallback={<SkeletonChart height={180} />}>
          <OwnerCard devid={thing.devid} zone={thing.time_zone} />
        </Suspense>
        <Suspense fallback={<SkeletonChart height={400} />}>
          <ForecastCard zone={thing.time_zone} forecast={forecastOf(tenantId, thing.devid)} />
        </Suspense>
        <Suspense fallback={<SkeletonChart height={480} />}>
          <EnergyCard
            energy={energyOf(tenantId, [thing.devid])}
            clock={thing.time_zone}
            zone={thing.time_zone}
            kinds={PERIODS}
            begin="month"
            title={t('month.title')}
            doubtfulHref="#doubtful-readings"
          />
        </Suspense>
        <Suspense fallback={null}>
          <RecentDoubtful devid={thing.devid} zone={thing.time_zone} shown={shown} />
        </Suspense>
        <Suspense fallback={<SkeletonChart height={360} />}>
          <YearCard zone={thing.time_zone} hours={energyHoursOf(tenantId, thing.devid)} />
        </Suspense>
      </div>
    </>
  );
}

function AsOf({ last, zone }: { last: LastData | undefined; zone: string }) {
  const { t } = useTranslation('things');
  if (!last?.time) return null;
  return (
    <span className={styles.asOf}>
      {t('flow.updated')} <RelativeTime time={last.time} zone={zone} />
    </span>
  );
}

function Flow({ thing, last }: { thing: Thing; last: LastData }) {
  const now = useMinute();
  const value = (...keys: string[]) => {
    for (const key of keys) {
      const field = last.fields[key];
      if (field) return field.value;
    }
    return null;
  };
  return (
    <FlowPicture
      pv_w={value('E_PV_P')}
      battery_w={value('E_BAT_P', 'M_POWER')}
      grid_w={value('E_GRID_P')}
      load_w={value('E_LOAD_P')}
      soc_pct={value('M_SOC')}
      stale={isStale(thing, last.time, now)}
    />
  );
}

function Tiles({ last, loading }: { last: LastData | undefined; loading: boolean }) {
  const { t } = useTranslation('things');
  const { number } = useFormat();
  const value = (key: string) => last?.fields[key]?.value ?? null;
  const left_wh = value('M_CAP_REMAIN');
  const rated_wh = value('M_CAP_RATED');
  const packs = value('M_PACK_ONLINE');
  const temperature = value('M_CELL_T_AVG') ?? value('M_CELL_T_MAX');
  const coldest = value('M_CELL_T_MIN');
  const hottest = value('M_CELL_T_MAX');
  return (
    <div className={styles.tiles}>
      <StatTile
        label={t('tile.soc')}
        value={number(value('M_SOC'), 1)}
        unit="%"
        loading={loading}
        hint={left_wh === null ? ' ' : t('tile.left', { kwh: number(left_wh / 1000, 1) })}
      />
      <StatTile
        label={t('tile.soh')}
        value={number(value('M_SOH'), 1)}
        unit="%"
        loading={loading}
        hint={rated_wh === null ? ' ' : t('tile.rated', { kwh: number(rated_wh / 1000, 1) })}
      />
      <StatTile
        label={t('tile.cycles')}
        value={number(value('M_CYCLES'), 1)}
        loading={loading}
        hint={
          packs === null
            ? ' '
            : t('tile.packs', { online: number(packs), total: number(value('M_PACK_NUM') ?? packs) })
        }
      />
      <StatTile
        label={t('tile.voltage')}
        value={number(value('M_VOLT'), 1)}
        unit="V"
        loading={loading}
        hint={value('M_CURR') === null ? ' ' : t('tile.current', { a: number(value('M_CURR'), 1) })}
      />
      <StatTile
        label={t('tile.temperature')}
        value={number(temperature, 1)}
        unit="°C"
        loading={loading}
        hint={
          coldest === null || hottest === null
            ? ' '
            : t('tile.between', { low: number(coldest, 1), high: number(hottest, 1) })
        }
      />
      <StatTile
        label={t('tile.spread')}
        value={number(value('M_CELL_V_DIFF'), 0)}
        unit="mV"
        loading={loading}
        hint={
          value('M_CELL_V_MIN') === null
            ? ' '
            : t('tile.cells', { low: number(value('M_CELL_V_MIN')), high: number(value('M_CELL_V_MAX')) })
        }
      />
    </div>
  );
}

/** The energy totals of the current day in the device's zone. */
function Today({ of, zone }: { of: ThingOfModel; zone: string }) {
  const { t } = useTranslation('things');
  const period = useQuery(energyOf(of.tenantId, [of.devid])({ period: 'day', day: undefined }));
  const { begin_ms, end_ms } = rangeAround('day', useMinute(), zone);
  const slots = useQuery(daySlots(of, begin_ms, end_ms));
  const failure = failureOf(slots);
  const [day] = energyDays(slots.data ?? [], begin_ms, end_ms, zone);
  return (
    <Card title={t('today.title')} description={zone} className={styles.fill}>
      {failure ? (
        <ErrorState compact error={failure} onRetry={() => void slots.refetch()} />
      ) : (
        <>
          <EnergyFigures energies={day?.energies} loading={slots.isPending} />
          <Independence day={period.data} />
        </>
      )}
    </Card>
  );
}
