/** Where the focus last was in each held page, so that it returns there with the page. */
const last = new Map<string, WeakRef<HTMLElement>>();

export function noteFocus(key: string, element: HTMLElement): void {
  last.set(key, new WeakRef(element));
}

/** The element that last had the focus in a page, if it is still there and shown. */
export function lastFocus(key: string): HTMLElement | undefined {
  const element = last.get(key)?.deref();
  return element?.isConnected && element.checkVisibility() ? element : undefined;
}

export function forgetFocus(keep: (key: string) => boolean): void {
  for (const key of last.keys()) if (!keep(key)) last.delete(key);
}
