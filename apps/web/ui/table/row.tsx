// biome-ignore-all lint/a11y/useSemanticElements: the grid is made of divs, see data-table.tsx
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, one at a time; cells do not
// biome-ignore-all lint/a11y/useKeyWithClickEvents: data-table.tsx handles the keys of rows
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useId } from 'react';
import { NO_VALUE } from '../text/format.ts';
import { showFullText } from '../text/full-text.ts';
import styles from './data-table.module.css';
import type { TableLayout } from './layout.ts';
import type { CellPlace } from './types.ts';

/** Event handlers of rows: stable between renders, or all rows would rerender whenever one becomes visible. */
export interface RowHandlers<Row> {
  onKey: (event: KeyboardEvent<HTMLElement>, index: number, row: Row) => void;
  onClick: (event: MouseEvent<HTMLElement>, index: number, row: Row) => void;
  onFocus: (index: number) => void;
  /** Selects the row, with `range` all from the last selected one. */
  onToggle: (index: number, range: boolean) => void;
}

interface RowProps<Row> {
  row: Row;
  index: number;
  /** px from the top of the list. */
  top: number;
  height: number;
  layout: TableLayout<Row>;
  /** Whether it has the focus of the grid. */
  active: boolean;
  openable: boolean;
  /** Whether the middle button opens it in a new tab. */
  auxOpens: boolean;
  /** Whether it is selected; undefined in tables without selection. */
  chosen: boolean | undefined;
  /** Begins the accessible name of its check box; the first cell completes it. */
  chooseLabel: string;
  card: ((row: Row, place: CellPlace) => ReactNode) | undefined;
  handlers: RowHandlers<Row>;
}

/** One row, rerendered only when its own properties change: most rows do not render while a list scrolls. */
export const Row = memo(RowView) as typeof RowView;

function RowView<Row>(props: RowProps<Row>) {
  const { row, index, top, height, layout, active, openable, chosen, card, handlers } = props;
  const boxId = useId();
  const nameId = useId();
  const place: CellPlace = { active };
  const onClick = (event: MouseEvent<HTMLElement>) => handlers.onClick(event, index, row);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={chosen}
      data-index={index}
      data-openable={openable || undefined}
      className={styles.row}
      tabIndex={active ? 0 : -1}
      style={{
        height,
        transform: `translateY(${top}px)`,
        gridTemplateColumns: layout.template,
      }}
      onKeyDown={(event) => handlers.onKey(event, index, row)}
      onClick={openable ? onClick : undefined}
      onAuxClick={props.auxOpens ? onClick : undefined}
      onFocus={() => handlers.onFocus(index)}
    >
      {chosen !== undefined && (
        <span
          role="gridcell"
          className={styles.check}
          data-pinned={layout.pinnedAt.size > 0 || undefined}
          onClick={(event) => {
            // The whole cell is the target, not its 16 px.
            event.stopPropagation();
            handlers.onToggle(index, event.shiftKey);
          }}
          onMouseDown={(event) => {
            // Shift-click must not select the text between.
            if (event.shiftKey) event.preventDefault();
          }}
        >
          <input
            type="checkbox"
            id={boxId}
            tabIndex={-1}
            aria-label={props.chooseLabel}
            aria-labelledby={`${boxId} ${nameId}`}
            checked={chosen}
            readOnly
          />
        </span>
      )}
      {card ? (
        <div role="gridcell" id={nameId} className={styles.card}>
          {card(row, place)}
        </div>
      ) : (
        layout.columns.map((column, at) => {
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
              <span
                id={at === 0 ? nameId : undefined}
                className={styles.content}
                onPointerEnter={showFullText}
              >
                {column.cell ? column.cell(row, place) : textOf(column.value?.(row))}
              </span>
            </div>
          );
        })
      )}
    </div>
  );
}

/** A row that has not loaded yet. */
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
