const CONTROLS = 'button, a[href], input, select, textarea, [tabindex]';
/** How long a click may take to remove its button, ms. */
const REMOVED_WITHIN_MS = 150;

/** Whether Tab reaches it. */
const isReachable = (each: HTMLElement) =>
  each.isConnected && each.tabIndex >= 0 && !each.matches(':disabled') && each.checkVisibility();

/** The controls of the same dialog or page, in order. */
function controlsAround(element: Element): HTMLElement[] {
  return [...(element.closest('[role="dialog"], #main')?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
}

/** The control next to a disabled one, otherwise its dialog or page. */
function besides(disabled: HTMLElement): HTMLElement | null {
  for (const box of [disabled.parentElement, disabled.parentElement?.parentElement]) {
    const near = [...(box?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].filter(isReachable);
    const isBefore = (each: Element) =>
      (disabled.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING) > 0;
    const found = near.findLast(isBefore) ?? near[0];
    if (found) return found;
  }
  return disabled.closest<HTMLElement>('[role="dialog"], #main');
}

/**
 * Keeps the focus where a control loses it, as the browser would drop it and a screen reader lose its place:
 * - a button that shows progress is disabled meanwhile, and gets the focus again;
 * - one that stays disabled (the last page of a list, nothing left to save) passes it to the control next to it;
 * - one that its click removes (a filter, a line, a message) passes it to the next control, or back to the one before.
 */
export function keepFocus(): void {
  let last: HTMLElement | undefined;
  let stand: HTMLElement | null = null;
  /** The last control outside of messages over the page. */
  let onPage: HTMLElement | undefined;
  const isLost = () => !document.activeElement || document.activeElement === document.body;

  const follow = (target: EventTarget | null) => {
    if (!(target instanceof HTMLElement)) return;
    if (target !== stand) last = target;
    if (!target.closest('[role="status"]')) onPage = target;
  };
  follow(document.activeElement);
  document.addEventListener('focusin', ({ target }) => follow(target));

  new MutationObserver((changes) => {
    if (!last || !changes.some(({ target }) => target === last)) return;
    const { activeElement } = document;
    // The user has moved on meanwhile.
    if (!isLost() && activeElement !== last && activeElement !== stand) return;
    if (!last.matches(':disabled')) {
      if (activeElement !== last) last.focus({ preventScroll: true });
    } else if (!last.hasAttribute('data-loading')) {
      stand = besides(last);
      stand?.focus({ preventScroll: true });
    }
  }).observe(document.body, {
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'data-loading'],
  });

  document.addEventListener(
    'click',
    () => {
      const clicked = document.activeElement;
      if (!(clicked instanceof HTMLElement) || !clicked.matches('button')) return;
      const around = controlsAround(clicked);
      const at = around.indexOf(clicked);
      const { pathname } = location;
      const back = onPage;
      setTimeout(() => {
        // A new page or dialog takes the focus itself.
        if (clicked.isConnected || !isLost() || location.pathname !== pathname) return;
        const next =
          around.slice(at + 1).find(isReachable) ?? around.slice(0, Math.max(at, 0)).findLast(isReachable);
        (next ?? back)?.focus({ preventScroll: true });
      }, REMOVED_WITHIN_MS);
    },
    true,
  );
}
