// biome-ignore-all lint/a11y/useSemanticElements: an <hr> cannot be dragged or focused
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clampWidth, MAX_WIDTH_PX, MIN_WIDTH_PX } from '../list/table-view.ts';
import styles from './data-table.module.css';

interface ColumnEdgeProps {
  header: string;
  /** px; undefined while the column is sized automatically. */
  width: number | undefined;
  /** Whether Tab reaches it: one of a table's edges. */
  entry: boolean;
  onReach: () => void;
  onWidth: (width: number | undefined, done: boolean) => void;
}

const STEP_PX = 16;

/**
 * The edge between two headings: dragging it, or the arrow keys left and right, change the width of the column before
 * it; a double click or Delete resets the width (WAI-ARIA window splitter). Up and down move to the edges beside it.
 */
export function ColumnEdge({ header, width, entry, onReach, onWidth }: ColumnEdgeProps) {
  const { t } = useTranslation('list');
  const drag = useRef<{ from_px: number; width: number } | null>(null);
  const measured = (edge: HTMLElement) =>
    Math.round(edge.parentElement?.getBoundingClientRect().width ?? 120);

  // A splitter always has a value; that of an automatic width is measured on focus, because measuring every
  // column of every table would force a layout each time.
  const [own, setOwn] = useState(MIN_WIDTH_PX);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from_px: event.clientX, width: measured(event.currentTarget) };
  };
  const widthAt = (event: PointerEvent<HTMLElement>) => {
    if (!drag.current) return undefined;
    const way = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    return clampWidth(drag.current.width + way * (event.clientX - drag.current.from_px));
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const next = widthAt(event);
    const moved = drag.current !== null && event.clientX !== drag.current.from_px;
    drag.current = null;
    if (next !== undefined && moved) onWidth(next, true);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      const edges = [
        ...(event.currentTarget
          .closest('[role="row"]')
          ?.querySelectorAll<HTMLElement>('[role="separator"]') ?? []),
      ];
      edges[edges.indexOf(event.currentTarget) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
      return;
    }
    const step = event.shiftKey ? STEP_PX * 4 : STEP_PX;
    const by = event.key === 'ArrowRight' ? step : event.key === 'ArrowLeft' ? -step : 0;
    if (by === 0 && event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    onWidth(by === 0 ? undefined : clampWidth((width ?? measured(event.currentTarget)) + by), true);
  };
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={t('edge', { column: header })}
      aria-valuenow={width ?? own}
      aria-valuemin={MIN_WIDTH_PX}
      aria-valuemax={MAX_WIDTH_PX}
      aria-valuetext={width === undefined ? t('edgeAuto') : `${width} px`}
      aria-description={t('edgeKeys')}
      tabIndex={entry ? 0 : -1}
      className={styles.edge}
      onFocus={(event) => {
        setOwn(measured(event.currentTarget));
        onReach();
      }}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => {
        const next = widthAt(event);
        if (next !== undefined) onWidth(next, false);
      }}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        drag.current = null;
      }}
      onDoubleClick={() => onWidth(undefined, true)}
      onKeyDown={onKeyDown}
    />
  );
}
