import { documentViews } from '../documents/frame.ts';
import type { ListViews } from '../resources/index.ts';
import { claimAction } from './claim-action.tsx';
import { codesAction } from './codes-action.tsx';
import { ElementsCell } from './elements-cell.tsx';

/** A production offers codes for its products, and claims its components. */
export async function productionList(): Promise<ListViews> {
  const views = await documentViews('production').list();
  return { ...views, actions: [codesAction, claimAction, ...(views.actions ?? [])] };
}

/** The list of assays shows their results. */
export const assayList: ListViews = { cells: { elements: ElementsCell } };
