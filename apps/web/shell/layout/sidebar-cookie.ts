/** Whether the menu was left open, from the text of `document.cookie`; open when the cookie is missing. */
export function openedFromCookie(cookie: string): boolean {
  return !/(?:^|;\s*)sidebarStatus=0(?:;|$)/.test(cookie);
}
