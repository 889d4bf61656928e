import { useEffect } from 'react';
import { openPalette, openShortcuts } from './palette/overlay-state.ts';
import { shortcutOf } from './shortcut-rules.ts';

/** The modifier key of this platform: ⌘ on a Mac, otherwise Ctrl. */
export function commandKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl ';
}

function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]');
}

/** The search field of the visible page; pages in the background have hidden ones. */
function pageSearch(): HTMLInputElement | undefined {
  const fields = document.querySelectorAll<HTMLInputElement>('#main input[type="search"]');
  return [...fields].find((field) => field.checkVisibility() && !field.disabled);
}

/** Whether a dialog is open and visible; closed ones may be in the document too. */
function dialogOpen(): boolean {
  const dialogs = document.querySelectorAll('[role="dialog"][aria-modal="true"]');
  return [...dialogs].some(
    (each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('[inert]'),
  );
}

/** Handles the keyboard shortcuts of the shell while mounted. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event, {
        inTextField: isTextField(event.target),
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
