import { useQuery } from '@tanstack/react-query';
import { screens } from '@voltloop/resources/screens.ts';
import { useRight } from '../../context/rights.ts';
import type { Row } from '../resources/index.ts';
import { oneStore } from './queries.ts';
import { StoreTotals } from './store-totals.tsx';

/** The fill level of a store, for users who may see its contents. */
export function StoreGlance({ row }: { row: Row }) {
  const mayStock = useRight(screens.stock.right);
  const { data } = useQuery({ ...oneStore(row.id, ''), enabled: mayStock, meta: { silent: true } });
  return data ? <StoreTotals store={data.store} goods={data.goods} /> : null;
}
