/** Pure: an account's view of a table, and its application to the columns of a screen. */

/** An account's settings for one column. */
export interface ColumnLook {
  id: string;
  hidden?: boolean | undefined;
  /** px */
  width?: number | undefined;
  /** Stays at the left while the others scroll. */
  pinned?: boolean | undefined;
}

export type Density = 'comfortable' | 'compact';

/** Columns in order. Missing columns have their defaults, beside their neighbour in the default order. */
export interface TableView {
  columns: readonly ColumnLook[];
  density: Density;
}

export const builtView: TableView = { columns: [], density: 'comfortable' };

export const MIN_WIDTH_PX = 56;
export const MAX_WIDTH_PX = 1000;
/** Width of a pinned column that is otherwise flexible, px. */
const PINNED_WIDTH_PX = 180;

/** The properties of a column that a view depends on. */
interface Viewable {
  id: string;
  width?: number | undefined;
  minWidth?: number | undefined;
  hideBelow?: number | undefined;
  /** Hidden until the account shows it. */
  optional?: boolean | undefined;
  /** Cannot be hidden. */
  essential?: boolean | undefined;
  /** The row's menu: always last, and not configurable. */
  chrome?: boolean | undefined;
}

export type Viewed<C> = C & { hidden: boolean; pinned: boolean };

/**
 * All columns in the order of the view, each hidden or not, pinned or not. A column missing in the view is placed after
 * its predecessor in the default order; a removed one is skipped.
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
      // A column that the account chose is shown even where it would not fit.
      ...(look?.hidden === false ? { hideBelow: undefined } : {}),
      hidden: !column.essential && !column.chrome && (look?.hidden ?? column.optional === true),
      pinned,
    };
  });
}

/** The visible columns, pinned ones first. */
export function applyView<C extends Viewable>(columns: readonly C[], view: TableView): Viewed<C>[] {
  const shown = orderColumns(columns, view).filter((column) => !column.hidden);
  return [...shown.filter((column) => column.pinned), ...shown.filter((column) => !column.pinned)];
}

export function clampWidth(width: number): number {
  return Math.round(Math.min(Math.max(width, MIN_WIDTH_PX), MAX_WIDTH_PX));
}

/** Changes the settings of one column; `undefined` in `change` resets a setting. */
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

/** Moves one column to another position (from 0). */
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

/** Whether the view differs from the default. */
export function isBuilt(view: TableView): boolean {
  return view.columns.length === 0 && view.density === 'comfortable';
}

/** Settings for every column, in order, so that an order is saved as a whole. */
function completeLooks<C extends Viewable>(columns: readonly C[], view: TableView): ColumnLook[] {
  const looks = new Map(view.columns.map((look) => [look.id, look]));
  return orderColumns(columns, view).map(({ id }) => looks.get(id) ?? { id });
}
