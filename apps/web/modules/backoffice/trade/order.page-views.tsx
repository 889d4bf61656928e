import { rightOf } from '@voltloop/resource-kit';
import { registry } from '@voltloop/resources/registry.ts';
import type { PageViews } from '../../resources/index.ts';
import { OpenPanel } from './open-panel.tsx';
import { OrderSummary } from './order-summary.tsx';
import { ProgressPanel } from './progress-panel.tsx';

/** An order's page shows the progress of each line, and deliveries that are not invoiced. */
export const pageViews: PageViews = {
  Summary: OrderSummary,
  firstPanel: 'progress',
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
