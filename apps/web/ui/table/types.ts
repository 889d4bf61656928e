import type { ReactNode } from 'react';
import type { TableView } from '../list/table-view.ts';

/** Context of a cell: `active` in the row with the focus, for buttons that Tab should reach. */
export interface CellPlace {
  active: boolean;
}

/** One column of a `DataTable`. */
export interface Column<Row> {
  id: string;
  header: string;
  /** The value for sorting, and for display when there is no `cell`. */
  value?: (row: Row) => string | number | boolean | null | undefined;
  /** Buttons inside use `tabIndex={active ? 0 : -1}`, so that Tab reaches those of one row only. */
  cell?: (row: Row, place: CellPlace) => ReactNode;
  /** Use `end` for figures. */
  align?: 'start' | 'center' | 'end';
  /** Fixed width in px; otherwise the column is flexible. */
  width?: number;
  /** Minimum width in px of a flexible column (120). */
  minWidth?: number;
  /** Share of the free width of a flexible column (1). */
  grow?: number;
  sortable?: boolean;
  /** The first click sorts in descending order: newest, largest. */
  sortDescFirst?: boolean;
  /**
   * Hidden while the table is narrower than this many px, or not all columns fit; the largest value first. Columns
   * without it stay.
   */
  hideBelow?: number;
  /** Hidden until the account shows it, where columns can be chosen. */
  optional?: boolean;
  /** Cannot be hidden where columns can be chosen. */
  essential?: boolean;
  /** Has no visible heading and is not in the column chooser: the row's menu. */
  chrome?: boolean;
}

export interface Sort {
  id: string;
  desc: boolean;
}

/** A list too long for memory: its rows are fetched as they are scrolled to, and sorted by the server. */
export interface LazyRows<Row> {
  /** Number of rows of the whole list. */
  total: number;
  /** The row at an index; undefined until it has loaded, drawn as a grey line. */
  rowAt: (index: number) => Row | undefined;
  /** Called with the visible range whenever it changes; fetches missing rows in it. */
  onRange: (first: number, last: number) => void;
  /** All rows of a range of indexes, fetched if need be: for selecting a range that was never scrolled to. */
  rowsBetween?: (first: number, last: number) => Promise<readonly Row[]>;
}

export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  /** The account's column settings; see `useTableView`. */
  view?: TableView;
  /** With it, the width of columns can be changed by drag or arrow keys. */
  /** Called with the ids of the columns that fit. */
  onFit?: (columnIds: readonly string[]) => void;
  onViewChange?: (view: TableView) => void;
  rows: readonly Row[];
  /** Instead of `rows` (then empty). */
  lazy?: LazyRows<Row>;
  /** Key under which the scroll position is kept while the console is open. */
  scrollKey?: string;
  keyOf: (row: Row) => string;
  /** With `onSortChange` the caller sorts (on the server) and `rows` are sorted already; otherwise the table sorts. */
  sort?: Sort | null;
  onSortChange?: (sort: Sort | null) => void;
  /** Initial order, when the table sorts. */
  defaultSort?: Sort;
  /** Click or Enter on a row. */
  onOpen?: (row: Row) => void;
  /** URL of a row's page: click and Enter open it, with Ctrl, Cmd or the middle button in a new tab. None: no page. */
  hrefOf?: (row: Row) => string | undefined;
  /** Keys of the selected rows; with `onSelectedChange` the table has a column of check boxes (Space, Shift-click). */
  selected?: ReadonlySet<string>;
  onSelectedChange?: (selected: ReadonlySet<string>) => void;
  /** Called for the header's check box instead of selecting the loaded rows: for every row of a lazy list. */
  onSelectAll?: () => void;
  /** First load: shows a skeleton. */
  loading?: boolean;
  /** False until `view` has loaded: shows a skeleton, so that columns do not jump. */
  ready?: boolean;
  /** A reload while rows are shown: shows a thin bar. */
  fetching?: boolean;
  error?: unknown;
  onRetry?: () => void;
  /** Shown without rows; a plain sentence by default. */
  empty?: ReactNode;
  /** px, the same for all rows (44); a compact view takes 36. */
  rowHeight?: number;
  /** Height of the scroll box as a CSS length. Longer lists than 60 rows get `70vh` when it is missing. */
  maxHeight?: string;
  /** Renders a row as a card while the table is narrower than 560 px; see `cardHeight`. */
  card?: (row: Row, place: CellPlace) => ReactNode;
  /** px, the same for all cards (72). */
  cardHeight?: number;
  /** Below the rows: a `Pager`, totals. */
  footer?: ReactNode;
}

/** A row as rendered by the table. */
export interface TableRow<Row> {
  id: string;
  original: Row;
}
