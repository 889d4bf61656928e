/** A tab's position in the strip, px from the strip's start. */
export interface Box {
  start: number;
  width: number;
}

/** Gap between tabs, px (specification section 9). */
export const TAB_SPACING_PX = 4;

/**
 * The scroll position that shows a tab with its neighbours: the first tab at the start, the last at the end, otherwise
 * just far enough that the tabs before and after it are fully visible.
 */
export function scrollTarget(
  boxes: readonly Box[],
  index: number,
  view: { left: number; width: number; max: number },
) {
  if (index <= 0) return 0;
  if (index >= boxes.length - 1) return view.max;
  const before = boxes[index - 1] as Box;
  const after = boxes[index + 1] as Box;
  const end = after.start + after.width + TAB_SPACING_PX;
  const start = before.start - TAB_SPACING_PX;
  // Beside an outermost neighbour there is no gap: clamp to the scrollable range.
  if (end > view.left + view.width) return Math.min(end - view.width, view.max);
  return Math.max(0, Math.min(start, view.left));
}

/** Scroll distance of a wheel event, px: a quarter of its delta; down is to the right. */
export function wheelStep(event: { deltaY: number; wheelDelta?: number }): number {
  return -(event.wheelDelta || -event.deltaY * 40) / 4;
}
