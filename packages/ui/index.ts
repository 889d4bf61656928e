/**
 * The small components. The large ones are imported by their path, so that a page without table or chart does not load
 * their libraries: `@voltloop/ui/data-table.tsx`, `@voltloop/ui/time-chart.tsx`, `@voltloop/ui/bar-chart.tsx`,
 * `@voltloop/ui/chart/chart.tsx`, `@voltloop/ui/form/form.tsx`, `@voltloop/ui/form/fields.tsx`,
 * `@voltloop/ui/list/column-chooser.tsx`, `@voltloop/ui/list/bulk-bar.tsx`.
 */
export { Card, type CardProps } from './card.tsx';
export { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';
export { Dialog, type DialogProps } from './dialog.tsx';
export { DueDay } from './due-day.tsx';
export { Failure, type FailureProps } from './failure.tsx';
export { PageKey, type Unsaved, unsavedForms, useHasUnsaved, useUnsaved } from './form/unsaved.ts';
export * from './format.ts';
export { Page, type PageProps } from './page.tsx';
export { PageHeader, type PageHeaderProps } from './page-header.tsx';
export { RangePicker, type RangePickerProps } from './range-picker.tsx';
export { RelativeTime, type RelativeTimeProps } from './relative-time.tsx';
export { SkeletonChart, SkeletonLine, SkeletonPage, SkeletonRows } from './skeletons.tsx';
export { Sparkline } from './sparkline.tsx';
export { StatRow, StatTile, type StatTileProps } from './stat-tile.tsx';
export {
  EmptyState,
  type EmptyStateProps,
  ErrorState,
  type ErrorStateProps,
  ErrorWords,
  InWords,
  NoPermission,
} from './states.tsx';
export { StatusBadge, type StatusBadgeProps } from './status-badge.tsx';
export type { Tone } from './tones.ts';
export { UnderHeader } from './under-header.ts';
