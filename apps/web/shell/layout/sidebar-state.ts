import { create } from 'zustand';
import { openedFromCookie } from './sidebar-cookie.ts';

interface SidebarState {
  /** Wide or collapsed; kept in the cookie `sidebarStatus` as 1 or 0. */
  opened: boolean;
  /** The drawer of narrow screens. It has no cookie: a visit by phone must not collapse the desktop's menu. */
  drawer: boolean;
  /** True during a toggle: widths are animated only then, not when the window is resized. */
  animated: boolean;
}

const TOGGLE_MS = 320;

/** Below this width the menu is a drawer (interpretation A10). */
export const MOBILE_WIDTH_PX = 992;
/** Below this width there is also a bottom bar. */
export const PHONE_WIDTH_PX = 640;

export const useSidebar = create<SidebarState>(() => ({
  opened: openedFromCookie(document.cookie),
  drawer: false,
  animated: false,
}));

let settle: ReturnType<typeof setTimeout> | undefined;

export function toggleSidebar(): void {
  const opened = !useSidebar.getState().opened;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from plain-http pages
  document.cookie = `sidebarStatus=${opened ? 1 : 0}; path=/; max-age=31536000; samesite=strict`;
  useSidebar.setState({ opened, animated: true });
  clearTimeout(settle);
  settle = setTimeout(() => useSidebar.setState({ animated: false }), TOGGLE_MS);
}

export function setDrawer(drawer: boolean): void {
  useSidebar.setState({ drawer });
}
