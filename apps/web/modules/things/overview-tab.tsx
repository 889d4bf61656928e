import { useQuery } from '@tanstack/react-query';
import type { Thing } from '@voltloop/contract';
import { type Role, roleValue } from '@voltloop/device-models/roles.ts';
import { rangeAround } from '@voltloop/domain/clock/zone-time.ts';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../api/query-failure.ts';
import { useAccount } from '../../context/use-account.ts';
import { useRangeInAddress } from '../../ui/address/use-in-address.ts';
import { Card, ErrorState, RelativeTime, SkeletonChart, StatTile, useFormat } from '../../ui/index.ts';
import {
  daySlots,
  EnergyFigures,
  energyDays,
  energyHoursOf,
  energyNames,
  energyOf,
  forecastOf,
  Independence,
  loadDoubtfulCard,
  loadEnergyCard,
  loadForecastCard,
  loadYearCard,
} from '../energy/index.ts';
import { loadOwnerCard } from '../settings/index.ts';
import { type Dictionary, isStale, type ThingOfModel, useDictionary, useMinute } from '../telemetry/index.ts';
import { ActiveEvents } from './active-events.tsx';
import { FlowPicture } from './flow-picture.tsx';
import type { LastData } from './live-patch.ts';
import styles from './overview-tab.module.css';
import { lastData } from './queries.ts';

// Below the fold.
const ForecastCard = lazy(async () => ({ default: (await loadForecastCard()).ForecastCard }));
const OwnerCard = lazy(async () => ({ default: (await loadOwnerCard()).OwnerCard }));
const RecentDoubtful = lazy(async () => ({
  default: (await loadDoubtfulCard()).RecentDoubtful,
}));
const YearCard = lazy(async () => ({ default: (await loadYearCard()).YearCard }));
const DayChart = lazy(async () => ({ default: (await import('./day-chart.tsx')).DayChart }));
const EnergyCard = lazy(async () => ({ default: (await loadEnergyCard()).EnergyCard }));

const PERIODS = ['day', 'month', 'year'] as const;

