import { create } from 'zustand';
import { bufferEarlyText, drainEarlyText } from './early-text.ts';

type Overlay = 'palette' | 'shortcuts';

/** What lies over the page: the command palette, or the list of shortcuts. */
export const useOverlays = create<{ shown: Overlay | null }>(() => ({ shown: null }));

/** Where the focus was before anything lay over the page. */
let before: Element | null = null;

function open(shown: Overlay): void {
  if (useOverlays.getState().shown === null) before = document.activeElement;
  useOverlays.setState({ shown });
}

export function openPalette(): void {
  if (useOverlays.getState().shown !== 'palette') bufferEarlyText();
  open('palette');
}
export const openShortcuts = () => open('shortcuts');

/**
 * Closes what lies over the page and gives the focus back. The library would do so only from the second time on: the
 * first time a dialog is mounted when it is open already.
 */
export function closeOverlays(): void {
  leaveOverlays();
  setTimeout(() => {
    const { activeElement } = document;
    if (activeElement !== document.body && !activeElement?.closest('[role="dialog"]')) return;
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  });
}

/** Closes it for another page, which takes the focus itself. */
export function leaveOverlays(): void {
  drainEarlyText();
  useOverlays.setState({ shown: null });
}
