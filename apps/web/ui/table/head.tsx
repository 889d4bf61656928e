// biome-ignore-all lint/a11y/useSemanticElements: the grid is made of divs, see data-table.tsx
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, one at a time; headings do not
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ColumnEdge } from './column-edge.tsx';
import styles from './data-table.module.css';
import type { TableLayout } from './layout.ts';
import { SortHeader } from './sort-header.tsx';
import type { Column, Sort } from './types.ts';
import type { Selection } from './use-selection.ts';

interface TableHeadProps<Row> {
  layout: TableLayout<Row>;
  /** Cards have no visible header. */
  hidden: boolean;
  selection: Selection | null;
  sort: Sort | null;
  onSort: (column: Column<Row>) => void;
  /** A width in px while it is dragged or when it is set; undefined resets it. */
  onWidth?: ((id: string, width: number | undefined, done: boolean) => void) | undefined;
}

/** The sticky header row. */
export function TableHead<Row>({ layout, hidden, selection, sort, onSort, onWidth }: TableHeadProps<Row>) {
  const { t } = useTranslation('ui');
  // Of the edges Tab reaches the last one used, at first the first one.
  const [reached, setReached] = useState<string>();
  const edges = layout.columns.filter(({ chrome }) => !chrome);
  const entry = edges.find(({ id }) => id === reached) ?? edges[0];
  return (
    <div role="rowgroup" className={hidden ? 'visually-hidden' : styles.head} inert={hidden}>
      <div
        role="row"
        aria-rowindex={1}
        className={styles.headRow}
        style={{ gridTemplateColumns: layout.template }}
      >
        {selection && (
          <span
            role="columnheader"
            className={styles.check}
            data-pinned={layout.pinnedAt.size > 0 || undefined}
          >
            <input
              type="checkbox"
              aria-label={t('table.selectAll')}
              checked={selection.all}
              ref={(box) => {
                if (box) box.indeterminate = selection.some;
              }}
              onChange={selection.toggleAll}
            />
          </span>
        )}
        {layout.columns.map((column) => (
          <SortHeader
            key={column.id}
            column={column}
            pinnedAt={layout.pinnedAt.get(column.id)}
            direction={sort?.id === column.id ? (sort.desc ? 'descending' : 'ascending') : 'none'}
            onToggle={() => onSort(column)}
            edge={
              onWidth &&
              !column.chrome && (
                <ColumnEdge
                  header={column.header}
                  width={column.width}
                  entry={column === entry}
                  onReach={() => setReached(column.id)}
                  onWidth={(width, done) => onWidth(column.id, width, done)}
                />
              )
            }
          />
        ))}
      </div>
    </div>
  );
}
