import { useQuery } from '@tanstack/react-query';
import { rooms } from '@voltloop/resources/rooms.ts';
import { useRight } from '../../context/rights.ts';
import type { Row } from '../resources/index.ts';
import { oneStore } from './queries.ts';
import { StoreTotals } from './store-totals.tsx';

/** How full a store is, for those who may see what lies in it. */
export function StoreGlance({ row }: { row: Row }) {
  const mayStock = useRight(rooms.stock.right);
  const { data } = useQuery({ ...oneStore(row.id, ''), enabled: mayStock, meta: { silent: true } });
  return data ? <StoreTotals store={data.store} /> : null;
}
