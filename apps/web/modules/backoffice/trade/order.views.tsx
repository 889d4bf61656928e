import { IconTruckDelivery } from '@tabler/icons-react';
import { rightOf } from '@voltloop/resource-kit';
import { registry } from '@voltloop/resources/registry.ts';
import { type Action, newLink, type Views } from '../../resources/index.ts';
import { traceAction } from '../../traceability/index.ts';
import { OpenPanel } from './open-panel.tsx';
import { OrderSummary } from './order-summary.tsx';
import { ProgressPanel } from './progress-panel.tsx';

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

/** An order's page shows how far each line is, and leads to its shipments. */
export const views: Views = {
  Summary: OrderSummary,
  firstPanel: 'progress',
  actions: [ship, traceAction('order', ({ state }) => state !== '1')],
  panels: [
    { id: 'progress', title: { en: 'Progress', zh: '执行情况' }, Panel: ProgressPanel },
    {
      id: 'open',
      title: { en: 'Not invoiced', zh: '未开票' },
      right: rightOf(registry.invoice as { menu: number }),
      Panel: ({ row }) => (
        <OpenPanel
          clientId={String(row.clientId)}
          orderId={row.id}
          invoiceType={row.invoiceType as number | undefined}
        />
      ),
    },
  ],
};
