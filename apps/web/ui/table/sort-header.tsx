// biome-ignore-all lint/a11y/useSemanticElements: the grid is made of divs, see data-table.tsx
// biome-ignore-all lint/a11y/useFocusableInteractive: the button inside takes the focus
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './data-table.module.css';

interface SortHeaderProps {
  column: {
    id: string;
    header: string;
    align?: 'start' | 'center' | 'end';
    sortable?: boolean;
    chrome?: boolean;
  };
  direction: 'ascending' | 'descending' | 'none';
  onToggle: () => void;
  /** px from the left of a pinned column. */
  pinnedAt?: number | undefined;
  /** The control for the column's width. */
  edge?: ReactNode;
}

/** A column's heading; a button with an arrow when the column sorts. */
export function SortHeader({ column, direction, onToggle, pinnedAt, edge }: SortHeaderProps) {
  const place = {
    className: styles.headCell,
    // Without it, the edge's name would be part of the heading that is read with every cell.
    'aria-label': column.header,
    'data-align': column.align,
    'data-pinned': pinnedAt === undefined ? undefined : true,
    'data-chrome': column.chrome || undefined,
    style: pinnedAt === undefined ? undefined : { insetInlineStart: pinnedAt },
  };
  if (!column.sortable)
    return (
      <span role="columnheader" {...place}>
        <span className={column.chrome ? 'visually-hidden' : styles.headText}>{column.header}</span>
        {edge}
      </span>
    );
  const Icon =
    direction === 'ascending' ? IconArrowUp : direction === 'descending' ? IconArrowDown : IconArrowsSort;
  return (
    <span role="columnheader" aria-sort={direction} {...place}>
      <button
        type="button"
        className={styles.sort}
        data-active={direction !== 'none' || undefined}
        onClick={onToggle}
      >
        <span className={styles.headText}>{column.header}</span>
        <Icon size={14} stroke={1.8} aria-hidden="true" />
      </button>
      {edge}
    </span>
  );
}
