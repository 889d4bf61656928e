/**
 * Opens the page of a clicked notification while the console is open. The service worker asks each window in turn; the
 * first one to answer navigates.
 * @returns the unsubscribe function
 */
export function openFromNotifications(go: (path: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => {};
  const workers = navigator.serviceWorker;
  const listen = ({ data, ports }: MessageEvent<{ open?: unknown } | string | null>) => {
    const path = typeof data === 'object' ? data?.open : undefined;
    if (typeof path !== 'string' || !path.startsWith('/')) return;
    ports[0]?.postMessage('going');
    go(path);
  };
  workers.addEventListener('message', listen);
  return () => workers.removeEventListener('message', listen);
}
