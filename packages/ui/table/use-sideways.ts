import { type RefObject, useCallback, useEffect, useState } from 'react';
import { moreBeside } from './layout.ts';

/**
 * Where a box that scrolls sideways has more to show: 'start', 'end', both ('start end') or ''.
 * @param width Of the box, in px; with `content` what asks for a new look when it changes.
 * @param content Least width of what is inside, in px; undefined where it takes any.
 */
export function useSideways(
  ref: RefObject<HTMLElement | null>,
  width: number,
  content: number | undefined,
): { more: string; update: () => void } {
  const [more, setMore] = useState('');
  const update = useCallback(() => {
    const box = ref.current;
    if (box) setMore(moreBeside(box.scrollLeft, box.clientWidth, box.scrollWidth));
  }, [ref]);
  // In the next frame, whose layout is made anyway: measured here, each table that appears would cost a layout more.
  useEffect(() => {
    const frame = requestAnimationFrame(update);
    return () => cancelAnimationFrame(frame);
  }, [update, width, content]);
  return { more, update };
}
