import { describe, expect, it } from 'vitest';
import { scrollTarget, TAB_SPACING_PX, wheelStep } from './strip-scroll.ts';

const boxes = Array.from({ length: 6 }, (_, i) => ({ start: i * 104, width: 100 }));
const view = { left: 0, width: 300, max: 324 };

describe('scrolling the strip to a tab', () => {
  it('goes to the start for the first tab and to the end for the last', () => {
    expect(scrollTarget(boxes, 0, { ...view, left: 200 })).toBe(0);
    expect(scrollTarget(boxes, 5, view)).toBe(324);
  });
  it('shows the next tab fully, with 4 px after it', () => {
    expect(TAB_SPACING_PX).toBe(4);
    expect(scrollTarget(boxes, 2, view)).toBe(3 * 104 + 100 + 4 - 300);
  });
  it('shows the previous tab fully, with 4 px before it', () => {
    expect(scrollTarget(boxes, 2, { ...view, left: 200 })).toBe(104 - 4);
  });
  it('does not move when all three are visible', () => {
    expect(scrollTarget(boxes, 1, { ...view, left: 0, width: 400 })).toBe(0);
  });
  it('stays within the scrollable range when a neighbour is outermost', () => {
    expect(scrollTarget(boxes, 4, view)).toBe(324);
    expect(scrollTarget(boxes, 1, { ...view, left: 200, width: 400 })).toBe(0);
  });
  it('goes to the start for an unknown tab', () => expect(scrollTarget([], -1, view)).toBe(0));
});

describe('the wheel', () => {
  it('scrolls by a quarter of its delta, down is to the right', () => {
    expect(wheelStep({ deltaY: 100, wheelDelta: -120 })).toBe(30);
    expect(wheelStep({ deltaY: -3 })).toBe(-30);
  });
});
