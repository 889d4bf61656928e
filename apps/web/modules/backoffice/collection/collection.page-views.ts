import type { PageViews } from '../../resources/index.ts';
import { CollectionSummary, useNextStep } from './collection-summary.tsx';
import { GoodsPanel } from './goods-panel.tsx';

/** A collection's page shows its summary, and its goods from quotation to settlement. */
export const pageViews: PageViews = {
  Summary: CollectionSummary,
  useNextStep,
  panels: [{ id: 'goods', title: { en: 'Goods', zh: '货物对照' }, Panel: GoodsPanel }],
};
