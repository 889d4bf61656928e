import { useQuery } from '@tanstack/react-query';
import type { TestCurve } from '@voltloop/contract/calls/testing.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeChart } from '../../ui/chart/time-chart.tsx';
import { type FactsColumn, FactsTable } from '../../ui/facts/facts-table.tsx';
import { Card, EmptyState, ErrorState, SkeletonChart, useFormat } from '../../ui/index.ts';
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
  const spanText = ({ from_s, to_s }: { from_s: number; to_s: number }) =>
    t('curve.fromTo', { from: durationText(from_s), to: durationText(to_s) });
  const columns: FactsColumn<TestCurve['periods'][number]>[] = [
    { id: 'kind', header: t('curve.kind'), cell: ({ kind }) => t(`kind.${kind}`) },
    { id: 'time', header: t('curve.time'), cell: spanText },
    { id: 'charge', header: t('curve.charge'), number: true, cell: ({ charge_Ah }) => number(charge_Ah, 3) },
    { id: 'energy', header: t('curve.energy'), number: true, cell: ({ energy_Wh }) => number(energy_Wh, 2) },
  ];
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
        {curve.used.map((each) => (
          <li key={each.figure}>
            <strong>{t(`figure.${each.figure}`)}</strong>
            <span>{spanText(each)}</span>
          </li>
        ))}
      </ul>
      <h3 className={styles.head}>{t('curve.periods')}</h3>
      <FactsTable
        label={t('curve.periods')}
        columns={columns}
        rows={curve.periods}
        keyOf={({ from_s, kind }) => from_s + kind}
      />
    </Card>
  );
}
