/** Duration of the scroll to the top, ms (specification section 9). */
export const SCROLL_MS = 800;

/** The position after `elapsed_ms` of a scroll from `from` px to the top: ease in and out, quadratic. */
export function scrollTopAt(from: number, elapsed_ms: number): number {
  const t = Math.min(Math.max(elapsed_ms / SCROLL_MS, 0), 1);
  const eased = t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2;
  return Math.round(from * (1 - eased));
}

/** The nearest scroll container of an element, or the page. */
function scrollerOf(element: Element): Element {
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
    const { overflowY } = getComputedStyle(box);
    if (/auto|scroll/.test(overflowY) && box.scrollHeight > box.clientHeight + 1) return box;
  }
  return document.scrollingElement ?? document.documentElement;
}

/**
 * Scrolls the container of `element` to its top over 800 ms; at once with reduced motion. Scrolling by the user cancels
 * it.
 */
export function scrollToTop(element: Element): void {
  const box = scrollerOf(element);
  const from = box.scrollTop;
  if (from === 0) return;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    box.scrollTop = 0;
    return;
  }
  const ended = new AbortController();
  const begun = performance.now();
  const step = (now: number) => {
    if (ended.signal.aborted) return;
    box.scrollTop = scrollTopAt(from, now - begun);
    if (now - begun < SCROLL_MS) requestAnimationFrame(step);
    else ended.abort();
  };
  requestAnimationFrame((now) => {
    // Only now: the key press or click that started this has not yet reached the window.
    for (const event of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
      addEventListener(event, () => ended.abort(), { passive: true, once: true, signal: ended.signal });
    step(now);
  });
}
