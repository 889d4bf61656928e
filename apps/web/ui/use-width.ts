import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Width of an element in whole px, kept current; 0 before it has been measured. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  const measured = useRef(width);
  measured.current = width;
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    // A page that returns from behind another tab has its width: measuring it here would force a layout.
    if (measured.current === 0) setWidth(Math.floor(element.getBoundingClientRect().width));
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
