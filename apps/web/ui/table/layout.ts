import type { Viewed } from '../list/table-view.ts';
import type { Column } from './types.ts';

/** Pure: the CSS grid of a table's columns. */

const CHECK_PX = 44;
const DEFAULT_MIN_PX = 120;
/** Padding of header and rows at both ends together (`--vl-space-2` each). */
const ENDS_PX = 16;

export interface TableLayout<Row> {
  columns: Viewed<Column<Row>>[];
  /** `grid-template-columns` of header and rows. */
  template: string;
  /** px below which the table scrolls sideways; undefined for cards. */
  minWidth: number | undefined;
  /** Left edge in px of each pinned column, by id. */
  pinnedAt: ReadonlyMap<string, number>;
}

/** The properties of a column that its place in a narrow table depends on. */
type Fitting = Pick<Column<unknown>, 'id' | 'width' | 'minWidth' | 'hideBelow'>;

/**
 * The columns that fit in a table of `width` px. Those with `hideBelow` are dropped below that width, and also, the
 * largest value first, where the rest would not fit; the others stay, and the table scrolls sideways.
 * @param built Default width of each column by id: dragging one wider drops no other.
 * @param width 0 while unknown, in which all columns fit.
 */
export function fitColumns<C extends Fitting>(
  columns: readonly C[],
  built: ReadonlyMap<string, Pick<Fitting, 'width' | 'minWidth'>>,
  { width, selectable }: { width: number; selectable: boolean },
): C[] {
  if (width === 0) return [...columns];
  const kept = new Set(columns.filter((column) => width >= (column.hideBelow ?? 0)));
  const minWidthOf = (column: C) => {
    const { width: fixed, minWidth } = built.get(column.id) ?? column;
    return fixed ?? minWidth ?? DEFAULT_MIN_PX;
  };
  let needed = ENDS_PX + (selectable ? CHECK_PX : 0);
  for (const column of kept) needed += minWidthOf(column);
  const leaving = [...kept]
    .filter((column) => column.hideBelow !== undefined)
    .sort((a, b) => (b.hideBelow ?? 0) - (a.hideBelow ?? 0));
  for (const column of leaving) {
    if (needed <= width) break;
    kept.delete(column);
    needed -= minWidthOf(column);
  }
  return columns.filter((column) => kept.has(column));
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
  // When every column has its width, the last one before the row's menu gets the rest.
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
  return { columns, template: parts.join(' '), minWidth: minWidth + ENDS_PX, pinnedAt };
}

/** The sides to which a box can still be scrolled: 'start', 'end', 'start end' or ''. All in px. */
export function moreBeside(scrolled: number, visible: number, whole: number): string {
  const sides = [];
  // Right-to-left scripts count from the other end; fractions of a pixel do not count.
  if (Math.abs(scrolled) > 1) sides.push('start');
  if (whole - visible - Math.abs(scrolled) > 1) sides.push('end');
  return sides.join(' ');
}
