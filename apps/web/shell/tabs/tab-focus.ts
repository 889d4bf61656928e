/** The last focused element of each kept page, so that the focus returns with the page. */
const last = new Map<string, WeakRef<HTMLElement>>();

export function noteFocus(key: string, element: HTMLElement): void {
  last.set(key, new WeakRef(element));
}

/** The last focused element of a page, if it is still in the document and visible. */
export function lastFocus(key: string): HTMLElement | undefined {
  const element = last.get(key)?.deref();
  return element?.isConnected && element.checkVisibility() ? element : undefined;
}

export function forgetFocus(keep: (key: string) => boolean): void {
  for (const key of last.keys()) if (!keep(key)) last.delete(key);
}
