import { Button, Checkbox, Group, Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { invoiceDeliveries, type OpenDeliveries } from '@voltloop/contract/calls/invoice.ts';
import { optionLabel, optionsOf } from '@voltloop/domain/options/index.ts';
import { rightOf } from '@voltloop/resource-kit';
import { registry } from '@voltloop/resources/registry.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../../api/call.ts';
import { languageOf } from '../../../context/language-of.ts';
import { useRight } from '../../../context/rights.ts';
import { AllowedLink } from '../../../ui/allowed-link.tsx';
import { type FactsColumn, FactsTable } from '../../../ui/facts/facts-table.tsx';
import { Card, EmptyState, formatDecimal } from '../../../ui/index.ts';
import { useMutation } from '../../../ui/query/use-mutation.ts';
import { QueryPlaceholder } from '../../../ui/states/query-state.tsx';
import { rowPath } from '../../resources/index.ts';
import { openOf } from './queries.ts';
import styles from './trade.module.css';

type Delivery = OpenDeliveries['list'][number];

interface OpenPanelProps {
  clientId: string;
  /** Only deliveries for this order. */
  orderId?: string;
  /** Default of the order or customer. */
  invoiceType?: number | undefined;
}

/** Deliveries that are not invoiced; some of them, or all, become a draft invoice. */
export function OpenPanel({ clientId, orderId, invoiceType = 1 }: OpenPanelProps) {
  const { t, i18n } = useTranslation('trade');
  const language = languageOf(i18n.language);
  const found = useQuery(openOf(clientId, orderId));
  const mayInvoice = useRight(rightOf(registry.invoice as { menu: number }, 'insert'));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  if (!found.data) return <QueryPlaceholder of={found} rows={3} />;
  const { list, delivered, invoiced, open } = found.data;
  const money = (text: string | null) => formatDecimal(text, 2, language);
  const quantity = (text: string) => formatDecimal(text, 0, language);
  const goodsOf = ({ category, material, productType }: Delivery) =>
    category ??
    (productType === null
      ? optionLabel('lotMaterial', material, language)
      : optionLabel('productType', productType, language));
  const offered = list.filter((each) => !each.open.startsWith('-') && !each.provisional);
  const chosen = offered.filter(({ id }) => !left.has(id));
  const toggle = (id: string) => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  };
  const columns: FactsColumn<Delivery>[] = [
    ...(mayInvoice
      ? [
          {
            id: 'choose',
            header: t('choose'),
            cell: (each: Delivery) => (
              <Checkbox
                size="xs"
                aria-label={t('chooseOne', { goods: goodsOf(each), no: each.issueNo })}
                disabled={!offered.includes(each)}
                checked={chosen.includes(each)}
                onChange={() => toggle(each.id)}
              />
            ),
          },
        ]
      : []),
    { id: 'day', header: t('day'), cell: ({ day }) => day },
    {
      id: 'issue',
      header: t('issue'),
      cell: ({ issueId, issueNo }) => (
        <AllowedLink className="link" to={rowPath('issue', issueId)}>
          {issueNo}
        </AllowedLink>
      ),
    },
    ...(orderId
      ? []
      : [
          {
            id: 'order',
            header: t('order'),
            cell: ({ orderId: id, orderNo }: Delivery) =>
              id && (
                <AllowedLink className="link" to={rowPath('order', id)}>
                  {orderNo}
                </AllowedLink>
              ),
          },
        ]),
    { id: 'goods', header: t('goods'), wide: true, cell: goodsOf },
    { id: 'unit', header: t('unit'), cell: ({ unit }) => optionLabel('orderUnit', unit, language) },
    { id: 'shipped', header: t('shipped'), number: true, cell: (each) => quantity(each.quantity) },
    { id: 'returned', header: t('returned'), number: true, cell: ({ returned }) => quantity(returned) },
    { id: 'invoiced', header: t('invoiced'), number: true, cell: (each) => quantity(each.invoiced) },
    { id: 'open', header: t('open'), number: true, cell: (each) => quantity(each.open) },
    {
      id: 'amount',
      header: t('openAmount'),
      number: true,
      cell: ({ amount, provisional }) =>
        provisional ? `${money(amount)} (${t('provisional')})` : money(amount),
    },
  ];
  return (
    <Card>
      <dl className={styles.sums}>
        {(
          [
            ['shippedAmount', delivered],
            ['invoicedAmount', invoiced],
            ['openAmount', open],
          ] as const
        ).map(([name, amount]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
      </dl>
      {list.length === 0 ? (
        <EmptyState compact title={t('nothingOpen')} />
      ) : (
        <FactsTable label={t('notInvoiced')} columns={columns} rows={list} keyOf={({ id }) => id} />
      )}
      {mayInvoice && offered.length > 0 && (
        <MakeDraft clientId={clientId} invoiceType={invoiceType} deliveries={chosen.map(({ id }) => id)} />
      )}
    </Card>
  );
}

/** Type and tax rate, and the button that creates the draft and opens it. */
function MakeDraft({
  clientId,
  invoiceType,
  deliveries,
}: {
  clientId: string;
  invoiceType: number;
  deliveries: readonly string[];
}) {
  const { t, i18n } = useTranslation('trade');
  const language = languageOf(i18n.language);
  const client = useQueryClient();
  const navigate = useNavigate();
  const [type, setType] = useState(String(invoiceType));
  const [rate, setRate] = useState('13');
  const choices = (list: 'invoiceType' | 'taxRate') =>
    optionsOf(list, language).map(({ value, label }) => ({ value: String(value), label }));
  const invoice = useMutation({
    mutationFn: () =>
      call(invoiceDeliveries, {
        body: {
          clientId,
          invoiceType: type === '2' ? 2 : 1,
          taxRate: Number(rate),
          deliveries: [...deliveries],
        },
      }),
    onSuccess: ({ id }) => void navigate(rowPath('invoice', id)),
    onSettled: () => void client.invalidateQueries({ queryKey: ['rows'] }),
  });
  return (
    <Group align="flex-end" gap="sm" mt="md">
      <Select
        label={t('invoiceType')}
        data={choices('invoiceType')}
        value={type}
        allowDeselect={false}
        onChange={(value) => setType(value ?? '1')}
      />
      <Select
        label={t('taxRate')}
        data={choices('taxRate')}
        value={rate}
        allowDeselect={false}
        w={110}
        onChange={(value) => setRate(value ?? '13')}
      />
      <Button loading={invoice.isPending} disabled={deliveries.length === 0} onClick={() => invoice.mutate()}>
        {t('makeDraft', { count: deliveries.length })}
      </Button>
    </Group>
  );
}
