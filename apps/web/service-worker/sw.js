/*
 * The service worker: keeps the files of one build, so that the console opens without a network (docs/decisions/0009).
 * It knows nothing but these files. What the API says never comes here: only navigations and the files of the list are
 * answered, everything else goes to the network as if there were no worker. And it shows the notifications that the server sends
 * to this browser (docs/decisions/0064).
 * The build writes VERSION and FILES into it.
 */
const VERSION = '__VERSION__';
const FILES = '__FILES__';

const PREFIX = 'voltloop-shell-';
const CACHE = PREFIX + VERSION;
const PAGE = '/index.html';
const files = new Set(FILES);

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) =>
      // Past the browser's own cache: a page of the build before would ask for files that are gone.
      cache.addAll(FILES.map((path) => new Request(path, { cache: 'reload', credentials: 'omit' }))),
    ),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const mine = (await caches.keys()).filter((key) => key.startsWith(PREFIX) && key !== CACHE);
      // One build back stays: another tab may still run it and ask for a file of its own.
      for (const key of mine.slice(0, -1)) await caches.delete(key);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('message', (event) => {
  if (event.data === 'take-over') event.waitUntil(self.skipWaiting());
  if (event.data === 'leave') event.waitUntil(leave());
});

/** Takes the worker out of the browser, with everything that it kept. */
async function leave() {
  for (const key of await caches.keys()) if (key.startsWith(PREFIX)) await caches.delete(key);
  await self.registration.unregister();
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin || request.headers.has('authorization'))
    return;
  if (request.mode === 'navigate') {
    // A document of the server is no page of the console.
    if (isPage(url.pathname)) event.respondWith(page(request));
  } else if (url.pathname.startsWith('/assets/')) event.respondWith(kept(request));
  else if (files.has(url.pathname)) event.respondWith(fresh(request));
});

/** Whether the console answers an address: no file, and none of the API's. */
function isPage(pathname) {
  const api =
    /^\/(v1|admin|docs|openapi|files|common|area|user|client|order|recycle|role|metrics|health|ready|passport|01)(\/|\.|$)/i;
  return !api.test(pathname) && !/\.\w+$/.test(pathname);
}

/** The page from the network, which knows the newest build; the kept one when there is no network. */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await caches.match(PAGE, { cacheName: CACHE, ignoreVary: true });
    if (found) return found;
    throw error;
  }
}

/** A file whose name changes with its content: kept is as good as new. */
async function kept(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? (await fetch(request));
}

/** A file that keeps its name: new where there is a network. */
async function fresh(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await caches.match(request, { cacheName: CACHE, ignoreVary: true });
    if (found) return found;
    throw error;
  }
}

self.addEventListener('push', (event) => {
  event.waitUntil(show(event.data));
});

/** Shows a message. A browser takes the permission away from who shows nothing, so one that cannot be read is shown, too. */
function show(data) {
  let said = {};
  try {
    said = data?.json() ?? {};
  } catch {}
  const { id, title = 'Voltloop', body, language, path } = said;
  // One that comes twice takes the place of the first, without a second sound.
  return self.registration.showNotification(title, {
    body,
    lang: language,
    tag: id,
    icon: '/icon-192.png',
    data: { path },
  });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path));
});

/** Opens a page of the console: in a window that shows it already, which navigates there without losing a form, else in a new one. */
async function open(path) {
  const isPath = typeof path === 'string' && /^\/(?![/\\])/.test(path);
  const wanted = isPath ? path : '/';
  const windows = await self.clients.matchAll({ type: 'window' });
  for (const client of windows) {
    if (await goes(client, wanted)) return client.focus();
  }
  return self.clients.openWindow(wanted);
}

/** Whether a window answers that it goes to a page: one that shows no console, such as the sign-in, does not. */
function goes(client, path) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), 500);
    client.postMessage({ open: path }, [port2]);
  });
}
