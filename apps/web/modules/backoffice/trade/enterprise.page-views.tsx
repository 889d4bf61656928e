import { rightOf } from '@voltloop/resource-kit';
import { registry } from '@voltloop/resources/registry.ts';
import type { PageViews } from '../../resources/index.ts';
import { SellerAmountsPanel } from './amounts-panel.tsx';

/** An enterprise's page shows its sales to us. */
export const pageViews: PageViews = {
  panels: [
    {
      id: 'purchases',
      title: { en: 'Purchases', zh: '采购金额' },
      right: rightOf(registry.collection as { menu: number }),
      Panel: ({ row }) => <SellerAmountsPanel seller={{ enterpriseId: row.id }} />,
    },
  ],
};
