import { Button } from '@mantine/core';
import type { OrderProgress } from '@voltloop/contract/calls/order.ts';
import { rights } from '@voltloop/contract/rights.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRight } from '../../../context/rights.ts';
import { AllowedLink } from '../../../ui/allowed-link.tsx';
import { type FactsColumn, FactsTable } from '../../../ui/facts/facts-table.tsx';
import { Card, formatDecimal, StatusBadge } from '../../../ui/index.ts';
import { rowPath } from '../../resources/index.ts';

/** Loaded on first use. */
const SettleDialog = lazy(() => import('./settle-dialog.tsx'));

type Delivery = OrderProgress['deliveries'][number];

/** Deliveries at a provisional price, and their settlements. */
export function MetalDeliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  const { t, i18n } = useTranslation('trade');
  const may = useRight(rights.settleDeliveries);
  const [settling, setSettling] = useState<Delivery | null>(null);
  const number = (text: string | null | undefined, least = 0) => formatDecimal(text, least, i18n.language);
  const columns: FactsColumn<Delivery>[] = [
    { id: 'place', header: t('byMetal.line'), cell: ({ place }) => place },
    {
      id: 'issue',
      header: t('issue'),
      cell: ({ issueId, issueNo }) => (
        <AllowedLink className="link" to={rowPath('issue', issueId)}>
          {issueNo}
        </AllowedLink>
      ),
    },
    { id: 'day', header: t('day'), cell: ({ day }) => day },
    { id: 'kg', header: t('byMetal.kg'), number: true, cell: ({ kg }) => number(kg) },
    {
      id: 'settledKg',
      header: t('byMetal.settledKg'),
      number: true,
      cell: ({ settled }) => number(settled?.kg),
    },
    { id: 'amount', header: t('byMetal.amount'), number: true, cell: ({ amount }) => number(amount, 2) },
    {
      id: 'state',
      header: t('byMetal.state'),
      cell: ({ settled }) =>
        settled ? (
          <StatusBadge tone="ok">{t('byMetal.settled', { day: settled.on })}</StatusBadge>
        ) : (
          <StatusBadge tone="warning">{t('byMetal.provisional')}</StatusBadge>
        ),
    },
    ...(may
      ? [
          {
            id: 'settle',
            header: t('byMetal.actions'),
            cell: (delivery: Delivery) =>
              !delivery.invoiced && (
                <Button
                  size="compact-xs"
                  variant={delivery.settled ? 'default' : 'filled'}
                  aria-label={t('byMetal.settleOf', { no: delivery.issueNo })}
                  onClick={() => setSettling(delivery)}
                >
                  {t(delivery.settled ? 'byMetal.again' : 'byMetal.settle')}
                </Button>
              ),
          },
        ]
      : []),
  ];
  return (
    <Card title={t('byMetal.title')} description={t('byMetal.text')}>
      <FactsTable label={t('byMetal.title')} columns={columns} rows={deliveries} keyOf={({ id }) => id} />
      {settling && (
        <Suspense>
          <SettleDialog delivery={settling} onClose={() => setSettling(null)} />
        </Suspense>
      )}
    </Card>
  );
}
