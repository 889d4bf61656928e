import { useQuery } from '@tanstack/react-query';
import type { Uninvoiced } from '@voltloop/contract/calls/invoice.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefused } from '../../../api/errors.ts';
import { AllowedLink } from '../../../ui/allowed-link.tsx';
import { type FactsColumn, FactsTable } from '../../../ui/facts/facts-table.tsx';
import { Card, EmptyState, formatDecimal, NoPermission, PageHeader } from '../../../ui/index.ts';
import { QueryPlaceholder } from '../../../ui/states/query-state.tsx';
import { FIRST_PAGE } from '../../../ui/table/page-numbers.ts';
import { Pager } from '../../../ui/table/pager.tsx';
import { rowPath } from '../../resources/index.ts';
import { uninvoicedPage } from './queries.ts';
import styles from './trade.module.css';

/** Customers whose deliveries and invoices differ, with the totals of all. */
export default function UninvoicedPage() {
  const { t } = useTranslation('trade');
  const [page, setPage] = useState<{ page: number; size: number }>(FIRST_PAGE);
  const found = useQuery(uninvoicedPage(page));
  if (isRefused(found.error)) return <NoPermission />;
  return (
    <>
      <PageHeader title={t('uninvoiced.title')} description={t('uninvoiced.description')} />
      <Card>
        {found.data ? (
          <Customers found={found.data} page={page} onPage={setPage} />
        ) : (
          <QueryPlaceholder of={found} rows={6} compact={false} />
        )}
      </Card>
    </>
  );
}

interface CustomersProps {
  found: Uninvoiced;
  page: { page: number; size: number };
  onPage: (page: { page: number; size: number }) => void;
}

function Customers({ found, page, onPage }: CustomersProps) {
  const { t, i18n } = useTranslation('trade');
  if (found.total === 0) return <EmptyState title={t('nothingOpen')} />;
  const money = (text: string) => formatDecimal(text, 2, i18n.language);
  const columns: FactsColumn<Uninvoiced['list'][number]>[] = [
    {
      id: 'customer',
      header: t('customer'),
      wide: true,
      cell: ({ clientId, clientName }) => (
        <AllowedLink className="link" to={`${rowPath('customer', clientId)}?tab=open`}>
          {clientName}
        </AllowedLink>
      ),
      total: t('totalOfAll', { count: found.total }),
    },
    {
      id: 'open',
      header: t('openAmount'),
      number: true,
      cell: ({ open }) => money(open),
      total: money(found.open),
    },
    {
      id: 'delivered',
      header: t('shippedAmount'),
      number: true,
      cell: ({ delivered }) => money(delivered),
      total: money(found.delivered),
    },
    {
      id: 'invoiced',
      header: t('invoicedAmount'),
      number: true,
      cell: ({ invoiced }) => money(invoiced),
      total: money(found.invoiced),
    },
  ];
  return (
    <>
      <FactsTable
        label={t('uninvoiced.title')}
        columns={columns}
        rows={found.list}
        keyOf={({ clientId }) => clientId}
      />
      <div className={styles.foot}>
        <Pager total={found.total} {...page} onChange={onPage} />
      </div>
    </>
  );
}
