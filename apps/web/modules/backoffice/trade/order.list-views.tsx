import { IconTruckDelivery } from '@tabler/icons-react';
import { rightOf } from '@voltloop/resource-kit';
import { registry } from '@voltloop/resources/registry.ts';
import { useTranslation } from 'react-i18next';
import { NO_VALUE, useFormat } from '../../../ui/index.ts';
import { type Action, type CellProps, type ListViews, newLink, traceAction } from '../../resources/index.ts';
import { useOrderUnit } from './order-unit.ts';

/** Opens the page of a new sale for the order. */
const ship: Action = {
  id: 'ship',
  label: { en: 'Ship', zh: '出库' },
  Icon: IconTruckDelivery,
  right: rightOf(registry.issue as { menu: number }, 'insert'),
  at: ['row'],
  daily: true,
  when: ({ status, state }) => status === 1 && state !== '3',
  to: ([row]) => newLink('issue', { preset: 'sale', customerId: row?.clientId, orderId: row?.id }),
};

/** A quantity of an order with its unit. */
function QuantityCell({ row, name }: CellProps) {
  const { t } = useTranslation('trade');
  const { number } = useFormat();
  const { unit, mixed } = useOrderUnit(row);
  const value = row[name];
  if (value === null || value === undefined) return NO_VALUE;
  const quantity = `${number(Number(value))} ${unit}`;
  return mixed ? t('severalUnits', { quantity }) : quantity;
}

export const listViews: ListViews = {
  cells: { quantity: QuantityCell, shippedQuantity: QuantityCell },
  actions: [ship, traceAction('order', ({ state }) => state !== '1')],
};
