/**
 * Gives the focus back to what had it when it was disabled. A button that shows that it works is disabled meanwhile, and
 * the browser takes the focus from it for good: after a failed save the keys would begin again at the top of the page.
 */
export function restoreFocus(): void {
  let last: WeakRef<EventTarget> | undefined;
  document.addEventListener('focusin', ({ target }) => {
    last = target ? new WeakRef(target) : undefined;
  });
  new MutationObserver((changes) => {
    const { activeElement, body } = document;
    // Somebody has gone on meanwhile.
    if (activeElement && activeElement !== body) return;
    const woken = changes.find(({ target }) => target === last?.deref())?.target;
    if (woken instanceof HTMLElement && !woken.matches(':disabled')) woken.focus({ preventScroll: true });
  }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['disabled'] });
}
