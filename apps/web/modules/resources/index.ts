export { callResource } from './call-resource.ts';
export { SummaryFacts } from './detail/summary-facts.tsx';
export { localized } from './fields.ts';
export { FindingText } from './finding-text.tsx';
export { insertBody } from './form/form-values.ts';
export { RecordForm } from './form/record-form.tsx';
export { inSentence } from './in-sentence.ts';
export { relatedPath } from './list/list-url.ts';
export { load, rowPath } from './loaded.ts';
export { mostDecimals } from './most-decimals.ts';
export { newLink } from './new-link.ts';
export { oneRow, readRow, relatedRows, rowHistory } from './queries.ts';
export { ReferenceSelect } from './reference-select.tsx';
export { isOpen } from './row-actions.tsx';
export { StepDialog } from './step-dialog.tsx';
export { traceAction, tracePath } from './trace-action.ts';
export { useRights } from './use-rights.ts';
export { Value } from './value.tsx';
export type {
  Action,
  ActionProps,
  CellProps,
  InputProps,
  LineSource,
  ListViews,
  NewLines,
  PageViews,
  Row,
  StepViews,
} from './views.ts';
