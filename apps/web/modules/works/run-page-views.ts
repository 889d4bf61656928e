import { documentViews } from '../documents/frame.ts';
import type { PageViews } from '../resources/index.ts';
import { BalancePanel } from './balance-panel.tsx';
import { RecoveryPanel } from './recovery-panel.tsx';

/** A recycling run shows its balance, and its recovered metals. */
export async function runPage(): Promise<PageViews> {
  const views = await documentViews('recyclingRun').page();
  return {
    ...views,
    panels: [
      ...(views.panels ?? []),
      { id: 'balance', title: { en: 'Balance', zh: '物料平衡' }, Panel: BalancePanel },
      { id: 'recovery', title: { en: 'Recovery', zh: '金属回收率' }, Panel: RecoveryPanel },
    ],
  };
}
