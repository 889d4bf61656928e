import { useQuery } from '@tanstack/react-query';
import { rightOf } from '@voltloop/resource-kit';
import { registry } from '@voltloop/resources/registry.ts';
import { useTranslation } from 'react-i18next';
import { useRight } from '../../../context/rights.ts';
import { formatDecimal } from '../../../ui/index.ts';
import type { PageViews, Row } from '../../resources/index.ts';
import { CustomerAmountsPanel, SellerAmountsPanel } from './amounts-panel.tsx';
import { OpenPanel } from './open-panel.tsx';
import { reverseTotalOf } from './queries.ts';
import styles from './trade.module.css';

/** From this share on, the limit is nearly reached. */
const NEAR = 0.8;

/** The used share of the limit for a person who sells to us. */
function ReverseTotal({ clientId }: { clientId: string }) {
  const { t, i18n } = useTranslation('trade');
  const { data } = useQuery(reverseTotalOf(clientId));
  if (!data || data.total === '0') return null;
  const money = (text: string) => formatDecimal(text, 2, i18n.language);
  const { from, to, total, limit } = data;
  return (
    <p className={styles.note} data-near={Number(total) >= Number(limit) * NEAR || undefined}>
      {t('reverseTotal', { from, to, total: money(total), limit: money(limit) })}
    </p>
  );
}

function Panel({ row }: { row: Row }) {
  return (
    <>
      {row.customerType === 0 && <ReverseTotal clientId={row.id} />}
      <OpenPanel clientId={row.id} />
    </>
  );
}

/** Purchases and sales of a customer. */
function Amounts({ row }: { row: Row }) {
  const maySeeCollections = useRight(rightOf(registry.collection as { menu: number }));
  return (
    <div className={styles.panels}>
      <CustomerAmountsPanel clientId={row.id} />
      {maySeeCollections && <SellerAmountsPanel quiet seller={{ clientId: row.id }} />}
    </div>
  );
}

/** A customer's page shows its amounts side by side, and deliveries that are not invoiced. */
export const pageViews: PageViews = {
  panels: [
    {
      id: 'amounts',
      title: { en: 'Amounts', zh: '往来金额' },
      right: rightOf(registry.invoice as { menu: number }),
      Panel: Amounts,
    },
    {
      id: 'open',
      title: { en: 'Not invoiced', zh: '未开票' },
      right: rightOf(registry.invoice as { menu: number }),
      Panel,
    },
  ],
};
