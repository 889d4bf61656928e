import type { Viewed } from '../list/table-view.ts';
import type { Column } from './types.ts';

/** Pure: the CSS grid of a table's columns. */

const CHECK_PX = 44;
const DEFAULT_MIN_PX = 120;

export interface TableLayout<Row> {
  columns: Viewed<Column<Row>>[];
  /** `grid-template-columns` of head and rows. */
  template: string;
  /** px below which the table scrolls sideways; undefined for cards. */
  minWidth: number | undefined;
  /** Left edge in px of each pinned column, by id. */
  pinnedAt: ReadonlyMap<string, number>;
}

/** @param asCards One column as wide as the table. */
export function layoutOf<Row>(
  columns: Viewed<Column<Row>>[],
  { selectable, asCards }: { selectable: boolean; asCards: boolean },
): TableLayout<Row> {
  const parts = selectable ? [`${CHECK_PX}px`] : [];
  if (asCards)
    return {
      columns,
      template: [...parts, 'minmax(0, 1fr)'].join(' '),
      minWidth: undefined,
      pinnedAt: new Map(),
    };
  const pinnedAt = new Map<string, number>();
  let minWidth = selectable ? CHECK_PX : 0;
  // When every column has its width, the last that is not the row's menu takes what is left.
  const filler = columns.some((column) => column.width === undefined)
    ? undefined
    : columns.findLast((column) => !column.pinned && !column.chrome)?.id;
  for (const column of columns) {
    const { id, width, minWidth: least = DEFAULT_MIN_PX, grow = 1 } = column;
    if (column.pinned) pinnedAt.set(id, minWidth);
    if (width === undefined) parts.push(`minmax(${least}px, ${grow}fr)`);
    else parts.push(id === filler ? `minmax(${width}px, 1fr)` : `${width}px`);
    minWidth += width ?? least;
  }
  return { columns, template: parts.join(' '), minWidth, pinnedAt };
}
