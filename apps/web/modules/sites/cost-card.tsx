import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../api/query-failure.ts';
import { useAccount } from '../../context/use-account.ts';
import { useRangeInAddress } from '../../ui/address/use-in-address.ts';
import { BarChart, type BarSeries } from '../../ui/chart/bar-chart.tsx';
import {
  Card,
  EmptyState,
  ErrorState,
  NO_VALUE,
  RangePicker,
  StatRow,
  StatTile,
  useFormat,
} from '../../ui/index.ts';
import { costs, hourlyPrices, type PricedSite, tariffs } from './cost-queries.ts';
import { slotName } from './site-energy.ts';
import styles from './sites.module.css';

const TariffsDialog = lazy(() => import('./tariffs-dialog.tsx').then((m) => ({ default: m.TariffsDialog })));

const RANGE_KINDS = ['month', 'year'] as const;

interface CostCardProps {
  site: PricedSite;
  /** Without the chart by day or month. */
  brief?: boolean;
}

/** The cost of a site's energy in a month or year, and the savings by battery and solar. */
export function CostCard({ site, brief = false }: CostCardProps) {
  const { t } = useTranslation('sites');
  const { tenantId } = useAccount();
  const [editing, setEditing] = useState(false);
  const [range, setRange] = useRangeInAddress('cost', {
    zone: site.time_zone,
    kinds: RANGE_KINDS,
    first: 'month',
  });
  const known = useQuery(tariffs(tenantId, site.id));
  const none = known.data?.length === 0;
  return (
    <Card
      title={t('cost.title')}
      description={t('cost.hint')}
      tools={
        <>
          {!none && (
            <RangePicker value={range} onChange={setRange} zone={site.time_zone} kinds={RANGE_KINDS} />
          )}
          <Button
            size="xs"
            variant="default"
            data-guide="tariffs"
            leftSection={<IconReceipt size={15} stroke={1.8} />}
            onClick={() => setEditing(true)}
          >
            {t('cost.tariffs')}
          </Button>
        </>
      }
    >
      {none ? (
        <EmptyState
          compact
          title={t('cost.none')}
          text={t('cost.noneText')}
          action={<Button onClick={() => setEditing(true)}>{t('tariff.new')}</Button>}
        />
      ) : (
        <Costs
          siteId={site.id}
          zone={site.time_zone}
          span={range}
          interval={range.kind === 'year' ? '1M' : '1d'}
          brief={brief}
        />
      )}
      {editing && (
        <Suspense>
          <TariffsDialog site={site} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Card>
  );
}

interface CostsProps {
  siteId: string;
  zone: string;
  span: { begin_ms: number; end_ms: number };
  interval: '1d' | '1M';
  brief: boolean;
}

function Costs({ siteId, zone, span, interval, brief }: CostsProps) {
  const { t } = useTranslation('sites');
  const { language, number } = useFormat();
  const { tenantId } = useAccount();
  const query = useQuery(costs(tenantId, siteId, interval, span));
  const feed = useQuery(hourlyPrices(tenantId, siteId)).data?.feed;
  const failure = failureOf(query);
  if (failure) return <ErrorState compact error={failure} onRetry={() => void query.refetch()} />;
  const { data } = query;
  const currency = data?.currency ?? '';
  const money = (amount: string | null | undefined) =>
    amount == null || currency === ''
      ? NO_VALUE
      : new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount as `${number}`);
  const share = (part: number | null | undefined) => (part == null ? NO_VALUE : `${number(part * 100, 0)} %`);
  const series: BarSeries[] = [
    {
      key: 'cost',
      label: t('cost.cost'),
      values: (data?.slots ?? []).map((s) => numberOf(s.cost)),
      color: 4,
    },
    {
      key: 'savings',
      label: t('cost.savings'),
      values: (data?.slots ?? []).map((s) => numberOf(s.savings)),
      color: 2,
    },
  ];
  const unpriced = data?.total.unpriced_hours ?? 0;
  return (
    <>
      <StatRow>
        <StatTile
          label={t('cost.cost')}
          value={money(data?.total.cost)}
          loading={query.isPending}
          hint={t('cost.parts', {
            import: money(data?.total.import_cost),
            feedIn: money(data?.total.feed_in),
            standing: money(data?.total.standing),
          })}
        />
        <StatTile
          label={t('cost.savings')}
          value={money(data?.total.savings)}
          loading={query.isPending}
          hint={t('cost.baseline', { amount: money(data?.total.baseline) })}
        />
        <StatTile
          label={t('cost.selfConsumption')}
          value={share(data?.total.self_consumption)}
          loading={query.isPending}
          hint={t('cost.selfConsumptionHint')}
        />
        <StatTile
          label={t('cost.selfSufficiency')}
          value={share(data?.total.self_sufficiency)}
          loading={query.isPending}
          hint={t('cost.selfSufficiencyHint')}
        />
      </StatRow>
      {!brief && (
        <div className={styles.below}>
          <BarChart
            label={t('cost.title')}
            categories={(data?.slots ?? []).map((slot) => slotName(slot.key, interval, zone))}
            series={series}
            unit={currency}
            decimals={2}
            height={240}
            loading={query.isPending}
          />
        </div>
      )}
      {feed?.error && (
        <p className={styles.warning} role="status">
          {t('tariff.feedFailed')}
        </p>
      )}
      {unpriced > 0 && (
        <p className={styles.hint}>{t('cost.unpriced', { count: unpriced, n: number(unpriced) })}</p>
      )}
    </>
  );
}

const numberOf = (amount: string | null) => (amount === null ? null : Number(amount));
