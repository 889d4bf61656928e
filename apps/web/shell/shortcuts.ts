import { useEffect } from 'react';
import { openPalette, openShortcuts } from './palette/overlay-state.ts';
import { shortcutOf } from './shortcut-rules.ts';

/** The key that commands are given with here: ⌘ on a Mac, else Ctrl. */
export function commandKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl ';
}

function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]');
}

/** The search field of the page that is shown; pages that are kept in the background have theirs hidden. */
function pageSearch(): HTMLInputElement | undefined {
  const fields = document.querySelectorAll<HTMLInputElement>('#main input[type="search"]');
  return [...fields].find((field) => field.checkVisibility() && !field.disabled);
}

/** Whether a dialog is open: shown, and not one that waits beside the page until it is wanted. */
function dialogOpen(): boolean {
  const dialogs = document.querySelectorAll('[role="dialog"][aria-modal="true"]');
  return [...dialogs].some(
    (each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('[inert]'),
  );
}

/** Listens to the shortcuts of the shell while it is shown. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event, {
        takesText: takesText(event.target),
        dialogOpen: dialogOpen(),
      });
      if (!shortcut) return;
      if (shortcut === 'search') {
        const field = pageSearch();
        if (!field) return;
        field.focus();
        field.select();
      } else if (shortcut === 'palette') openPalette();
      else openShortcuts();
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
