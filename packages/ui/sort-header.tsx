// biome-ignore-all lint/a11y/useSemanticElements: the grid is made of divs, see data-table.tsx
// biome-ignore-all lint/a11y/useFocusableInteractive: the button inside takes the focus
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import styles from './data-table.module.css';

interface SortHeaderProps {
  column: { id: string; header: string; align?: 'start' | 'center' | 'end'; sortable?: boolean };
  direction: 'ascending' | 'descending' | 'none';
  onToggle: () => void;
}

/** A column's head; a button with an arrow when the column sorts. */
export function SortHeader({ column, direction, onToggle }: SortHeaderProps) {
  if (!column.sortable)
    return (
      <span role="columnheader" className={styles.headCell} data-align={column.align}>
        <span className={styles.headText}>{column.header}</span>
      </span>
    );
  const Icon =
    direction === 'ascending' ? IconArrowUp : direction === 'descending' ? IconArrowDown : IconArrowsSort;
  return (
    <span role="columnheader" aria-sort={direction} className={styles.headCell} data-align={column.align}>
      <button
        type="button"
        className={styles.sort}
        data-active={direction !== 'none' || undefined}
        onClick={onToggle}
      >
        <span className={styles.headText}>{column.header}</span>
        <Icon size={14} stroke={1.8} aria-hidden="true" />
      </button>
    </span>
  );
}
