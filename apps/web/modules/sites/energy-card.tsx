import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SiteDetail } from '@voltloop/contract/calls/sites.ts';
import { Card, ErrorState, energyScale, RangePicker, useFormat } from '@voltloop/ui';
import { BarChart, type BarSeries } from '@voltloop/ui/bar-chart.tsx';
import { energyColors } from '@voltloop/ui/chart-colors.ts';
import { rangeAround, shiftRange, type TimeRange } from '@voltloop/ui/zone-time.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { EnergyFigures, energyOrder, failureOf } from '../things/index.ts';
import { PeriodComparison } from './period-comparison.tsx';
import { PowerChart } from './power-chart.tsx';
import { energySlots, type SlotInterval } from './queries.ts';
import { energiesOf, slotName, totalsOf } from './site-energy.ts';

const intervalOf = (range: TimeRange): SlotInterval =>
  range.kind === 'day' ? '1h' : range.kind === 'year' ? '1M' : '1d';

/** Energy of a day, month or year, whatever devices the site had; compared with the one before where that is wanted. */
export function EnergyCard({ site }: { site: SiteDetail }) {
  const { t } = useTranslation(['sites', 'things']);
  const { date } = useFormat();
  const { tenantId } = useAccount();
  const zone = site.time_zone;
  const [range, setRange] = useState(() => rangeAround('month', Date.now(), zone));
  const [compared, setCompared] = useState(false);
  const interval = intervalOf(range);
  const slots = useQuery(energySlots(tenantId, site.id, interval, range));
  const before = shiftRange(range, -1, zone);
  const former = useQuery({ ...energySlots(tenantId, site.id, interval, before), enabled: compared });
  const failure = failureOf(slots);

  const rows = useMemo(() => slots.data ?? [], [slots.data]);
  const totals = useMemo(() => totalsOf(rows), [rows]);
  const scale = useMemo(
    () =>
      energyScale(
        Math.max(0, ...rows.flatMap((slot) => energyOrder.map((name) => energiesOf(slot)[name] ?? 0))),
      ),
    [rows],
  );
  const series = useMemo<BarSeries[]>(
    () =>
      energyOrder.map((name) => ({
        key: name,
        label: t(`energy.${name}`, { ns: 'things' }),
        values: rows.map((slot) => {
          const kwh = energiesOf(slot)[name];
          return kwh === null ? null : kwh * scale.factor;
        }),
        color: energyColors[name],
      })),
    [rows, scale, t],
  );
  const period = date(range.begin_ms, range.kind === 'day' ? 'date' : 'month', zone);
  return (
    <Card
      title={t('energy.title')}
      description={`${range.kind === 'year' ? period.slice(0, 0) : `${period} · `}${zone}`}
      tools={
        <>
          <Checkbox
            size="xs"
            label={t('energy.compare')}
            checked={compared}
            onChange={(event) => setCompared(event.currentTarget.checked)}
          />
          <RangePicker value={range} onChange={setRange} zone={zone} kinds={['day', 'month', 'year']} />
        </>
      }
    >
      {failure ? (
        <ErrorState compact error={failure} onRetry={() => void slots.refetch()} />
      ) : (
        <>
          <EnergyFigures energies={totals} loading={slots.isPending} />
          {compared && <PeriodComparison now={totals} before={former.data && totalsOf(former.data)} />}
          {range.kind === 'day' && <PowerChart siteId={site.id} range={range} zone={zone} />}
          <BarChart
            label={t('energy.title')}
            categories={rows.map((slot) => slotName(slot.key, interval, zone))}
            series={series}
            unit={scale.unit}
            decimals={scale.decimals}
            height={280}
            loading={slots.isPending}
          />
          {rows.some((slot) => slot.gap) && <p>{t('month.gap', { ns: 'things' })}</p>}
        </>
      )}
    </Card>
  );
}
