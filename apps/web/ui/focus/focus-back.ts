import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The last focused element; for a menu item, which is removed after the choice, the button of the menu. */
let last: WeakRef<HTMLElement> | undefined;

if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const menu = target.closest('[role="menu"]');
    const lasting = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : target;
    if (lasting) last = new WeakRef(lasting);
  });

/**
 * Restores the focus to the opener of a dialog when it closes, also where the dialog loads on first use, and where the
 * menu that opened it is closed by then. If the opener has been removed too (a deleted row), the page's heading gets the
 * focus.
 */
export function useFocusBack(opened: boolean, content: RefObject<HTMLElement | null>): void {
  const opener = useRef<HTMLElement>(undefined);
  useLayoutEffect(() => {
    if (!opened) {
      opener.current = undefined;
      return;
    }
    // A dialog in a tab that is shown again keeps its original opener.
    opener.current ??= last?.deref();
    const to = opener.current;
    return () => {
      setTimeout(() => {
        const { activeElement } = document;
        // Read now: at the opening the dialog is not in the document yet; while it fades out it is, with the focus in it.
        const box = content.current;
        // The focus has moved on: to another dialog, or the next page.
        if (activeElement && activeElement !== document.body && !box?.contains(activeElement)) return;
        const titles = [...document.querySelectorAll<HTMLElement>('[data-page-title]')];
        [to, ...titles]
          .find((each) => each?.isConnected && each.checkVisibility())
          ?.focus({ preventScroll: true });
      });
    };
  }, [opened]);
}
