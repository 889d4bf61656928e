// biome-ignore-all lint/a11y/useSemanticElements: the virtualiser places rows by itself, which a <table> cannot take
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, one at a time; cells and heads do not
import {
  type ColumnDef,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { compareValues } from './compare-values.ts';
import styles from './data-table.module.css';
import { NO_VALUE } from './format.ts';
import { SkeletonRows } from './skeletons.tsx';
import { SortHeader } from './sort-header.tsx';
import { EmptyState, ErrorState } from './states.tsx';
import { useWidth } from './use-width.ts';

/** One column of a {@link DataTable}. */
export interface Column<Row> {
  id: string;
  header: string;
  /** The value that is sorted by, and shown when there is no `cell`. */
  value?: (row: Row) => string | number | boolean | null | undefined;
  cell?: (row: Row) => ReactNode;
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
  /** Hidden while the table is narrower than this many px. */
  hideBelow?: number;
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
}

export interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
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
  /** First load: shows a skeleton. */
  loading?: boolean;
  /** A reload under rows that stay: shows a thin bar. */
  fetching?: boolean;
  error?: unknown;
  onRetry?: () => void;
  /** Shown without rows; a plain sentence by default. */
  empty?: ReactNode;
  /** px, the same for all rows (44). */
  rowHeight?: number;
  /** Height of the scroll box as a CSS length. Longer lists than 60 rows get `70vh` when it is missing. */
  maxHeight?: string;
  /** How a row looks while the table is narrower than 560 px, instead of cells; see `cardHeight`. */
  card?: (row: Row) => ReactNode;
  /** px, the same for all cards (72). */
  cardHeight?: number;
  /** Below the rows: a {@link Pager}, totals. */
  footer?: ReactNode;
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
const CARD_BELOW_PX = 560;
const LONG_LIST = 60;
const OVERSCAN = 8;
/** Scroll positions by `scrollKey`, in px. */
const scrolledTo = new Map<string, number>();

/**
 * A list of things as rows: sticky header, sorting, keyboard (arrows, Home, End, Page keys, Enter, Space), and only
 * the visible rows in the document, so that 10,000 rows scroll as lightly as ten.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, onOpen, hrefOf, selected, onSelectedChange, card } = props;
  const { t } = useTranslation('ui');
  const navigate = useNavigate();
  const scrollBox = useRef<HTMLDivElement>(null);
  const width = useWidth(scrollBox);
  const asCards = card !== undefined && width > 0 && width < CARD_BELOW_PX;
  const rowHeight = asCards ? (props.cardHeight ?? 72) : (props.rowHeight ?? 44);

  const visible = useMemo(
    () => columns.filter((column) => width === 0 || width >= (column.hideBelow ?? 0)),
    [columns, width],
  );
  const definitions = useMemo<ColumnDef<typeof features, Row>[]>(
    () =>
      columns.map((column) => ({
        id: column.id,
        accessorFn: (row: Row) => column.value?.(row) ?? undefined,
        enableSorting: column.sortable === true,
        sortFn: (a, b, id) => compareValues(a.getValue(id), b.getValue(id)),
        sortUndefined: 'last',
      })),
    [columns],
  );
  const [ownSorting, setOwnSorting] = useState<SortingState>(props.defaultSort ? [props.defaultSort] : []);
  const manual = props.onSortChange !== undefined;
  const sorting = useMemo(
    () => (manual ? (props.sort ? [props.sort] : []) : ownSorting),
    [manual, props.sort, ownSorting],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: rows as Row[],
    getRowId: keyOf,
    manualSorting: manual,
    enableMultiSort: false,
    state: { sorting },
    onSortingChange: (updater) => {
      const next = typeof updater === 'function' ? updater(sorting) : updater;
      if (manual) props.onSortChange?.(next[0] ?? null);
      else setOwnSorting(next);
    },
  });
  const list = table.getRowModel().rows;
  const { lazy, scrollKey } = props;
  const count = lazy ? lazy.total : list.length;
  const rowOf = (index: number): { id: string; original: Row } | undefined => {
    if (!lazy) return list[index];
    const row = lazy.rowAt(index);
    return row === undefined ? undefined : { id: keyOf(row), original: row };
  };

  const [active, setActive] = useState(0);
  const current = Math.min(active, Math.max(count - 1, 0));
  const virtual = useVirtualizer({
    count,
    initialOffset: scrollKey ? (scrolledTo.get(scrollKey) ?? 0) : 0,
    getScrollElement: () => scrollBox.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    // The row with the focus stays in the document wherever the list is scrolled to: a key never meets nothing.
    rangeExtractor: (shown) => {
      const indexes = defaultRangeExtractor(shown);
      if (count === 0 || indexes.includes(current)) return indexes;
      return [...indexes, current].sort((a, b) => a - b);
    },
    getItemKey: (index) => rowOf(index)?.id ?? index,
  });
  const range = virtual.range;
  const onRange = lazy?.onRange;
  const first = range?.startIndex;
  const last = range?.endIndex;
  useEffect(() => {
    if (first !== undefined && last !== undefined) onRange?.(first, last);
  }, [onRange, first, last]);
  useEffect(() => virtual.measure(), [rowHeight, virtual]);

  const wantsFocus = useRef(false);
  const goal = useRef(0);
  const anchor = useRef(0);
  useEffect(() => {
    // A drawing from before the key, live figures perhaps, must not take the focus for its own row.
    if (!wantsFocus.current || current !== goal.current) return;
    const row = scrollBox.current?.querySelector<HTMLElement>(`[data-index="${current}"]`);
    if (row) {
      wantsFocus.current = false;
      row.focus({ preventScroll: true });
    }
  });

  const selectable = onSelectedChange !== undefined;
  const openable = onOpen !== undefined || hrefOf !== undefined;

  const moveTo = (index: number) => {
    const target = Math.min(Math.max(index, 0), count - 1);
    wantsFocus.current = true;
    goal.current = target;
    virtual.scrollToIndex(target);
    setActive(target);
  };
  const open = (row: Row, newTab: boolean) => {
    const href = hrefOf?.(row);
    if (href && newTab) window.open(href, '_blank', 'noopener');
    else if (href) navigate(href);
    else onOpen?.(row);
  };
  const toggle = (index: number, range: boolean) => {
    const id = list[index]?.id;
    if (id === undefined) return;
    const next = new Set(selected);
    const on = !next.has(id);
    const from = range ? Math.min(anchor.current, index) : index;
    const to = range ? Math.max(anchor.current, index) : index;
    for (let i = from; i <= to; i++) {
      const each = list[i]?.id;
      if (each === undefined) continue;
      if (on) next.add(each);
      else next.delete(each);
    }
    anchor.current = index;
    onSelectedChange?.(next);
  };
  const onRowKey = (event: KeyboardEvent<HTMLElement>, index: number, row: Row) => {
    if (event.target !== event.currentTarget) return;
    const step = Math.max(1, Math.floor((scrollBox.current?.clientHeight ?? 400) / rowHeight) - 2);
    // Keys may come faster than rows are drawn: then they count from where the focus is on its way to.
    const from = wantsFocus.current ? goal.current : index;
    const moves: Record<string, number> = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      PageDown: from + step,
      PageUp: from - step,
      Home: 0,
      End: count - 1,
    };
    const target = moves[event.key];
    if (target !== undefined) {
      event.preventDefault();
      moveTo(target);
    } else if (event.key === 'Enter' && openable) {
      event.preventDefault();
      open(row, event.ctrlKey || event.metaKey);
    } else if (event.key === ' ' && selectable) {
      event.preventDefault();
      toggle(index, event.shiftKey);
    }
  };
  const onRowClick = (event: MouseEvent<HTMLElement>, index: number, row: Row) => {
    const target = event.target as HTMLElement;
    if (target.closest('a, button, input, label, select, [role="menuitem"]')) return;
    if (window.getSelection()?.type === 'Range') return;
    if (event.button > 1) return;
    setActive(index);
    open(row, event.ctrlKey || event.metaKey || event.button === 1);
  };

  const allSelected = selectable && list.length > 0 && list.every((row) => selected?.has(row.id));
  const someSelected = selectable && !allSelected && list.some((row) => selected?.has(row.id));
  const template = useMemo(() => templateOf(visible, selectable, asCards), [visible, selectable, asCards]);
  const maxHeight = props.maxHeight ?? (count > LONG_LIST ? 'min(70vh, 1200px)' : undefined);
  const waiting = props.loading && count === 0;
  const failed = props.error !== undefined && props.error !== null && count === 0;
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);

  return (
    <div className={styles.table} data-fetching={(props.fetching && !waiting) || undefined}>
      <div
        ref={scrollBox}
        className={styles.scroll}
        style={{ maxHeight }}
        tabIndex={count ? -1 : 0}
        onScroll={scrollKey ? (event) => scrolledTo.set(scrollKey, event.currentTarget.scrollTop) : undefined}
      >
        <div
          role="grid"
          aria-label={label}
          aria-rowcount={count + 1}
          aria-busy={props.loading || props.fetching || undefined}
          aria-multiselectable={selectable || undefined}
          style={{ minWidth: asCards ? undefined : template.minWidth }}
        >
          <div role="rowgroup" className={asCards ? styles.headHidden : styles.head}>
            <div
              role="row"
              aria-rowindex={1}
              className={styles.headRow}
              style={{ gridTemplateColumns: template.columns }}
            >
              {selectable && (
                <span role="columnheader" className={styles.check}>
                  <input
                    type="checkbox"
                    aria-label={t('table.selectAll')}
                    checked={allSelected}
                    ref={(box) => {
                      if (box) box.indeterminate = someSelected;
                    }}
                    onChange={() =>
                      onSelectedChange(allSelected ? new Set() : new Set(list.map((row) => row.id)))
                    }
                  />
                </span>
              )}
              {visible.map((column) => (
                <SortHeader
                  key={column.id}
                  column={column}
                  direction={
                    sorting[0]?.id === column.id ? (sorting[0].desc ? 'descending' : 'ascending') : 'none'
                  }
                  onToggle={() => {
                    const now = sorting[0];
                    const first = column.sortDescFirst ?? false;
                    const next: Sort | null =
                      now?.id !== column.id
                        ? { id: column.id, desc: first }
                        : now.desc === first
                          ? { id: column.id, desc: !first }
                          : null;
                    table.setSorting(next ? [next] : []);
                  }}
                />
              ))}
            </div>
          </div>
          {count > 0 && (
            <div role="rowgroup" className={styles.body} style={{ height: virtual.getTotalSize() }}>
              {virtual.getVirtualItems().map((item) => {
                const row = rowOf(item.index);
                if (!row)
                  return (
                    <div
                      key={item.key}
                      className={styles.row}
                      style={{ height: rowHeight, transform: `translateY(${item.start}px)` }}
                      aria-hidden="true"
                    >
                      <span className={styles.pending} />
                    </div>
                  );
                const chosen = selected?.has(row.id) ?? false;
                return (
                  <div
                    key={row.id}
                    role="row"
                    aria-rowindex={item.index + 2}
                    aria-selected={selectable ? chosen : undefined}
                    data-index={item.index}
                    data-openable={openable || undefined}
                    className={styles.row}
                    tabIndex={item.index === current ? 0 : -1}
                    style={
                      {
                        height: rowHeight,
                        transform: `translateY(${item.start}px)`,
                        gridTemplateColumns: template.columns,
                      } as CSSProperties
                    }
                    onKeyDown={(event) => onRowKey(event, item.index, row.original)}
                    onClick={openable ? (event) => onRowClick(event, item.index, row.original) : undefined}
                    onAuxClick={hrefOf ? (event) => onRowClick(event, item.index, row.original) : undefined}
                    onFocus={() => setActive(item.index)}
                  >
                    {selectable && (
                      <span role="gridcell" className={styles.check}>
                        <input
                          type="checkbox"
                          tabIndex={-1}
                          aria-label={t('table.selectRow')}
                          checked={chosen}
                          onChange={() => {}}
                          onClick={(event) => toggle(item.index, event.shiftKey)}
                        />
                      </span>
                    )}
                    {asCards ? (
                      <div role="gridcell" className={styles.card}>
                        {card(row.original)}
                      </div>
                    ) : (
                      visible.map((column) => (
                        <div
                          key={column.id}
                          role="gridcell"
                          className={styles.cell}
                          data-align={column.align}
                        >
                          <span className={styles.content}>
                            {column.cell
                              ? column.cell(row.original)
                              : textOf(byId.get(column.id)?.value?.(row.original))}
                          </span>
                        </div>
                      ))
                    )}
                  </div>
                );
              })}
            </div>
          )}
        </div>
        {failed ? (
          <ErrorState error={props.error} onRetry={props.onRetry} />
        ) : waiting ? (
          <SkeletonRows rows={8} />
        ) : (
          count === 0 && (props.empty ?? <EmptyState title={t('table.empty')} />)
        )}
      </div>
      {props.footer && <div className={styles.footer}>{props.footer}</div>}
    </div>
  );
}

function textOf(value: string | number | boolean | null | undefined): string {
  return value === null || value === undefined || value === '' ? NO_VALUE : String(value);
}

/** The CSS grid of the columns, and the width below which the table scrolls sideways. */
function templateOf<Row>(columns: readonly Column<Row>[], selectable: boolean, asCards: boolean) {
  const parts = selectable ? ['44px'] : [];
  let minWidth = selectable ? 44 : 0;
  if (asCards) parts.push('minmax(0, 1fr)');
  else
    for (const column of columns) {
      parts.push(
        column.width ? `${column.width}px` : `minmax(${column.minWidth ?? 120}px, ${column.grow ?? 1}fr)`,
      );
      minWidth += column.width ?? column.minWidth ?? 120;
    }
  return { columns: parts.join(' '), minWidth };
}
