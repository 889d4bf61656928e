import { IconTruckDelivery } from '@tabler/icons-react';
import { rightOf } from '@voltloop/resource-kit';
import { registry } from '@voltloop/resources/registry.ts';
import { type Action, type ListViews, newLink } from '../../resources/index.ts';
import { traceAction } from '../../traceability/index.ts';

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

export const listViews: ListViews = {
  actions: [ship, traceAction('order', ({ state }) => state !== '1')],
};
