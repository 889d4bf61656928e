import type { StockStore, StoreGoods } from '@voltloop/contract/calls/stock.ts';
import { useTranslation } from 'react-i18next';
import { AllowedLink } from '../../ui/allowed-link.tsx';
import { StatusBadge, useFormat } from '../../ui/index.ts';
import { relatedPath } from '../resources/index.ts';
import { FillBar } from './fill-bar.tsx';
import styles from './stock.module.css';
import { useAmounts } from './use-amounts.ts';

interface StoreTotalsProps {
  store: StockStore;
  /** Explains the number of pieces. */
  goods?: StoreGoods;
}

/** The amount in a store, and its capacity. */
export function StoreTotals({ store, goods }: StoreTotalsProps) {
  const { t } = useTranslation('stock');
  const { number } = useFormat();
  const { pieces, kg, massOf } = useAmounts();
  return (
    <>
      <span className={styles.totals}>
        <span>{store.capacityKg ? massOf(store.kg, store.capacityKg) : kg(store.kg)}</span>
        {store.capacityKg && <FillBar is={store.kg} most={store.capacityKg} />}
        <span>
          {store.capacityPcs === null
            ? pieces(store.pieces)
            : t('piecesOf', { total: number(store.pieces), most: number(store.capacityPcs) })}
        </span>
        {store.nearlyFull > 0 && (
          <StatusBadge tone="warning" variant="plain">
            {t('nearlyFull', { count: store.nearlyFull })}
          </StatusBadge>
        )}
      </span>
      {goods && (goods.coded > 0 || goods.lots > 0) && <Goods storeId={store.id} goods={goods} />}
    </>
  );
}

/** What the pieces consist of. Batteries link to their list, which also has those inside others. */
function Goods({
  storeId,
  goods: { coded, lots, lotPieces, inside },
}: {
  storeId: string;
  goods: StoreGoods;
}) {
  const { t } = useTranslation('stock');
  const { number } = useFormat();
  const batteries = (parent: 'empty' | 'present') =>
    `${relatedPath('battery', 'storeId', storeId)}&f.parentId.is=${parent}`;
  const loose = t('goods.coded', { count: coded, total: number(coded) });
  const counted = t('goods.lotPieces', { count: lotPieces, total: number(lotPieces) });
  return (
    <span className={styles.totals}>
      {/* The list has the batteries of today. */}
      <span>
        {inside === null ? (
          loose
        ) : (
          <AllowedLink className="link" to={batteries('empty')}>
            {loose}
          </AllowedLink>
        )}
      </span>
      <span>
        {t('goods.lots', { count: lots, total: number(lots) })}
        {lotPieces > 0 && counted}
      </span>
      {inside !== null && inside > 0 && (
        <span>
          <AllowedLink className="link" to={batteries('present')}>
            {t('goods.inside', { count: inside, total: number(inside) })}
          </AllowedLink>
        </span>
      )}
    </span>
  );
}
