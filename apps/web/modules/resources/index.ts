export { say } from './fields.ts';
export { inSentence } from './in-sentence.ts';
export { load, rowPath } from './loaded.ts';
export type { RowsPage } from './queries.ts';
export { isOpen } from './row-actions.tsx';
export { useRights } from './use-rights.ts';
export { Value } from './value.tsx';
export type { Action, ActionProps, CellProps, InputProps, Row, Views } from './views.ts';
