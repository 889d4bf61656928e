import { create } from 'zustand';

interface SidebarState {
  /** Wide or collapsed; kept in the cookie `sidebarStatus` as 1 or 0. */
  opened: boolean;
  /** The drawer of a narrow screen. It has no cookie: a visit by phone must not collapse the desktop's menu. */
  drawer: boolean;
}

/** Narrower than this the menu is a drawer (decisions A10). */
export const MOBILE_WIDTH_PX = 992;

/** Whether the menu was left open, from the text of `document.cookie`; open when the cookie is missing. */
export function openedFromCookie(cookie: string): boolean {
  return !/(?:^|;\s*)sidebarStatus=0(?:;|$)/.test(cookie);
}

export const useSidebar = create<SidebarState>(() => ({
  opened: openedFromCookie(document.cookie),
  drawer: false,
}));

export function toggleSidebar(): void {
  const opened = !useSidebar.getState().opened;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from plain-http pages
  document.cookie = `sidebarStatus=${opened ? 1 : 0}; path=/; max-age=31536000; samesite=strict`;
  useSidebar.setState({ opened });
}

export function setDrawer(drawer: boolean): void {
  useSidebar.setState({ drawer });
}
