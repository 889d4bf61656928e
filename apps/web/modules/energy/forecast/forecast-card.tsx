import { useQuery } from '@tanstack/react-query';
import type { EnergyForecast, ExpectedEnergy } from '@voltloop/contract/calls/forecast.ts';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../api/query-failure.ts';
import {
  Card,
  EmptyState,
  ErrorState,
  NO_VALUE,
  SkeletonChart,
  StatRow,
  StatTile,
  useFormat,
} from '../../../ui/index.ts';
import type { ForecastQuery } from '../queries.ts';
import styles from './forecast.module.css';
import { type ForecastName, forecastNames } from './forecast-lines.ts';
import { ForecastPlot } from './forecast-plot.tsx';

interface ForecastCardProps {
  zone: string;
  forecast: ForecastQuery;
  /** Energies that the device has no counter of. */
  without?: readonly string[];
}

/** Expected solar generation and load until the end of tomorrow. */
export function ForecastCard({ zone, forecast, without = [] }: ForecastCardProps) {
  const { t } = useTranslation('energy');
  const query = useQuery(forecast);
  const failure = failureOf(query);
  const { data } = query;
  return (
    <Card title={t('forecast.title')} description={`${t('forecast.hint')} · ${zone}`}>
      {failure ? (
        <ErrorState compact error={failure} onRetry={() => void query.refetch()} />
      ) : !data ? (
        <SkeletonChart height={340} />
      ) : data.days < data.needed ? (
        <EmptyState
          compact
          title={t('forecast.short')}
          text={t('forecast.shortText', { days: data.days, needed: data.needed })}
        />
      ) : (
        <Tomorrow data={data} names={forecastNames.filter((name) => !without.includes(name))} />
      )}
    </Card>
  );
}

function Tomorrow({ data, names }: { data: EnergyForecast; names: readonly ForecastName[] }) {
  const { t } = useTranslation('energy');
  const { energies, number } = useFormat();
  const { pv, load } = data.total;
  const [solar, house] = energies([pv?.mid, load?.mid]);
  const range = (of: ExpectedEnergy | null) =>
    of ? t('forecast.between', { low: number(of.low, 1), high: number(of.high, 1) }) : ' ';
  // The difference of the shown values, so that it adds up.
  const shown = ({ mid }: ExpectedEnergy) => Math.round(mid * 10);
  const surplus = pv && load ? (shown(pv) - shown(load)) / 10 : null;
  return (
    <>
      <StatRow>
        {names.includes('pv') && (
          <StatTile
            label={t('forecast.pv')}
            value={solar?.text ?? NO_VALUE}
            unit={solar?.unit ?? ''}
            hint={range(pv)}
          />
        )}
        {names.includes('load') && (
          <StatTile
            label={t('forecast.load')}
            value={house?.text ?? NO_VALUE}
            unit={house?.unit ?? ''}
            hint={range(load)}
          />
        )}
        {names.length === forecastNames.length && (
          <StatTile
            label={t(surplus !== null && surplus < 0 ? 'forecast.missing' : 'forecast.surplus')}
            value={number(surplus === null ? null : Math.abs(surplus), 1)}
            unit="kWh"
            hint={t('forecast.surplusHint')}
          />
        )}
      </StatRow>
      <div className={styles.chart}>
        <ForecastPlot label={t('forecast.chart')} forecast={data} among={names} />
      </div>
    </>
  );
}
