import type { ReactNode } from 'react';
import type { TableView } from '../list/table-view.ts';

/** Where a cell is drawn: `active` in the row that holds the focus (or would), for buttons that Tab should reach. */
export interface CellPlace {
  active: boolean;
}

/** One column of a `DataTable`. */
export interface Column<Row> {
  id: string;
  header: string;
  /** The value that is sorted by, and shown when there is no `cell`. */
  value?: (row: Row) => string | number | boolean | null | undefined;
  /** Buttons inside take `tabIndex={active ? 0 : -1}`, so that Tab meets those of one row. */
  cell?: (row: Row, place: CellPlace) => ReactNode;
  /** Figures belong at the end. */
  align?: 'start' | 'center' | 'end';
  /** Fixed width in px; otherwise the column grows. */
  width?: number;
  /** Narrowest width in px of a growing column (120). */
  minWidth?: number;
  /** Share of the free width of a growing column (1). */
  grow?: number;
  sortable?: boolean;
  /** The first click sorts downwards: newest, largest. */
  sortDescFirst?: boolean;
  /**
   * Hidden while the table is narrower than this many px, or has no room for all; the largest leaves first. Columns
   * without it stay.
   */
  hideBelow?: number;
  /** Hidden until the account asks for it, where columns can be chosen. */
  optional?: boolean;
  /** Cannot be hidden where columns can be chosen. */
  essential?: boolean;
  /** Has no heading to see and no place in the column chooser: the row's menu. */
  chrome?: boolean;
}

export interface Sort {
  id: string;
  desc: boolean;
}

/** A list too long to hold: its rows are fetched as they are scrolled to, and sorted by the server. */
export interface LazyRows<Row> {
  /** Rows of the whole list. */
  total: number;
  /** The row at a place, or undefined while it is not there yet: it is drawn as a grey line. */
  rowAt: (index: number) => Row | undefined;
  /** The rows on screen, whenever they change; fetch what is missing among them. */
  onRange: (first: number, last: number) => void;
  /** All rows from one place to another, fetched if need be: for choosing a range that was never scrolled to. */
  rowsBetween?: (first: number, last: number) => Promise<readonly Row[]>;
}

export interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** How this account wants the columns; see `useTableView`. */
  view?: TableView;
  /** With it, heads have an edge that changes the column's width by drag or arrow keys. */
  /** Called with the ids of the columns that there is room for. */
  onFit?: (columnIds: readonly string[]) => void;
  onViewChange?: (view: TableView) => void;
  rows: readonly Row[];
  /** Instead of `rows` (then empty). */
  lazy?: LazyRows<Row>;
  /** Where it was scrolled to is kept under this key while the console is open, for the way back. */
  scrollKey?: string;
  keyOf: (row: Row) => string;
  /** With `onSortChange` the caller sorts (on the server) and `rows` come sorted; without it the table sorts itself. */
  sort?: Sort | null;
  onSortChange?: (sort: Sort | null) => void;
  /** Order at first, when the table sorts itself. */
  defaultSort?: Sort;
  /** Click or Enter on a row. */
  onOpen?: (row: Row) => void;
  /** Address of a row's page: click and Enter go there, with Ctrl, Cmd or the middle button in a new tab. */
  hrefOf?: (row: Row) => string;
  /** Keys of the chosen rows; with `onSelectedChange` the table shows a column of check boxes (Space, Shift-click). */
  selected?: ReadonlySet<string>;
  onSelectedChange?: (selected: ReadonlySet<string>) => void;
  /** What the head's check box chooses instead of the rows at hand: every row of a lazy list. */
  onSelectAll?: () => void;
  /** First load: shows a skeleton. */
  loading?: boolean;
  /** False until `view` is known: a skeleton, and no columns that would jump when it comes. */
  ready?: boolean;
  /** A reload under rows that stay: shows a thin bar. */
  fetching?: boolean;
  error?: unknown;
  onRetry?: () => void;
  /** Shown without rows; a plain sentence by default. */
  empty?: ReactNode;
  /** px, the same for all rows (44); a compact view takes 36. */
  rowHeight?: number;
  /** Height of the scroll box as a CSS length. Longer lists than 60 rows get `70vh` when it is missing. */
  maxHeight?: string;
  /** How a row looks while the table is narrower than 560 px, instead of cells; see `cardHeight`. */
  card?: (row: Row, place: CellPlace) => ReactNode;
  /** px, the same for all cards (72). */
  cardHeight?: number;
  /** Below the rows: a `Pager`, totals. */
  footer?: ReactNode;
}

/** A row as the table draws it. */
export interface TableRow<Row> {
  id: string;
  original: Row;
}
