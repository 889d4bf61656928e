/** Pure: how an account wants a table to look, and what that makes of the columns a screen offers. */

/** What an account said about one column. */
export interface ColumnLook {
  id: string;
  hidden?: boolean | undefined;
  /** px */
  width?: number | undefined;
  /** Stays at the left while the rest scrolls. */
  pinned?: boolean | undefined;
}

export type Density = 'comfortable' | 'compact';

/** Columns in their order. Columns that it does not name look as built, beside their neighbour of the built order. */
export interface TableView {
  columns: readonly ColumnLook[];
  density: Density;
}

export const builtView: TableView = { columns: [], density: 'comfortable' };

export const MIN_WIDTH_PX = 56;
export const MAX_WIDTH_PX = 1000;
/** What a pinned column measures that grows otherwise. */
const PINNED_WIDTH_PX = 180;

/** As much of a column as its look depends on. */
interface Viewable {
  id: string;
  width?: number | undefined;
  minWidth?: number | undefined;
  hideBelow?: number | undefined;
  /** Hidden until the account asks for it. */
  optional?: boolean | undefined;
  /** Cannot be hidden. */
  essential?: boolean | undefined;
  /** The row's menu: always last, and not the account's to change. */
  chrome?: boolean | undefined;
}

export type Viewed<C> = C & { hidden: boolean; pinned: boolean };

/**
 * All columns in the order of the view, each saying whether it is hidden or pinned. A column that the view does not
 * know is placed after the one it follows in the built order; a removed one is skipped.
 */
export function orderColumns<C extends Viewable>(columns: readonly C[], view: TableView): Viewed<C>[] {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const looks = new Map(view.columns.map((look) => [look.id, look]));
  const order = [...looks.keys()].filter((id) => byId.has(id));
  columns.forEach(({ id }, index) => {
    if (looks.has(id)) return;
    const before = columns[index - 1]?.id;
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  });
  const isChrome = (id: string) => byId.get(id)?.chrome === true;
  return [...order.filter((id) => !isChrome(id)), ...order.filter(isChrome)].map((id) => {
    const column = byId.get(id) as C;
    const look = looks.get(id);
    const pinned = look?.pinned === true;
    const width = look?.width ?? column.width ?? (pinned ? (column.minWidth ?? PINNED_WIDTH_PX) : undefined);
    return {
      ...column,
      ...(width === undefined ? {} : { width: clampWidth(width) }),
      // Who asked for a column sees it, also where it would not fit.
      ...(look?.hidden === false ? { hideBelow: undefined } : {}),
      hidden: !column.essential && !column.chrome && (look?.hidden ?? column.optional === true),
      pinned,
    };
  });
}

/** The columns to draw: hidden ones left out, pinned ones first. */
export function applyView<C extends Viewable>(columns: readonly C[], view: TableView): Viewed<C>[] {
  const shown = orderColumns(columns, view).filter((column) => !column.hidden);
  return [...shown.filter((column) => column.pinned), ...shown.filter((column) => !column.pinned)];
}

export function clampWidth(width: number): number {
  return Math.round(Math.min(Math.max(width, MIN_WIDTH_PX), MAX_WIDTH_PX));
}

/** The view with another look of one column; `undefined` in `change` takes a wish back. */
export function withColumn<C extends Viewable>(
  columns: readonly C[],
  view: TableView,
  id: string,
  change: Omit<ColumnLook, 'id'>,
): TableView {
  return {
    ...view,
    columns: completeLooks(columns, view).map((look) => (look.id === id ? { ...look, ...change } : look)),
  };
}

/** The view with one column at another place (from 0) of the order. */
export function withColumnAt<C extends Viewable>(
  columns: readonly C[],
  view: TableView,
  id: string,
  place: number,
): TableView {
  const looks = completeLooks(columns, view);
  const moved = looks.find((look) => look.id === id);
  if (!moved) return view;
  const rest = looks.filter((look) => look.id !== id);
  rest.splice(Math.min(Math.max(place, 0), rest.length), 0, moved);
  return { ...view, columns: rest };
}

/** Whether anything differs from how the screen was built. */
export function isBuilt(view: TableView): boolean {
  return view.columns.length === 0 && view.density === 'comfortable';
}

/** A look for every column, in order, so that an order is kept as a whole. */
function completeLooks<C extends Viewable>(columns: readonly C[], view: TableView): ColumnLook[] {
  const looks = new Map(view.columns.map((look) => [look.id, look]));
  return orderColumns(columns, view).map(({ id }) => looks.get(id) ?? { id });
}
