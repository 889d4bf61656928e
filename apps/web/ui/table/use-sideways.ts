import { type RefObject, useCallback, useEffect, useState } from 'react';
import { moreBeside } from './layout.ts';

/**
 * The sides to which a box can still be scrolled: 'start', 'end', both ('start end') or ''.
 * @param width Of the box, in px; with `content` it triggers a new measurement when it changes.
 * @param content Minimum width of the content, in px; undefined where it has none.
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
  // In the next frame, which has its layout anyway: measuring here would cost each new table another layout.
  useEffect(() => {
    const frame = requestAnimationFrame(update);
    return () => cancelAnimationFrame(frame);
  }, [update, width, content]);
  return { more, update };
}
