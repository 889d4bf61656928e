// biome-ignore-all lint/a11y/useSemanticElements: the virtualiser positions rows itself, which a <table> does not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, one at a time; cells and headings do not
import type { RowData } from '@tanstack/react-table';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { applyView, builtView, withColumn } from '../list/table-view.ts';
import { SkeletonRows } from '../states/skeletons.tsx';
import { EmptyState, ErrorState } from '../states/states.tsx';
import { useWidth } from '../use-width.ts';
import styles from './data-table.module.css';
import { TableHead } from './head.tsx';
import { fitColumns, layoutOf } from './layout.ts';
import { PendingRow, type RowHandlers, Row as TableRowView } from './row.tsx';
import type { DataTableProps } from './types.ts';
import { useLatest } from './use-latest.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useRows } from './use-rows.ts';
import { useSelection } from './use-selection.ts';
import { useSideways } from './use-sideways.ts';

export type { CellPlace, Column, DataTableProps } from './types.ts';

const CARD_BELOW_PX = 560;
const COMPACT_PX = 36;
const LONG_LIST = 60;
const OVERSCAN = 8;
/** Scroll positions by `scrollKey`, in px. */
const scrolledTo = new Map<string, number>();

/**
 * A list of rows with sticky header, sorting and keyboard (arrows, Home, End, Page keys, Enter, Space). Only
 * the visible rows are in the document, so that 10,000 rows scroll as fast as ten.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, columns, onOpen, hrefOf, card, lazy, scrollKey, onViewChange, onFit } = props;
  const { t } = useTranslation('ui');
  const navigate = useNavigate();
  const scrollBox = useRef<HTMLDivElement>(null);
  const width = useWidth(scrollBox);
  const asCards = card !== undefined && width > 0 && width < CARD_BELOW_PX;
  const view = props.view ?? builtView;
  const full = props.rowHeight ?? 44;
  const rowHeight = asCards
    ? (props.cardHeight ?? 72)
    : view.density === 'compact'
      ? Math.min(COMPACT_PX, full)
      : full;

  const rows = useRows(props);
  const { count, rowOf } = rows;
  const selection = useSelection(props, rows);
  const selectable = selection !== null;
  const chooseLabel = t('table.selectRow');

  // A width is applied while dragging, and saved when released.
  const [dragged, setDragged] = useState<{ id: string; width: number } | null>(null);
  const layout = useMemo(() => {
    const shown = applyView(columns, dragged ? withColumn(columns, view, dragged.id, dragged) : view);
    const built = new Map(columns.map((column) => [column.id, column]));
    return layoutOf(fitColumns(shown, built, { width, selectable }), { selectable, asCards });
  }, [columns, view, dragged, width, selectable, asCards]);
  const fittingIds = layout.columns.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (width > 0 && !asCards) onFit?.(fittingIds.split(' '));
  }, [onFit, fittingIds, width, asCards]);
  const onWidth = (id: string, next: number | undefined, done: boolean) => {
    setDragged(done || next === undefined ? null : { id, width: next });
    if (done) onViewChange?.(withColumn(columns, view, id, { width: next }));
  };

  const sideways = useSideways(scrollBox, width, layout.minWidth);

  const [active, setActive] = useState(0);
  const current = Math.min(active, Math.max(count - 1, 0));
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count,
    initialOffset: scrollKey ? (scrolledTo.get(scrollKey) ?? 0) : 0,
    getScrollElement: () => scrollBox.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    // The focused row stays in the document wherever the list is scrolled to, so that keys always have a target.
    rangeExtractor: (shown) => {
      const indexes = defaultRangeExtractor(shown);
      if (count === 0 || indexes.includes(current)) return indexes;
      return [...indexes, current].sort((a, b) => a - b);
    },
  });
  const onRange = lazy?.onRange;
  const first = virtual.range?.startIndex;
  const last = virtual.range?.endIndex;
  useEffect(() => {
    if (first !== undefined && last !== undefined) onRange?.(first, last);
  }, [onRange, first, last]);
  // Effects also run when a hidden page is shown again: measure only after a change of height.
  const measured = useRef(rowHeight);
  useEffect(() => {
    if (measured.current === rowHeight) return;
    measured.current = rowHeight;
    virtual.measure();
  }, [rowHeight, virtual]);

  const focus = useRowFocus(scrollBox, virtual, { count, current, rowHeight, setActive });
  const open = (row: Row, newTab: boolean) => {
    const href = hrefOf?.(row);
    if (href && newTab) window.open(href, '_blank', 'noopener');
    else if (href) navigate(href);
    else onOpen?.(row);
  };
  const onKey = (event: KeyboardEvent<HTMLElement>, index: number, row: Row) => {
    if (event.target !== event.currentTarget || focus.onKey(event, index)) return;
    if (event.key === 'Enter' && (onOpen ?? hrefOf?.(row)) !== undefined) {
      event.preventDefault();
      open(row, event.ctrlKey || event.metaKey);
    } else if (event.key === ' ' && selection) {
      event.preventDefault();
      selection.toggle(index, event.shiftKey);
    }
  };
  const onClick = (event: MouseEvent<HTMLElement>, index: number, row: Row) => {
    // Menus and dialogs of a row are its children in React, wherever they are in the document.
    if (!event.currentTarget.contains(event.target as Node)) return;
    const target = event.target as HTMLElement;
    if (target.closest('a, button, input, label, select, [role="menuitem"]')) return;
    if (window.getSelection()?.type === 'Range') return;
    if (event.button > 1) return;
    setActive(index);
    open(row, event.ctrlKey || event.metaKey || event.button === 1);
  };

  const handlers = useLatest<RowHandlers<Row>>({
    onKey,
    onClick,
    onFocus: setActive,
    onToggle: (index, range) => selection?.toggle(index, range),
  });

  const maxHeight = props.maxHeight ?? (count > LONG_LIST ? 'min(70vh, 1200px)' : undefined);
  const { ready = true } = props;
  const waiting = !ready || (props.loading && count === 0);
  const failed = props.error !== undefined && props.error !== null && count === 0;

  return (
    <div className={styles.table} data-fetching={(props.fetching && !waiting) || undefined}>
      <div className={styles.frame} data-more={sideways.more || undefined}>
        <div
          ref={scrollBox}
          className={styles.scroll}
          style={{ maxHeight }}
          tabIndex={count ? -1 : 0}
          onScroll={(event) => {
            if (scrollKey) scrolledTo.set(scrollKey, event.currentTarget.scrollTop);
            sideways.update();
          }}
        >
          <div
            role="grid"
            aria-label={label}
            aria-rowcount={count + 1}
            aria-busy={!ready || props.loading || props.fetching || undefined}
            aria-multiselectable={selectable || undefined}
            style={{ minWidth: layout.minWidth, visibility: ready ? undefined : 'hidden' }}
          >
            <TableHead
              layout={layout}
              hidden={asCards}
              selection={selection}
              sort={rows.sort}
              onSort={rows.toggleSort}
              onWidth={onViewChange && onWidth}
            />
            {ready && count > 0 && (
              <div role="rowgroup" className={styles.body} style={{ height: virtual.getTotalSize() }}>
                {virtual.getVirtualItems().map((item) => {
                  const row = rowOf(item.index);
                  if (!row) return <PendingRow key={item.key} top={item.start} height={rowHeight} />;
                  const href = hrefOf?.(row.original);
                  return (
                    <TableRowView
                      key={row.id}
                      row={row.original}
                      index={item.index}
                      top={item.start}
                      height={rowHeight}
                      layout={layout}
                      active={item.index === current}
                      openable={onOpen !== undefined || href !== undefined}
                      auxOpens={href !== undefined}
                      chosen={selection?.has(row.id)}
                      chooseLabel={chooseLabel}
                      card={asCards ? card : undefined}
                      handlers={handlers}
                    />
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
      </div>
      {/* For rows that have not loaded it would announce an empty list. */}
      {props.footer && !waiting && !failed && <div className={styles.footer}>{props.footer}</div>}
    </div>
  );
}
