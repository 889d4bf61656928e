/**
 * Restores the focus to an element that lost it by being disabled. A button that shows progress is disabled meanwhile,
 * and the browser drops its focus: after a failed save, Tab would start at the top of the page.
 */
export function restoreFocus(): void {
  let last: WeakRef<EventTarget> | undefined;
  document.addEventListener('focusin', ({ target }) => {
    last = target ? new WeakRef(target) : undefined;
  });
  new MutationObserver((changes) => {
    const { activeElement, body } = document;
    // The user has moved on meanwhile.
    if (activeElement && activeElement !== body) return;
    const enabled = changes.find(({ target }) => target === last?.deref())?.target;
    if (enabled instanceof HTMLElement && !enabled.matches(':disabled'))
      enabled.focus({ preventScroll: true });
  }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['disabled'] });
}
