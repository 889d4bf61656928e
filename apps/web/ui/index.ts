/**
 * The small components. The large ones are imported by their path, so that a page without table or chart does not load
 * their libraries: `table/data-table.tsx`, the files of `chart/`, `form/form.tsx`, `form/fields.tsx`, `list/bulk-bar.tsx`.
 */
export { Card } from './card.tsx';
export { ConfirmDialog } from './dialog/confirm-dialog.tsx';
export { Dialog } from './dialog/dialog.tsx';
export { PageKey, unsavedForms, useHasUnsaved, useUnsaved } from './form/unsaved.ts';
export { Page } from './page/page.tsx';
export { PageHeader } from './page/page-header.tsx';
export { UnderHeader } from './page/under-header.ts';
export { Failure } from './states/failure.tsx';
export { SkeletonChart, SkeletonLine, SkeletonPage, SkeletonRows } from './states/skeletons.tsx';
export {
  EmptyState,
  ErrorState,
  ErrorWords,
  InWords,
  NoPermission,
} from './states/states.tsx';
export { StatusBadge } from './status-badge.tsx';
export * from './text/format.ts';
export type { Tone } from './theme/tones.ts';
export { StatRow, StatTile } from './tile/stat-tile.tsx';
export { DueDay } from './time/due-day.tsx';
export { RangePicker } from './time/range-picker.tsx';
export { RelativeTime } from './time/relative-time.tsx';
