import { useQuery } from '@tanstack/react-query';
import type { OrderStock } from '@voltloop/contract/calls/order.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../../context/language-of.ts';
import { type FactsColumn, FactsTable } from '../../../ui/facts/facts-table.tsx';
import { Card, formatDecimal, StatusBadge } from '../../../ui/index.ts';
import { QueryPlaceholder } from '../../../ui/states/query-state.tsx';
import { stockOf } from './queries.ts';

type Line = OrderStock['lines'][number];

/** Whether the stock is sufficient for the rest of an order. */
export function StockCard({ id, goods }: { id: string; goods: ReadonlyMap<number, string> }) {
  const { t, i18n } = useTranslation('trade');
  const found = useQuery(stockOf(id));
  if (!found.data) return <QueryPlaceholder of={found} rows={3} />;
  const language = languageOf(i18n.language);
  const number = (text: string) => formatDecimal(text, 0, language);
  const column = (name: 'open' | 'available' | 'claimedHere' | 'claimedByOthers' | 'promised' | 'free') => ({
    id: name,
    header: t(`stock.${name}`),
    number: true as const,
    cell: (line: Line) => number(line[name]),
  });
  const columns: FactsColumn<Line>[] = [
    { id: 'place', header: '#', cell: ({ place }) => place },
    { id: 'goods', header: t('goods'), wide: true, cell: ({ place }) => goods.get(place) },
    {
      id: 'enough',
      header: t('stock.state'),
      cell: ({ open, free }) => {
        const missing = Number(open) - Number(free);
        if (Number(open) === 0) return <StatusBadge tone="neutral">{t('stock.nothing')}</StatusBadge>;
        return missing > 0 ? (
          <StatusBadge tone="warning">
            {t('stock.short', { missing: number(missing.toFixed(3)) })}
          </StatusBadge>
        ) : (
          <StatusBadge tone="ok">{t('stock.enough')}</StatusBadge>
        );
      },
    },
    { id: 'unit', header: t('unit'), cell: ({ unit }) => optionLabel('orderUnit', unit, language) },
    ...(['open', 'available', 'claimedHere', 'claimedByOthers', 'promised', 'free'] as const).map(column),
  ];
  return (
    <Card title={t('stock.title')} description={t('stock.text')}>
      <FactsTable
        label={t('stock.title')}
        columns={columns}
        rows={found.data.lines}
        keyOf={({ place }) => String(place)}
      />
    </Card>
  );
}
