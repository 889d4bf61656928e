import { useQuery } from '@tanstack/react-query';
import { Card, ErrorState, RelativeTime, useFormat } from '@voltloop/ui';
import { BarChart, type BarSeries } from '@voltloop/ui/bar-chart.tsx';
import { energyColors } from '@voltloop/ui/chart-colors.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EnergyFigures, type EnergyName, energy, energyOrder, failureOf } from '../things/index.ts';
import styles from './home-page.module.css';

const NO_DAYS: readonly (Totals & { day: string })[] = [];

type Totals = Record<`${EnergyName}_kwh`, number>;

const byName = (totals: Totals | undefined): Record<EnergyName, number> | undefined =>
  totals && {
    pv: totals.pv_kwh,
    charge: totals.charge_kwh,
    discharge: totals.discharge_kwh,
    import: totals.import_kwh,
    export: totals.export_kwh,
    load: totals.load_kwh,
  };

/** Energy of the whole fleet, today and this month, with the days of the month as bars. */
export function FleetEnergy({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation('home');
  const { t: tThings } = useTranslation('things');
  const { date } = useFormat();
  const fleet = useQuery(energy(tenantId));
  const failure = failureOf(fleet);
  const days = fleet.data?.days ?? NO_DAYS;
  const first = days[0];

  const series = useMemo<BarSeries[]>(
    () =>
      energyOrder.map((name) => ({
        key: name,
        label: tThings(`energy.${name}`),
        values: days.map((day) => byName(day)?.[name] ?? null),
        color: energyColors[name],
      })),
    [days, tThings],
  );

  return (
    <Card
      title={t('energy.title')}
      description={t('energy.hint')}
      tools={
        // Also before it is known: on a phone it is a line of its own.
        <span className={styles.asOf}>
          {t('energy.asOf')} {fleet.data ? <RelativeTime time={fleet.data.as_of} /> : '…'}
        </span>
      }
    >
      {failure ? (
        <ErrorState compact error={failure} onRetry={() => void fleet.refetch()} />
      ) : (
        <>
          <div className={styles.energy}>
            <h3 className={styles.period}>{t('energy.today')}</h3>
            <EnergyFigures energies={byName(fleet.data?.today)} loading={fleet.isPending} />
            <h3 className={styles.period}>
              {t('energy.month')}
              {first && <span>{date(Date.parse(`${first.day}T00:00:00Z`), 'month', 'UTC')}</span>}
            </h3>
            <EnergyFigures energies={byName(fleet.data?.month)} loading={fleet.isPending} />
          </div>
          <BarChart
            label={t('energy.chart')}
            categories={days.map(({ day }) => ({
              key: day,
              label: String(Number(day.slice(8))),
              title: day,
            }))}
            series={series}
            unit="kWh"
            height={240}
            marked={days.length - 1}
            loading={fleet.isPending}
          />
        </>
      )}
    </Card>
  );
}
