export { AmountOnPaper } from './print/amount-on-paper.tsx';
export { Paper } from './print/paper.tsx';
export { OnBoth, PaperDialog } from './print/paper-dialog.tsx';
export { type Language, textOf } from './print/sheet-data.ts';
export { printed } from './print/words.ts';
export { documentLines } from './queries.ts';
export { eventsOf, nextStepFrom, stagesOf } from './stages.ts';
