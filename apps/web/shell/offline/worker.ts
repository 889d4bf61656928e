import { create } from 'zustand';

/** Whether a newer build than the running one is ready. */
export const useNewVersion = create<{ ready: boolean }>(() => ({ ready: false }));

const LOOK_EVERY_MS = 30 * 60_000;
let waiting: ServiceWorker | null = null;
let reloading = false;
let started = false;

/**
 * Registers the service worker, once per page load; does nothing where it is not supported (plain http). A build that
 * becomes ready is reported by {@link useNewVersion}; {@link activateNewVersion} activates it.
 */
export function startWorker(): void {
  if (started || !('serviceWorker' in navigator)) return;
  started = true;
  if (import.meta.env.DEV) {
    // The development server has its own files: the worker of a build would serve older ones.
    void removeWorker();
    return;
  }
  // Not while the first page needs the network.
  window.setTimeout(() => void register(), 3000);
}

async function register(): Promise<void> {
  try {
    // Announce an update only where a worker is already installed; the first one is not an update.
    let controlled = navigator.serviceWorker.controller !== null;
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      // Another tab activated the new build: this one still runs the old.
      if (controlled && !reloading) useNewVersion.setState({ ready: true });
      controlled = true;
    });
    const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    const note = (worker: ServiceWorker | null) => {
      if (!worker || navigator.serviceWorker.controller === null) return;
      waiting = worker;
      useNewVersion.setState({ ready: true });
    };
    note(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed') note(worker);
      });
    });
    let looked = Date.now();
    const look = () => {
      if (document.hidden || !navigator.onLine || Date.now() - looked < LOOK_EVERY_MS) return;
      looked = Date.now();
      registration.update().catch(() => {});
    };
    document.addEventListener('visibilitychange', look);
    window.setInterval(look, 60_000);
  } catch {
    // A browser may refuse workers (private windows, policies): the console works without.
  }
}

/** Activates the new build and reloads this page, exactly once. */
export function activateNewVersion(): void {
  if (reloading) return;
  reloading = true;
  const reload = () => window.location.reload();
  if (!waiting || waiting.state === 'activated' || waiting.state === 'redundant') {
    reload();
    return;
  }
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  waiting.postMessage('take-over');
}

/** Unregisters every worker of this console and deletes its caches. */
async function removeWorker(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations()) {
    registration.active?.postMessage('leave');
    await registration.unregister();
  }
}
