import { useQuery } from '@tanstack/react-query';
import type { CustomerAmounts, SellerAmounts } from '@voltloop/contract/calls/trade.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../../context/language-of.ts';
import { AllowedLink } from '../../../ui/allowed-link.tsx';
import { type FactsColumn, FactsTable } from '../../../ui/facts/facts-table.tsx';
import { Card, EmptyState, formatDecimal, StatRow, useFormat } from '../../../ui/index.ts';
import { QueryPlaceholder } from '../../../ui/states/query-state.tsx';
import { AllowedTile } from '../../../ui/tile/allowed-tile.tsx';
import { relatedPath, rowPath } from '../../resources/index.ts';
import { amountsOfCustomer, amountsOfSeller } from './queries.ts';
import styles from './trade.module.css';

type Order = CustomerAmounts['list'][number];
type Collection = SellerAmounts['list'][number];
export type Seller = { enterpriseId: string } | { clientId: string };

function useMoney() {
  const { i18n } = useTranslation();
  const language = languageOf(i18n.language);
  return {
    language,
    money: (text: string | null) => formatDecimal(text, 2, language),
    mass: (text: string) => formatDecimal(text, 0, language),
  };
}

/** Ordered, delivered and invoiced amounts of a customer, side by side; per order below. */
export function CustomerAmountsPanel({ clientId }: { clientId: string }) {
  const { t } = useTranslation('trade');
  const { date } = useFormat();
  const { language, money } = useMoney();
  const found = useQuery(amountsOfCustomer(clientId));
  if (!found.data) return <QueryPlaceholder of={found} rows={4} />;
  const { ordered, shipped, invoiced, drafts, open, orders, list } = found.data;
  if (orders === 0 && shipped === '0' && invoiced === '0' && drafts === '0')
    return <EmptyState compact title={t('amounts.noOrders')} text={t('amounts.noneText')} />;
  const column = (id: 'ordered' | 'shipped' | 'invoiced' | 'open'): FactsColumn<Order> => ({
    id,
    header: t(`amounts.${id}`),
    number: true,
    cell: (row) => money(row[id]),
  });
  const columns: FactsColumn<Order>[] = [
    {
      id: 'no',
      header: t('order'),
      cell: ({ id, no }) => (
        <AllowedLink className="link" to={`${rowPath('order', id)}?tab=progress`}>
          {no}
        </AllowedLink>
      ),
    },
    { id: 'time', header: t('amounts.day'), cell: ({ time }) => date(time, 'date') },
    {
      id: 'state',
      header: t('amounts.state'),
      cell: ({ state, status }) =>
        status === 1
          ? optionLabel('orderState', state, language)
          : optionLabel('orderStatus', status, language),
    },
    ...(['ordered', 'shipped', 'invoiced', 'open'] as const).map(column),
  ];
  return (
    <Card description={t('amounts.yuan')} title={t('amounts.sales')}>
      <StatRow>
        <AllowedTile
          label={t('amounts.ordered')}
          value={money(ordered)}
          hint={t('amounts.orders', { count: orders })}
          to={relatedPath('order', 'clientId', clientId)}
        />
        <AllowedTile
          label={t('amounts.shipped')}
          value={money(shipped)}
          to={relatedPath('issue', 'customerId', clientId)}
        />
        <AllowedTile
          label={t('amounts.invoiced')}
          value={money(invoiced)}
          {...(drafts === '0' ? {} : { hint: t('amounts.drafts', { amount: money(drafts) }) })}
          to={relatedPath('invoice', 'clientId', clientId)}
        />
        <AllowedTile
          label={t('amounts.open')}
          value={money(open)}
          to={`${rowPath('customer', clientId)}?tab=open`}
        />
      </StatRow>
      {list.length === 0 ? (
        <EmptyState compact title={t('amounts.noOrders')} />
      ) : (
        <FactsTable label={t('amounts.byOrder')} columns={columns} rows={list} keyOf={({ id }) => id} />
      )}
      {orders > list.length && <p className={styles.quiet}>{t('amounts.newest', { count: list.length })}</p>}
    </Card>
  );
}

/** Quoted, delivered, settled and invoiced amounts of a seller, side by side; per collection below. */
export function SellerAmountsPanel({ seller, quiet = false }: { seller: Seller; quiet?: boolean }) {
  const { t } = useTranslation('trade');
  const { date } = useFormat();
  const { language, money, mass } = useMoney();
  const found = useQuery(amountsOfSeller(seller));
  if (!found.data) return <QueryPlaceholder of={found} rows={4} />;
  const { quoted, receivedKg, settledKg, settled, invoiced, drafts, open, collections, list } = found.data;
  if (quiet && collections === 0) return null;
  if (collections === 0)
    return <EmptyState compact title={t('amounts.noCollections')} text={t('amounts.noneText')} />;
  const [by, id] =
    'clientId' in seller ? ['clientId', seller.clientId] : ['enterpriseId', seller.enterpriseId];
  const to = relatedPath('collection', by as string, id as string);
  const columns: FactsColumn<Collection>[] = [
    {
      id: 'no',
      header: t('collection'),
      cell: ({ id: each, no }) => (
        <AllowedLink className="link" to={rowPath('collection', each)}>
          {no}
        </AllowedLink>
      ),
    },
    { id: 'time', header: t('amounts.day'), cell: ({ time }) => date(time, 'date') },
    {
      id: 'status',
      header: t('amounts.state'),
      cell: ({ status }) => optionLabel('collectionStatus', status, language),
    },
    { id: 'quoted', header: t('amounts.quoted'), number: true, cell: (row) => money(row.quoted) },
    { id: 'receivedKg', header: t('amounts.receivedKg'), number: true, cell: (row) => mass(row.receivedKg) },
    { id: 'settledKg', header: t('amounts.settledKg'), number: true, cell: (row) => mass(row.settledKg) },
    { id: 'settled', header: t('amounts.settled'), number: true, cell: (row) => money(row.settled) },
    { id: 'invoiced', header: t('amounts.invoiced'), number: true, cell: (row) => money(row.invoiced) },
    { id: 'open', header: t('amounts.open'), number: true, cell: (row) => money(row.open) },
  ];
  return (
    <Card title={t('amounts.purchases')} description={t('amounts.yuan')}>
      <StatRow>
        <AllowedTile
          label={t('amounts.quoted')}
          value={money(quoted)}
          hint={t('amounts.collections', { count: collections })}
          to={to}
        />
        <AllowedTile
          label={t('amounts.receivedKg')}
          value={mass(receivedKg)}
          hint={t('amounts.ofSettled', { kg: mass(settledKg) })}
          to={relatedPath('receipt', by === 'clientId' ? 'customerId' : 'enterpriseId', id as string)}
        />
        <AllowedTile label={t('amounts.settled')} value={money(settled)} to={to} />
        <AllowedTile
          label={t('amounts.invoiced')}
          value={money(invoiced)}
          {...(drafts === '0' ? {} : { hint: t('amounts.drafts', { amount: money(drafts) }) })}
          to={relatedPath('invoice', by as string, id as string)}
        />
        <AllowedTile label={t('amounts.open')} value={money(open)} to={to} />
      </StatRow>
      <FactsTable
        label={t('amounts.byCollection')}
        columns={columns}
        rows={list}
        keyOf={({ id: each }) => each}
      />
      {collections > list.length && (
        <p className={styles.quiet}>{t('amounts.newest', { count: list.length })}</p>
      )}
    </Card>
  );
}
