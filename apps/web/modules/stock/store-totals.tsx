import type { StockStore } from '@voltloop/contract/calls/stock.ts';
import { StatusBadge, useFormat } from '@voltloop/ui';
import { useTranslation } from 'react-i18next';
import { FillBar } from './fill-bar.tsx';
import styles from './stock.module.css';
import { useAmounts } from './use-amounts.ts';

/** The amount in a store, and its capacity. */
export function StoreTotals({ store }: { store: StockStore }) {
  const { t } = useTranslation('stock');
  const { number } = useFormat();
  const { pieces, kg, mass } = useAmounts();
  return (
    <span className={styles.totals}>
      <span>
        {kg(store.kg)}
        {store.capacityKg && ` / ${mass(store.capacityKg)}`}
      </span>
      {store.capacityKg && <FillBar is={store.kg} most={store.capacityKg} />}
      <span>
        {pieces(store.pieces)}
        {store.capacityPcs !== null && ` / ${number(store.capacityPcs)}`}
      </span>
      {store.nearlyFull > 0 && (
        <StatusBadge tone="warning" variant="plain">
          {t('nearlyFull', { count: store.nearlyFull })}
        </StatusBadge>
      )}
    </span>
  );
}
