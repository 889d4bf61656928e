import { useQuery } from '@tanstack/react-query';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../ui/chart/chart.tsx';
import { columns } from '../../ui/chart/columns.ts';
import { Card, EmptyState, ErrorState, StatRow, StatTile } from '../../ui/index.ts';
import { AllowedTile } from '../../ui/tile/allowed-tile.tsx';
import { FiguresTable } from './figures-table.tsx';
import { ofSales } from './queries.ts';
import styles from './statistics.module.css';
import { documentsLink } from './statistics-url.ts';
import { useWords } from './use-words.ts';

const YUAN = '¥';

/** Sales by goods, customers and value. */
export function SalesTab({ query }: { query: Parameters<typeof ofSales>[0] }) {
  const { t } = useTranslation('statistics');
  const words = useWords();
  const found = useQuery(ofSales(query));
  const { data } = found;
  const drawing = useMemo(() => {
    const list = data?.list ?? [];
    const step = list.length > 1 && list.every(({ day }) => day.endsWith('-01')) ? 'month' : 'day';
    return columns({
      category: t('dayName'),
      categories: list.map(({ day }) => ({ key: day, label: words.slot(day, step) })),
      series: [
        {
          key: 'money',
          label: t('sales.money'),
          unit: YUAN,
          color: 2,
          values: list.map(({ money }) => Number(money)),
        },
        {
          key: 'kg',
          label: t('mass'),
          unit: 't',
          decimals: 2,
          color: 1,
          kind: 'line',
          values: list.map(({ kg }) => words.tonnes(kg)),
        },
      ],
      language: words.language,
    });
  }, [data, words, t]);
  if (found.error && !data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  const { total, before } = data ?? {};
  return (
    <>
      <StatRow>
        <StatTile
          label={t('sales.money')}
          value={words.money(total?.money ?? '0')}
          hint={total && before && words.change(Number(total.money), Number(before.money))}
          loading={!data}
        />
        <StatTile
          label={t('sales.mass')}
          value={words.mass(total?.kg ?? 0)}
          unit="t"
          hint={total && before && words.change(Number(total.kg), Number(before.kg))}
          loading={!data}
        />
        <AllowedTile
          label={t('sales.pieces')}
          value={words.number(total?.pieces)}
          hint={total && before && words.change(total.pieces, before.pieces)}
          to={documentsLink('issue', { ...query, preset: 'sale' })}
          loading={!data}
        />
      </StatRow>
      {before && <p className={styles.hint}>{t('comparedWith', { from: before.from, to: before.to })}</p>}
      <Card title={t('sales.title')} description={t('sales.text')}>
        <Chart label={t('sales.title')} drawing={drawing} loading={!data} />
      </Card>
      <div className={styles.two}>
        <Card title={t('sales.customers')} padding={data?.customers.length ? 'flush' : 'normal'}>
          {data?.customers.length ? (
            <FiguresTable
              label={t('sales.customers')}
              head={[t('sales.customer'), `${t('sales.money')} (${YUAN})`]}
              rows={data.customers.map(({ id, name, money }) => ({
                key: id,
                to: `/backoffice/customer/${id}`,
                cells: [name, words.cents(money)],
              }))}
            />
          ) : (
            <EmptyState compact title={t('none')} />
          )}
        </Card>
        <Card title={t('sales.goods')} padding={data?.goods.length ? 'flush' : 'normal'}>
          {data?.goods.length ? (
            <FiguresTable
              label={t('sales.goods')}
              head={[t('sales.what'), t('sales.quantity'), `${t('sales.money')} (${YUAN})`]}
              rows={data.goods.map(({ productType, material, unit, quantity, money }) => ({
                key: `${productType} ${material} ${unit}`,
                cells: [
                  material === null
                    ? productType === null
                      ? t('unknown')
                      : optionLabel('productType', productType, words.of)
                    : optionLabel('lotMaterial', material, words.of),
                  `${words.kg(quantity)} ${t(`unit.${unit}`)}`,
                  words.cents(money),
                ],
              }))}
            />
          ) : (
            <EmptyState compact title={t('none')} />
          )}
        </Card>
      </div>
    </>
  );
}
