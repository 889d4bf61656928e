import { type RefObject, useLayoutEffect, useRef } from 'react';

/** What last had the focus; for an entry of a menu, which goes away with its choice, the button of the menu. */
let last: WeakRef<HTMLElement> | undefined;

if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const menu = target.closest('[role="menu"]');
    const lasting = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : target;
    if (lasting) last = new WeakRef(lasting);
  });

/**
 * Gives the focus back to what opened a dialog when it closes, also where the dialog is fetched and mounted when it is
 * first wanted, and where a menu opened it that is gone by then. If the opener is gone too (a deleted row), the page's
 * title takes the focus.
 */
export function useFocusBack(opened: boolean, content: RefObject<HTMLElement | null>): void {
  const opener = useRef<HTMLElement>(undefined);
  useLayoutEffect(() => {
    if (!opened) {
      opener.current = undefined;
      return;
    }
    // A dialog of a tab that comes back keeps the opener of its first time.
    opener.current ??= last?.deref();
    const to = opener.current;
    return () => {
      setTimeout(() => {
        const { activeElement } = document;
        // Asked for now: at the opening the dialog is not in the document yet; while it fades it is, with the focus in it.
        const box = content.current;
        // Somebody else has taken it: another dialog, or the next page.
        if (activeElement && activeElement !== document.body && !box?.contains(activeElement)) return;
        const titles = [...document.querySelectorAll<HTMLElement>('[data-page-title]')];
        [to, ...titles]
          .find((each) => each?.isConnected && each.checkVisibility())
          ?.focus({ preventScroll: true });
      });
    };
  }, [opened]);
}
