// biome-ignore-all lint/a11y/useSemanticElements: the grid is made of divs, see data-table.tsx
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, one at a time; cells do not
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the row answers the keys, see data-table.tsx
import type { KeyboardEvent, MouseEvent, PointerEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../data-table.module.css';
import { NO_VALUE } from '../format.ts';
import type { TableLayout } from './layout.ts';
import type { CellPlace, TableRow } from './types.ts';
import type { Selection } from './use-selection.ts';

interface RowProps<Row> {
  row: TableRow<Row>;
  index: number;
  /** px from the top of the list. */
  top: number;
  height: number;
  layout: TableLayout<Row>;
  /** Whether it holds the focus of the grid. */
  active: boolean;
  openable: boolean;
  selection: Selection | null;
  card: ((row: Row, place: CellPlace) => ReactNode) | undefined;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onClick: ((event: MouseEvent<HTMLElement>) => void) | undefined;
  onAuxClick: ((event: MouseEvent<HTMLElement>) => void) | undefined;
  onFocus: () => void;
}

export function Row<Row>(props: RowProps<Row>) {
  const { row, index, top, height, layout, active, selection, card } = props;
  const { t } = useTranslation('ui');
  const chosen = selection?.has(row.id) ?? false;
  const place: CellPlace = { active };
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selection ? chosen : undefined}
      data-index={index}
      data-openable={props.openable || undefined}
      className={styles.row}
      tabIndex={active ? 0 : -1}
      style={{
        height,
        transform: `translateY(${top}px)`,
        gridTemplateColumns: layout.template,
      }}
      onKeyDown={props.onKeyDown}
      onClick={props.onClick}
      onAuxClick={props.onAuxClick}
      onFocus={props.onFocus}
    >
      {selection && (
        <span
          role="gridcell"
          className={styles.check}
          data-pinned={layout.pinnedAt.size > 0 || undefined}
          onClick={(event) => {
            // The whole cell is the target, not its 16 px.
            event.stopPropagation();
            selection.toggle(index, event.shiftKey);
          }}
          onMouseDown={(event) => {
            // Shift-click must not mark the text between.
            if (event.shiftKey) event.preventDefault();
          }}
        >
          <input type="checkbox" tabIndex={-1} aria-label={t('table.selectRow')} checked={chosen} readOnly />
        </span>
      )}
      {card ? (
        <div role="gridcell" className={styles.card}>
          {card(row.original, place)}
        </div>
      ) : (
        layout.columns.map((column) => {
          const pinnedAt = layout.pinnedAt.get(column.id);
          return (
            <div
              key={column.id}
              role="gridcell"
              className={styles.cell}
              data-align={column.align}
              data-pinned={pinnedAt === undefined ? undefined : true}
              data-chrome={column.chrome || undefined}
              style={pinnedAt === undefined ? undefined : { insetInlineStart: pinnedAt }}
            >
              <span className={styles.content} onPointerEnter={tellWhole}>
                {column.cell ? column.cell(row.original, place) : textOf(column.value?.(row.original))}
              </span>
            </div>
          );
        })
      )}
    </div>
  );
}

/** Gives what a cell is too narrow for as its title, unless something inside has one. */
function tellWhole({ currentTarget: cell }: PointerEvent<HTMLElement>): void {
  const isCut = [cell, ...cell.querySelectorAll('*')].some(
    (each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0,
  );
  cell.title = isCut && !cell.querySelector('[title]') ? (cell.textContent ?? '') : '';
}

/** A row that has not come yet. */
export function PendingRow({ top, height }: { top: number; height: number }) {
  return (
    <div className={styles.row} style={{ height, transform: `translateY(${top}px)` }} aria-hidden="true">
      <span className={styles.pending} />
    </div>
  );
}

function textOf(value: string | number | boolean | null | undefined): string {
  return value === null || value === undefined || value === '' ? NO_VALUE : String(value);
}