/** The device now, today and during the month. */
export function OverviewTab({ thing }: { thing: Thing }) {
  const { t } = useTranslation(['things', 'energy']);
  const { tenantId } = useAccount();
  const of: ThingOfModel = { tenantId, devid: thing.devid, infoModelId: thing.info_model_id };
  const [shown] = useRangeInAddress('energy', { zone: thing.time_zone, kinds: PERIODS, first: 'month' });
  const last = useQuery(lastData(thing.devid));
  const dictionary = useDictionary(thing.info_model_id);
  const without = useMemo(() => energyNames.filter(dictionary.lacks), [dictionary]);
  const hasEnergy = without.length < energyNames.length;
  const failure = failureOf(last);

  return (
    <>
      <ActiveEvents tenantId={tenantId} devid={thing.devid} zone={thing.time_zone} />
      <div className={styles.now}>
        <Card title={t('flow.title')} tools={<AsOf last={last.data} zone={thing.time_zone} />}>
          {last.data ? (
            <Flow thing={thing} last={last.data} dictionary={dictionary} />
          ) : failure ? (
            <ErrorState compact error={failure} onRetry={() => void last.refetch()} />
          ) : (
            <SkeletonChart height={360} />
          )}
        </Card>
        <div className={styles.side}>
          <Tiles last={last.data} loading={last.isPending && !failure} dictionary={dictionary} />
          {hasEnergy && <Today of={of} zone={thing.time_zone} dictionary={dictionary} />}
        </div>
      </div>
      <div className={styles.stack}>
        <Suspense fallback={<SkeletonChart height={360} />}>
          <DayChart of={of} zone={thing.time_zone} dictionary={dictionary} />
        </Suspense>
        <Suspense fallback={<SkeletonChart height={180} />}>
          <OwnerCard devid={thing.devid} zone={thing.time_zone} />
        </Suspense>
        {!(dictionary.lacks('pv') && dictionary.lacks('load')) && (
          <Suspense fallback={<SkeletonChart height={400} />}>
            <ForecastCard
              zone={thing.time_zone}
              forecast={forecastOf(tenantId, thing.devid)}
              without={without}
            />
          </Suspense>
        )}
        {hasEnergy && (
          <Suspense fallback={<SkeletonChart height={480} />}>
            <EnergyCard
              energy={energyOf(tenantId, [thing.devid])}
              clock={thing.time_zone}
              zone={thing.time_zone}
              kinds={PERIODS}
              begin="month"
              title={t('energy:month.title')}
              without={without}
              doubtfulHref="#doubtful-readings"
            />
          </Suspense>
        )}
        <Suspense fallback={null}>
          <RecentDoubtful devid={thing.devid} dictionary={dictionary} zone={thing.time_zone} shown={shown} />
        </Suspense>
        {hasEnergy && (
          <Suspense fallback={<SkeletonChart height={360} />}>
            <YearCard zone={thing.time_zone} hours={energyHoursOf(tenantId, thing.devid)} without={without} />
          </Suspense>
        )}
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

const flowRoles = { pv: 'pv_power', grid: 'grid_power', load: 'load_power' } as const;
const flowNodes = Object.keys(flowRoles) as (keyof typeof flowRoles)[];

function Flow({ thing, last, dictionary }: { thing: Thing; last: LastData; dictionary: Dictionary }) {
  const now = useMinute();
  const value = (role: Role) => roleValue(last.fields, role)?.value ?? null;
  return (
    <FlowPicture
      pv_w={value('pv_power')}
      battery_w={value('battery_power')}
      grid_w={value('grid_power')}
      load_w={value('load_power')}
      soc_pct={value('soc')}
      stale={isStale(thing, last.time, now)}
      without={flowNodes.filter((node) => dictionary.lacks(flowRoles[node]))}
    />
  );
}

interface TilesProps {
  last: LastData | undefined;
  loading: boolean;
  dictionary: Dictionary;
}

/** Figures of the battery; one that its model has no points of is left out. */
function Tiles({ last, loading, dictionary }: TilesProps) {
  const { t } = useTranslation('things');
  const { number } = useFormat();
  const value = (role: Role) => (last && roleValue(last.fields, role)?.value) ?? null;
  const left_wh = value('energy_left');
  const rated_wh = value('energy_rated');
  const packs = value('packs_online');
  const current_a = value('current');
  const [coldest, hottest] = [value('cell_t_min'), value('cell_t_max')];
  const [lowest_mv, highest_mv] = [value('cell_v_min'), value('cell_v_max')];
  const tile = (of: readonly Role[], label: string, text: string, more: { unit?: string; hint: string }) =>
    of.every(dictionary.lacks) ? null : (
      <StatTile label={t(`tile.${label}`)} value={text} loading={loading} {...more} />
    );
  return (
    <div className={styles.tiles}>
      {tile(['soc'], 'soc', number(value('soc'), 1), {
        unit: '%',
        hint: left_wh === null ? ' ' : t('tile.left', { kwh: number(left_wh / 1000, 1) }),
      })}
      {tile(['soh'], 'soh', number(value('soh'), 1), {
        unit: '%',
        hint: rated_wh === null ? ' ' : t('tile.rated', { kwh: number(rated_wh / 1000, 1) }),
      })}
      {tile(['cycles'], 'cycles', number(value('cycles'), 1), {
        hint:
          packs === null
            ? ' '
            : t('tile.packs', { online: number(packs), total: number(value('pack_count') ?? packs) }),
      })}
      {tile(['voltage'], 'voltage', number(value('voltage'), 1), {
        unit: 'V',
        hint: current_a === null ? ' ' : t('tile.current', { a: number(current_a, 1) }),
      })}
      {tile(['cell_t_avg', 'cell_t_max'], 'temperature', number(value('cell_t_avg') ?? hottest, 1), {
        unit: '°C',
        hint:
          coldest === null || hottest === null
            ? ' '
            : t('tile.between', { low: number(coldest, 1), high: number(hottest, 1) }),
      })}
      {tile(['cell_v_diff'], 'spread', number(value('cell_v_diff'), 0), {
        unit: 'mV',
        hint:
          lowest_mv === null ? ' ' : t('tile.cells', { low: number(lowest_mv), high: number(highest_mv) }),
      })}
    </div>
  );
}

/** The energy totals of the current day in the device's zone. */
function Today({ of, zone, dictionary }: { of: ThingOfModel; zone: string; dictionary: Dictionary }) {
  const { t } = useTranslation('things');
  const period = useQuery(energyOf(of.tenantId, [of.devid])({ period: 'day', day: undefined }));
  const { begin_ms, end_ms } = rangeAround('day', useMinute(), zone);
  const counters = dictionary.keysOf(energyNames);
  const slots = useQuery({ ...daySlots(of, counters, begin_ms, end_ms), enabled: counters.length > 0 });
  const failure = dictionary.error ?? failureOf(slots);
  const [day] = energyDays(slots.data ?? [], begin_ms, end_ms, zone);
  return (
    <Card title={t('today.title')} description={zone} className={styles.fill}>
      {failure ? (
        <ErrorState
          compact
          error={failure}
          onRetry={() => void (dictionary.error ? dictionary.refetch() : slots.refetch())}
        />
      ) : (
        <>
          <EnergyFigures
            energies={day?.energies}
            loading={slots.isPending}
            without={energyNames.filter(dictionary.lacks)}
          />
          <Independence day={period.data} />
        </>
      )}
    </Card>
  );
}
