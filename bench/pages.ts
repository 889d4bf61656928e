import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Instance } from '../e2e/instance.ts';

export const PASSWORD = 'Volt-demo-2026';

/** Collected in the page from the start: paints, layout shifts and the latency of each interaction. */
export const WATCH = `
  window.__seen = { lcp: 0, shift: 0, interactions: new Map() };
  const watch = (type, each, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true, ...options });
  watch('largest-contentful-paint', (entry) => { window.__seen.lcp = entry.startTime; });
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) window.__seen.shift += entry.value; });
  watch('event', ({ interactionId: id, duration }) => {
    if (id) window.__seen.interactions.set(id, Math.max(duration, window.__seen.interactions.get(id) ?? 0));
  }, { durationThreshold: 16 });
`;

/** A page of the demo with an empty cache, signed in. */
export async function signedIn(
  browser: Browser,
  { url }: Pick<Instance, 'url'>,
  user = 'demo_main',
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  const reply = await context.request.post('/v1/admin/control/sessions', {
    headers: { platform: 'IOT', language: 'en_US' },
    data: { username: user, password: PASSWORD, type: 'password' },
  });
  if (!reply.ok()) throw new Error(await reply.text());
  await context.addInitScript(`localStorage.setItem('voltloop.session', '1');${WATCH}`);
  return { context, page: await newWindow(context) };
}

/** A page in a new window, once Chromium has loaded the window's own interface, which takes 0.6 s of CPU time. */
export async function newWindow(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.waitForTimeout(1500);
  return page;
}

/** Waits until a page is loaded and idle. */
export const quiet = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(1500);
};
