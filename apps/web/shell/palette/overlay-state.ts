import { create } from 'zustand';
import { bufferEarlyText, drainEarlyText } from './early-text.ts';

type Overlay = 'palette' | 'shortcuts';

/** The open overlay: the command palette, or the list of shortcuts. */
export const useOverlays = create<{ shown: Overlay | null }>(() => ({ shown: null }));

/** The element that had the focus before the overlay opened. */
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
 * Closes the overlay and restores the focus. The library restores it only from the second time on: the first time, the
 * dialog is mounted already open.
 */
export function closeOverlays(): void {
  leaveOverlays();
  setTimeout(() => {
    const { activeElement } = document;
    if (activeElement !== document.body && !activeElement?.closest('[role="dialog"]')) return;
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  });
}

/** Closes the overlay on navigation, where the new page takes the focus. */
export function leaveOverlays(): void {
  drainEarlyText();
  useOverlays.setState({ shown: null });
}
