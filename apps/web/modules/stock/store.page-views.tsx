import { screens } from '@voltloop/resources/screens.ts';
import type { PageViews } from '../resources/index.ts';
import { StoreGlance } from './store-glance.tsx';
import { StorePanel } from './store-panel.tsx';

/** A store's page shows its current contents. */
export const pageViews: PageViews = {
  Glance: StoreGlance,
  panels: [
    {
      id: 'stock',
      title: { en: 'Stock', zh: '库存' },
      right: screens.stock.right,
      Panel: ({ row }) => <StorePanel id={row.id} />,
    },
  ],
};
