/** A tab's place in the strip, px from the strip's start. */
export interface Box {
  start: number;
  width: number;
}

/** Screen between tabs, px (specification section 9). */
export const TAB_SPACING_PX = 4;

/**
 * Where to scroll the strip so that a tab can be seen, with its neighbours: the first tab to the start, the last to
 * the end, else just far enough that the tabs before and after it are fully visible.
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
  // The room beside an outermost neighbour is not there: nothing scrolls to before the start or behind the end.
  if (end > view.left + view.width) return Math.min(end - view.width, view.max);
  return Math.max(0, Math.min(start, view.left));
}

/** How far one turn of the wheel moves the strip, px: a quarter of what the wheel says; down is onward. */
export function wheelStep(event: { deltaY: number; wheelDelta?: number }): number {
  return -(event.wheelDelta || -event.deltaY * 40) / 4;
}
