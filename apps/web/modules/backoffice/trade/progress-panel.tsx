import { useQuery } from '@tanstack/react-query';
import type { OrderProgress } from '@voltloop/contract/calls/order.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../../context/language-of.ts';
import { type FactsColumn, FactsTable } from '../../../ui/facts/facts-table.tsx';
import { Card, formatDecimal } from '../../../ui/index.ts';
import { QueryPlaceholder } from '../../../ui/states/query-state.tsx';
import type { Row } from '../../resources/index.ts';
import { MetalDeliveries } from './metal-deliveries.tsx';
import { progressOf } from './queries.ts';
import { StockCard } from './stock-card.tsx';
import styles from './trade.module.css';

type Line = OrderProgress['lines'][number];

/** Ordered, shipped and invoiced amounts of each line of an order, side by side. */
export function ProgressPanel({ row }: { row: Row }) {
  const { t, i18n } = useTranslation('trade');
  const found = useQuery(progressOf(row.id));
  if (!found.data) return <QueryPlaceholder of={found} rows={3} />;
  const { lines, deliveries, amount, shippedAmount, invoicedAmount } = found.data;
  const language = languageOf(i18n.language);
  const quantity = (text: string) => formatDecimal(text, 0, language);
  const money = (text: string | null) => formatDecimal(text, 2, language);
  const goodsOf = ({ productType, material, category, cascadeType }: Line) =>
    [
      productType === null
        ? optionLabel('lotMaterial', material, language)
        : optionLabel('productType', productType, language),
      category,
      cascadeType === null ? null : optionLabel('cascadeType', cascadeType, language),
    ]
      .filter(Boolean)
      .join(' · ');
  const columns: FactsColumn<Line>[] = [
    { id: 'place', header: '#', cell: ({ place }) => place, total: t('total') },
    { id: 'goods', header: t('goods'), wide: true, cell: goodsOf },
    { id: 'unit', header: t('unit'), cell: ({ unit }) => optionLabel('orderUnit', unit, language) },
    {
      id: 'ordered',
      header: t('ordered'),
      number: true,
      cell: ({ quantity: ordered }) => quantity(ordered),
    },
    { id: 'shipped', header: t('shipped'), number: true, cell: ({ shipped }) => quantity(shipped) },
    { id: 'returned', header: t('returned'), number: true, cell: ({ returned }) => quantity(returned) },
    { id: 'invoiced', header: t('invoiced'), number: true, cell: ({ invoiced }) => quantity(invoiced) },
    {
      id: 'amount',
      header: t('amount'),
      number: true,
      cell: (line) => money(line.amount),
      total: money(amount),
    },
    {
      id: 'shippedAmount',
      header: t('shippedAmount'),
      number: true,
      cell: (line) => money(line.shippedAmount),
      total: money(shippedAmount),
    },
    {
      id: 'invoicedAmount',
      header: t('invoicedAmount'),
      number: true,
      cell: (line) => money(line.invoicedAmount),
      total: money(invoicedAmount),
    },
  ];
  return (
    <div className={styles.panels}>
      <Card>
        <FactsTable
          label={t('progress')}
          columns={columns}
          rows={lines}
          keyOf={({ place }) => String(place)}
        />
      </Card>
      {row.status === 1 && row.state !== '3' && (
        <StockCard id={row.id} goods={new Map(lines.map((line) => [line.place, goodsOf(line)]))} />
      )}
      {deliveries.length > 0 && <MetalDeliveries deliveries={deliveries} />}
    </div>
  );
}
