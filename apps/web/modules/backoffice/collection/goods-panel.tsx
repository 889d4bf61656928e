import { useQuery } from '@tanstack/react-query';
import type { CollectionProgress } from '@voltloop/contract/calls/collection.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { decimalOf } from '@voltloop/resource-kit';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../../context/language-of.ts';
import { type FactsColumn, FactsTable } from '../../../ui/facts/facts-table.tsx';
import { Card, EmptyState, formatDecimal, NO_VALUE } from '../../../ui/index.ts';
import { QueryPlaceholder } from '../../../ui/states/query-state.tsx';
import type { Row } from '../../resources/index.ts';
import { progressOf } from './queries.ts';

type Goods = CollectionProgress['goods'][number];

/** Quoted, received, rejected and settled amounts of each line, side by side with their differences. */
export function GoodsPanel({ row }: { row: Row }) {
  const { t, i18n } = useTranslation('collection');
  const found = useQuery(progressOf(row.id, row.version));
  if (!found.data) return <QueryPlaceholder of={found} rows={3} />;
  const { goods } = found.data;
  if (goods.length === 0) return <EmptyState compact title={t('noGoods')} />;
  const language = languageOf(i18n.language);
  const number = (text: string, least = 0) => formatDecimal(text, least, language);
  const column = (id: keyof Goods, least = 0): FactsColumn<Goods> => ({
    id,
    header: t(id),
    number: true,
    cell: (each) => number(String(each[id]), least),
  });
  const columns: FactsColumn<Goods>[] = [
    { id: 'place', header: '#', cell: ({ place }) => place ?? '+' },
    {
      id: 'goods',
      header: t('goods'),
      cell: ({ place, material, chemistry, spec }) =>
        [
          optionLabel('lotMaterial', material, language),
          chemistry === null ? null : optionLabel('chemistry', chemistry, language),
          spec,
          place === null ? t('notQuoted') : null,
        ]
          .filter(Boolean)
          .join(' · '),
    },
    ...(['quotedPieces', 'receivedPieces', 'quotedKg', 'receivedKg'] as const).map((id) => column(id)),
    {
      id: 'difference',
      header: t('difference'),
      number: true,
      cell: ({ quotedKg, receivedKg }) => {
        const difference = decimalOf(receivedKg).minus(quotedKg);
        const sign = difference.gt(0) ? '+' : '';
        return difference.eq(0) || decimalOf(receivedKg).eq(0)
          ? NO_VALUE
          : `${sign}${number(difference.toFixed())}`;
      },
    },
    ...(['rejectedKg', 'settledKg'] as const).map((id) => column(id)),
    column('settledAmount', 2),
  ];
  return (
    <Card>
      <FactsTable
        label={t('progress')}
        columns={columns}
        rows={goods}
        keyOf={({ place, material, chemistry }) => `${place} ${material} ${chemistry}`}
      />
    </Card>
  );
}
