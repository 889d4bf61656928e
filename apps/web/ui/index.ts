/**
 * The small components. The large ones are imported by their path, so that a page without table or chart does not load
 * their libraries: `table/data-table.tsx`, the files of `chart/`, `form/form.tsx`, `form/fields.tsx`, `list/bulk-bar.tsx`.
 */
export { Card, type CardProps } from './card.tsx';
export { Sparkline } from './chart/sparkline.tsx';
export { ConfirmDialog, type ConfirmDialogProps } from './dialog/confirm-dialog.tsx';
export { Dialog, type DialogProps } from './dialog/dialog.tsx';
export { PageKey, type Unsaved, unsavedForms, useHasUnsaved, useUnsaved } from './form/unsaved.ts';
export { Page, type PageProps } from './page/page.tsx';
export { PageHeader, type PageHeaderProps } from './page/page-header.tsx';
export { UnderHeader } from './page/under-header.ts';
export { Failure, type FailureProps } from './states/failure.tsx';
export { SkeletonChart, SkeletonLine, SkeletonPage, SkeletonRows } from './states/skeletons.tsx';
export {
  EmptyState,
  type EmptyStateProps,
  ErrorState,
  type ErrorStateProps,
  ErrorWords,
  InWords,
  NoPermission,
} from './states/states.tsx';
export { StatusBadge, type StatusBadgeProps } from './status-badge.tsx';
export * from './text/format.ts';
export type { Tone } from './theme/tones.ts';
export { StatRow, StatTile, type StatTileProps } from './tile/stat-tile.tsx';
export { DueDay } from './time/due-day.tsx';
export { RangePicker, type RangePickerProps } from './time/range-picker.tsx';
export { RelativeTime, type RelativeTimeProps } from './time/relative-time.tsx';
export * from './time/zone-time.ts';
