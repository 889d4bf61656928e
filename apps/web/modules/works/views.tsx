import { loadDocumentViews } from '../documents/frame.ts';
import type { Views } from '../resources/index.ts';
import { BalancePanel } from './balance-panel.tsx';
import { claimAction } from './claim-action.tsx';
import { codesAction } from './codes-action.tsx';
import { ElementsCell } from './elements-cell.tsx';
import { RecoveryPanel } from './recovery-panel.tsx';

/** A production offers codes for its products, and keeps its components for itself. */
export async function productionViews(): Promise<Views> {
  const views = await loadDocumentViews('production');
  return { ...views, actions: [codesAction, claimAction, ...(views.actions ?? [])] };
}

/** An assay says in its list what was found. */
export const assayViews: Views = { cells: { elements: ElementsCell } };

/** A recycling run shows its balance, and what metals it recovers. */
export async function runViews(): Promise<Views> {
  const views = await loadDocumentViews('recyclingRun');
  return {
    ...views,
    panels: [
      ...(views.panels ?? []),
      { id: 'balance', title: { en: 'Balance', zh: '物料平衡' }, Panel: BalancePanel },
      { id: 'recovery', title: { en: 'Recovery', zh: '金属回收率' }, Panel: RecoveryPanel },
    ],
  };
}
