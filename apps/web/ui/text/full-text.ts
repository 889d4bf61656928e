import type { PointerEvent } from 'react';

/** For `onPointerEnter`: titles an element with its full text while it is cut off, unless something inside has a title. */
export function showFullText({ currentTarget: element }: PointerEvent<HTMLElement>): void {
  const isCut = [element, ...element.querySelectorAll('*')].some(
    (each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0,
  );
  if (isCut && !element.querySelector('[title]')) element.title = element.textContent ?? '';
  else element.removeAttribute('title');
}
