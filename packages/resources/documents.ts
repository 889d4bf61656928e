import type { DocumentKind } from '@voltloop/resource-kit';
import { conditionChangeKind } from './condition-change/condition-change.resource.ts';
import { correctionKind } from './correction/correction.resource.ts';
import { issueKind } from './issue/issue.resource.ts';
import { movementKind } from './movement/movement.resource.ts';
import { openingKind } from './opening/opening.resource.ts';
import { productionKind } from './production/production.resource.ts';
import { receiptKind } from './receipt/receipt.resource.ts';
import { recyclingRunKind } from './recycling-run/recycling-run.resource.ts';
import { scrapKind } from './scrap/scrap.resource.ts';
import { stockTakeKind } from './stock-take/stock-take.resource.ts';

/** Every document kind of the stock ledger. How to add one: docs/guides/add-a-document.md. */
export const documentKinds: readonly DocumentKind[] = [
  receiptKind,
  movementKind,
  issueKind,
  conditionChangeKind,
  scrapKind,
  openingKind,
  stockTakeKind,
  correctionKind,
  productionKind,
  recyclingRunKind,
];
