import { describe, expect, it } from 'vitest';
import { scrollTarget, TAB_SPACING_PX, wheelStep } from './strip-scroll.ts';

const boxes = Array.from({ length: 6 }, (_, i) => ({ start: i * 104, width: 100 }));
const view = { left: 0, width: 300, max: 324 };

describe('moving the strip to a tab', () => {
  it('goes to the start for the first and to the end for the last', () => {
    expect(scrollTarget(boxes, 0, { ...view, left: 200 })).toBe(0);
    expect(scrollTarget(boxes, 5, view)).toBe(324);
  });
  it('shows the next tab fully, with 4 px after it', () => {
    expect(TAB_SPACING_PX).toBe(4);
    expect(scrollTarget(boxes, 2, view)).toBe(3 * 104 + 100 + 4 - 300);
  });
  it('shows the tab before fully, with 4 px before it', () => {
    expect(scrollTarget(boxes, 2, { ...view, left: 200 })).toBe(104 - 4);
  });
  it('stays where all three can be seen', () => {
    expect(scrollTarget(boxes, 1, { ...view, left: 0, width: 400 })).toBe(0);
  });
  it('stays within what can be scrolled, where a neighbour is the outermost', () => {
    expect(scrollTarget(boxes, 4, view)).toBe(324);
    expect(scrollTarget(boxes, 1, { ...view, left: 200, width: 400 })).toBe(0);
  });
  it('survives an unknown tab', () => expect(scrollTarget([], -1, view)).toBe(0));
});

describe('the wheel', () => {
  it('moves a quarter of what it says, down is onward', () => {
    expect(wheelStep({ deltaY: 100, wheelDelta: -120 })).toBe(30);
    expect(wheelStep({ deltaY: -3 })).toBe(-30);
  });
});
