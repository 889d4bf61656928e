import { useQuery } from '@tanstack/react-query';
import type { StockGroup, StockStatistics } from '@voltloop/contract/calls/statistics.ts';
import { rights } from '@voltloop/contract/rights.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useRight } from '../../context/rights.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { columns } from '../../ui/chart/columns.ts';
import { Card, ErrorState, StatRow, StatTile } from '../../ui/index.ts';
import { NO_VALUE } from '../../ui/text/format.ts';
import { FiguresTable } from './figures-table.tsx';
import { ofStock } from './queries.ts';
import styles from './statistics.module.css';
import { gradedLink } from './statistics-url.ts';
import { useWords } from './use-words.ts';

const BANDS = ['now', 'month', 'quarter', 'half', 'year'] as const;
/** Number of groups in a chart; the table has all. */
const MOST = 20;
/** From this share of goods older than a year, a warning is shown. */
const MUCH = 0.2;

interface StockTabProps {
  query: Parameters<typeof ofStock>[0];
  /** Filters the page by a group. */
  onChoose: (values: Record<string, string>) => void;
}

/** The amount and age of the stock. */
export function StockTab({ query, onChoose }: StockTabProps) {
  const { t } = useTranslation('statistics');
  const words = useWords();
  const navigate = useNavigate();
  const maySeeStores = useRight(rights.stock.see);
  const maySeeBatteries = useRight(rights.batteries);
  const found = useQuery(ofStock(query));
  const { data } = found;
  const drawings = useMemo(
    () => (data ? drawingsOf(data, query.by, words, t) : null),
    [data, query.by, words, t],
  );
  if (found.error && !data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  const old = Number(data?.ages[4] ?? 0);
  const monthAgo = data?.trend.at(-2);
  const linkOf = (key: string) => {
    if (query.by === 'grade' && maySeeBatteries)
      return gradedLink(key, { day: query.day ?? '', came: query.came ?? '', scope: query });
    return query.by === 'store' && maySeeStores && key
      ? `/backoffice/stock/${key}${query.day ? `?day=${query.day}` : ''}`
      : undefined;
  };
  const choose = (key: string) => {
    const link = linkOf(key);
    const names: Partial<Record<StockGroup, string>> = {
      site: 'siteId',
      enterprise: 'enterpriseId',
      region: 'region',
      chemistry: 'chemistry',
      month: 'came',
    };
    const name = names[query.by];
    if (link) void navigate(link);
    else if (name && key) onChoose({ [name]: key, by: '' });
  };
  // The stock by grade has no ages.
  const hasAges = data?.groups.some(({ ages }) => ages) ?? true;
  const groupTitle = t(hasAges ? 'stock.byAge' : 'stock.by', { by: t(`by.${query.by}`) });
  return (
    <>
      <StatRow>
        <StatTile
          label={t('stock.mass')}
          value={words.mass(data?.kg ?? 0)}
          unit="t"
          hint={monthAgo && data && words.change(Number(data.kg), Number(monthAgo.kg))}
          {...(data && { trend: data.trend.map(({ kg }) => Number(kg)) })}
          loading={!data}
        />
        <StatTile label={t('stock.pieces')} value={words.number(data?.pieces)} loading={!data} />
        <StatTile
          label={t('stock.fresh')}
          value={words.mass(data?.ages[0] ?? 0)}
          unit="t"
          hint={t('ofAll', { share: words.share(Number(data?.ages[0] ?? 0), Number(data?.kg ?? 0)) })}
          loading={!data}
        />
        <StatTile
          label={t('stock.old')}
          value={words.mass(old)}
          unit="t"
          hint={t('ofAll', { share: words.share(old, Number(data?.kg ?? 0)) })}
          tone={old > Number(data?.kg ?? 0) * MUCH ? 'warning' : 'neutral'}
          loading={!data}
        />
      </StatRow>
      <div className={styles.two}>
        <Card title={groupTitle} {...(hasAges && { description: t('stock.byAgeText') })}>
          <Chart
            label={groupTitle}
            {...(drawings ? { drawing: drawings.groups } : { drawing: nothing, loading: true })}
            height={
              query.by === 'month' ? 300 : Math.max(180, 60 + 30 * Math.min(MOST, data?.groups.length ?? 6))
            }
            onSelect={choose}
          />
        </Card>
        <Card title={t('stock.trend')} description={t('stock.trendText')}>
          <Chart
            label={t('stock.trend')}
            {...(drawings ? { drawing: drawings.trend } : { drawing: nothing, loading: true })}
            height={260}
          />
        </Card>
      </div>
      {data && data.groups.length > 0 && (
        <Card title={t(`by.${query.by}`)} padding="flush">
          <FiguresTable
            label={t(`by.${query.by}`)}
            head={[
              t(`by.${query.by}`),
              t('pieces'),
              t('kg'),
              t('share'),
              ...(hasAges ? BANDS.map((band) => t(`age.${band}`)) : []),
            ]}
            rows={data.groups.map((group) => ({
              key: group.key,
              to: linkOf(group.key),
              cells: [
                words.group(query.by, group),
                words.number(group.pieces),
                words.kg(group.kg),
                words.share(Number(group.kg), Number(data.kg)),
                ...(hasAges
                  ? BANDS.map((band, index) =>
                      group.ages ? words.kg(group.ages[index] ?? '0') : <span key={band}>{NO_VALUE}</span>,
                    )
                  : []),
              ],
            }))}
          />
        </Card>
      )}
    </>
  );
}

/** While loading. */
const nothing = columns({ category: '', categories: [], series: [], language: 'en' });

function drawingsOf(
  data: StockStatistics,
  by: StockGroup,
  words: ReturnType<typeof useWords>,
  t: (key: string) => string,
) {
  const groups = by === 'month' ? data.groups : data.groups.slice(0, MOST);
  const categories = groups.map((group) => ({ key: group.key, label: words.group(by, group) }));
  const series =
    by === 'grade'
      ? [
          {
            key: 'kg',
            label: t('mass'),
            unit: 't',
            decimals: 2,
            values: groups.map(({ kg }) => words.tonnes(kg)),
          },
        ]
      : BANDS.map((band, index) => ({
          key: band,
          label: t(`age.${band}`),
          unit: 't',
          decimals: 2,
          stack: 'age',
          values: groups.map(({ ages }) => words.tonnes(ages?.[index] ?? 0)),
        }));
  return {
    groups: columns({
      category: t(`by.${by}`),
      categories,
      series,
      horizontal: by !== 'month',
      language: words.language,
    }),
    trend: columns({
      category: t('dayName'),
      categories: data.trend.map(({ day }) => ({ key: day, label: day.slice(0, 7) })),
      series: [
        {
          key: 'kg',
          label: t('mass'),
          unit: 't',
          decimals: 2,
          kind: 'area',
          values: data.trend.map(({ kg }) => words.tonnes(kg)),
        },
      ],
      language: words.language,
    }),
  };
}
