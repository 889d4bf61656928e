import { useQuery } from '@tanstack/react-query';
import type { TestCurve } from '@voltloop/contract/calls/testing.ts';
import { Card, EmptyState, ErrorState, SkeletonChart, useFormat } from '@voltloop/ui';
import { TimeChart } from '@voltloop/ui/time-chart.tsx';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../resources/index.ts';
import { durationText } from './duration-text.ts';
import { curveOf } from './queries.ts';
import styles from './testing.module.css';

/** The curve of a report with its periods; those that a figure was taken from are tinted. */
export function CurvePanel({ row }: { row: Row }) {
  const { t } = useTranslation('testing');
  const found = useQuery(curveOf(row.id));
  if (found.isPending) return <SkeletonChart />;
  if (found.error) return <ErrorState compact error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <EmptyState title={t('curve.none')} text={t('curve.noneText')} />;
  return <Curve curve={found.data} day={String(row.testDay)} />;
}

function Curve({ curve, day }: { curve: TestCurve; day: string }) {
  const { t } = useTranslation('testing');
  const { number } = useFormat();
  // The axis counts from midnight of the day of the test: a file has durations, but no times.
  const begin = Date.parse(`${day}T00:00:00Z`);
  const times = useMemo(() => curve.time_s.map((second) => begin + second * 1000), [curve, begin]);
  const series = useMemo(
    () => [
      { key: 'voltage', label: t('curve.voltage'), unit: 'V', values: curve.voltage_V, decimals: 4 },
      { key: 'current', label: t('curve.current'), unit: 'A', values: curve.current_A, decimals: 2 },
    ],
    [curve, t],
  );
  const bands = useMemo(
    () =>
      curve.used.map(({ from_s, to_s }) => ({
        begin_ms: begin + from_s * 1000,
        end_ms: begin + to_s * 1000,
        tone: 'info' as const,
      })),
    [curve, begin],
  );
  return (
    <Card>
      <p className={styles.note}>
        {t('curve.facts', { maker: t(`maker.${curve.maker}`), rows: number(curve.rows) })}
      </p>
      <TimeChart
        label={t('curve.label')}
        times={times}
        series={series}
        bands={bands}
        zone="UTC"
        height={320}
      />
      <h3 className={styles.head}>{t('curve.used')}</h3>
      <ul className={styles.list}>
        {curve.used.map(({ figure, from_s, to_s }) => (
          <li key={figure}>
            <strong>{t(`figure.${figure}`)}</strong>
            <span>{t('curve.fromTo', { from: durationText(from_s), to: durationText(to_s) })}</span>
          </li>
        ))}
      </ul>
      <h3 className={styles.head}>{t('curve.periods')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll box must be focusable */}
      <section className={styles.scroll} aria-label={t('curve.periods')} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('curve.kind')}</th>
              <th scope="col">{t('curve.time')}</th>
              <th scope="col" data-number>
                {t('curve.charge')}
              </th>
              <th scope="col" data-number>
                {t('curve.energy')}
              </th>
            </tr>
          </thead>
          <tbody>
            {curve.periods.map(({ kind, from_s, to_s, charge_Ah, energy_Wh }) => (
              <tr key={from_s + kind}>
                <td>{t(`kind.${kind}`)}</td>
                <td>{t('curve.fromTo', { from: durationText(from_s), to: durationText(to_s) })}</td>
                <td data-number>{number(charge_Ah, 3)}</td>
                <td data-number>{number(energy_Wh, 2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}
