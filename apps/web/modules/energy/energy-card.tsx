import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isoDay, type TimeRange } from '@voltloop/domain/clock/zone-time.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../api/query-failure.ts';
import { useRangeInAddress } from '../../ui/address/use-in-address.ts';
import { Card, ErrorState, RangePicker } from '../../ui/index.ts';
import styles from './energy-card.module.css';
import { EnergyChart } from './energy-chart.tsx';
import type { EnergyName } from './month-series.ts';
import { PeriodFigures } from './period-figures.tsx';
import { type Against, comparedWith } from './period-sums.ts';
import type { PeriodQuery } from './queries.ts';

export type PeriodKind = 'day' | 'month' | 'year';
const NONE: readonly EnergyName[] = [];

interface EnergyCardProps {
  /** The query for a period. */
  energy: (of: { period: PeriodKind; day: string | undefined }) => PeriodQuery;
  /** Note about the time zone of the energy. */
  clock?: string;
  /** Time zone of the range picker. */
  zone: string;
  /** Selectable periods, and the initial one. */
  kinds: readonly PeriodKind[];
  begin: PeriodKind;
  title: string;
  /** Only the figures of a home: consumption, solar, self-sufficiency. */
  brief?: boolean;
  /** Content above the chart, for a period. */
  above?: (range: TimeRange) => ReactNode;
  /** Energies that the device has no counter of. */
  without?: readonly EnergyName[];
  /** A link to the doubtful readings of the period. */
  doubtfulHref?: string;
}

/** Energy of a day, month or year: totals with their change, and a chart by slot with sources up and sinks down. */
export function EnergyCard(props: EnergyCardProps) {
  const { zone, kinds, begin, title, brief, clock, above, without = NONE, doubtfulHref } = props;
  const { t } = useTranslation('energy');
  const [range, setRange] = useRangeInAddress('energy', { zone, kinds, first: begin });
  const [requested, setRequested] = useState<Against>('previous');
  const period = range.kind as PeriodKind;
  const running = range.begin_ms <= Date.now() && Date.now() < range.end_ms;
  const energy = useQuery(props.energy({ period, day: running ? undefined : isoDay(range.begin_ms, zone) }));
  const failure = failureOf(energy);
  const data = energy.data;
  const against = comparedWith(data, requested);
  const notes = [
    data?.gap && t('month.gap'),
    data?.reset && t('month.reset'),
    data?.doubtful && t('month.doubtful'),
    period === 'day' && data?.self_sufficiency != null && !data.complete && t('month.running'),
  ].filter(Boolean);

  return (
    <Card
      title={title}
      description={clock ?? t('period.zones')}
      tools={<RangePicker value={range} onChange={setRange} zone={zone} kinds={kinds} />}
    >
      {failure ? (
        <ErrorState compact error={failure} onRetry={() => void energy.refetch()} />
      ) : (
        <>
          <PeriodFigures
            period={data}
            against={against}
            brief={brief}
            without={without}
            loading={energy.isPending}
          />
          <div className={styles.compare}>
            {data?.year_ago && data.previous ? (
              <SegmentedControl
                size="xs"
                aria-label={t('period.compare')}
                value={against ?? 'previous'}
                onChange={(value) => setRequested(value as Against)}
                data={[
                  { value: 'previous', label: t(`period.previous.${period}`) },
                  { value: 'year_ago', label: t('period.yearAgo') },
                ]}
              />
            ) : null}
            <span className={styles.note}>
              {data &&
                (against
                  ? t(data.complete ? 'period.whole' : `period.soFar.${period}`)
                  : t('period.nothing'))}
            </span>
          </div>
          {above?.(range)}
          <EnergyChart
            title={title}
            period={data}
            against={against}
            without={without}
            doubtfulHref={doubtfulHref}
            loading={energy.isPending}
          />
          {notes.length > 0 && <p className={styles.notes}>{notes.join(' ')}</p>}
        </>
      )}
    </Card>
  );
}
