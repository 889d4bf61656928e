export { say } from './fields.ts';
export { inSentence } from './in-sentence.ts';
export { load, rowPath } from './loaded.ts';
export { newLink } from './new-link.ts';
export { oneRow, type RowsPage } from './queries.ts';
export { isOpen } from './row-actions.tsx';
export { useRights } from './use-rights.ts';
export { Value } from './value.tsx';
export type { Action, ActionProps, Brought, CellProps, InputProps, NewLines, Row, Views } from './views.ts';
