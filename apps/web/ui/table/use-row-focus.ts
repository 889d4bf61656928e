import type { Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

interface RowFocus {
  /** Moves the focus by a key; returns whether the key was handled. */
  onKey: (event: KeyboardEvent<HTMLElement>, index: number) => boolean;
}

/** The roving focus of a grid's rows; arrows, Home, End and the Page keys move it, also to rows not rendered yet. */
export function useRowFocus(
  scrollBox: RefObject<HTMLDivElement | null>,
  virtual: Virtualizer<HTMLDivElement, Element>,
  {
    count,
    current,
    rowHeight,
    setActive,
  }: { count: number; current: number; rowHeight: number; setActive: (index: number) => void },
): RowFocus {
  const focusPending = useRef(false);
  const goal = useRef(0);
  useEffect(() => {
    // A rerender from before the key press, e.g. with live figures, must not move the focus to its own row.
    if (!focusPending.current || current !== goal.current) return;
    const row = scrollBox.current?.querySelector<HTMLElement>(`[data-index="${current}"]`);
    if (row) {
      focusPending.current = false;
      row.focus({ preventScroll: true });
    }
  });
  const moveTo = (index: number) => {
    const target = Math.min(Math.max(index, 0), count - 1);
    focusPending.current = true;
    goal.current = target;
    virtual.scrollToIndex(target);
    setActive(target);
  };
  return {
    onKey: (event, index) => {
      const step = Math.max(1, Math.floor((scrollBox.current?.clientHeight ?? 400) / rowHeight) - 2);
      // Keys may come faster than renders: they then start from the row that is about to get the focus.
      const from = focusPending.current ? goal.current : index;
      const moves: Record<string, number> = {
        ArrowDown: from + 1,
        ArrowUp: from - 1,
        PageDown: from + step,
        PageUp: from - step,
        Home: 0,
        End: count - 1,
      };
      const target = moves[event.key];
      if (target === undefined) return false;
      event.preventDefault();
      moveTo(target);
      return true;
    },
  };
}
