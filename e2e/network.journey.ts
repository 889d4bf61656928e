import type { Page, Request } from '@playwright/test';
import { report } from './mosquitto.ts';
import { asUser, expect, registerFor, signIn, simulated, test, textOf } from './ui.ts';

const isLive = (request: Request) => new URL(request.url()).pathname === '/v1/live';

/** Counts the live streams of a page: opened, and still open. */
function streamsOf(page: Page) {
  const open = new Set<Request>();
  const count = { begun: 0, open };
  page.on('request', (request) => {
    if (!isLive(request)) return;
    count.begun += 1;
    open.add(request);
  });
  const end = (request: Request) => open.delete(request);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return count;
}

/** Simulates hiding or showing the browser tab, as browsers notify a page. */
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate(`(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${hidden} });
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${hidden ? 'hidden' : 'visible'}' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  })()`);

test('without a network the page shows it, and resumes automatically when it is back', async ({
  page,
  context,
}) => {
  const { devid, secret } = await registerFor('demo_agent1');
  await report(devid, secret, { M_SOC: 41.5 });
  const streams = streamsOf(page);
  await signIn(page, 'demo_main', `/operationStatuss/thing/${devid}`);
  await expect(page.getByText('41.5', { exact: true })).toBeVisible();
  const banner = page.getByRole('status').getByText(textOf('en', 'common:offline'));
  await expect(banner).toHaveCount(0);

  await context.setOffline(true);
  await expect(banner).toBeVisible({ timeout: 1000 });
  // Loaded data stay readable.
  await expect(page.getByText('41.5', { exact: true })).toBeVisible();
  await report(devid, secret, { M_SOC: 42.5 });

  const before = streams.begun;
  await context.setOffline(false);
  await expect(banner).toHaveCount(0);
  // Missed changes are fetched, and the stream is open again.
  await expect(page.getByText('42.5', { exact: true })).toBeVisible({ timeout: 20_000 });
  await report(devid, secret, { M_SOC: 43.5 });
  await expect(page.getByText('43.5', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/${devid}$`));
  expect(streams.begun).toBeGreaterThanOrEqual(before);
});

test('a broken stream reconnects automatically', { tag: '@slow' }, async ({ page }) => {
  const { devid, secret } = await registerFor('demo_agent1');
  await report(devid, secret, { M_SOC: 51.5 });
  const streams = streamsOf(page);
  // The first stream ends immediately, as behind a restarted proxy.
  let broken = 0;
  await page.route('**/v1/live?*', (route) => {
    if (broken++ > 0) return route.continue();
    return route.fulfill({
      status: 200,
      contentType: 'text/event-stream',
      body: 'event: ping\ndata: {"time":1}\n\n',
    });
  });
  await signIn(page, 'demo_main', `/operationStatuss/thing/${devid}`);
  await expect(page.getByText('51.5', { exact: true })).toBeVisible();
  await expect.poll(() => streams.begun).toBeGreaterThanOrEqual(2);
  await report(devid, secret, { M_SOC: 52.5 });
  await expect(page.getByText('52.5', { exact: true })).toBeVisible();
});

test('a hidden tab has no open stream, and catches up when shown again', { tag: '@slow' }, async ({
  page,
}) => {
  const { devid, secret } = await registerFor('demo_agent1');
  await report(devid, secret, { M_SOC: 61.5 });
  const streams = streamsOf(page);
  await signIn(page, 'demo_main', `/operationStatuss/thing/${devid}`);
  await expect(page.getByText('61.5', { exact: true })).toBeVisible();
  // One for the page, one for the bell.
  await expect.poll(() => streams.open.size).toBe(2);

  await setHidden(page, true);
  await expect.poll(() => streams.open.size).toBe(0);
  const begun = streams.begun;
  await report(devid, secret, { M_SOC: 62.5 });
  // The next frame is stored, and the page still does not fetch it.
  const main = await asUser('demo_main');
  type Last = { fields: Record<string, { value: number }> }[];
  await expect
    .poll(
      async () =>
        (await main.call<Last>('POST', '/v1/devices/batch/lastdata', [{ devid }]))[0]?.fields.M_SOC?.value,
    )
    .toBe(62.5);
  await expect(page.getByText('61.5', { exact: true })).toBeVisible();
  expect(streams.begun).toBe(begun);

  await setHidden(page, false);
  await expect.poll(() => streams.open.size).toBe(2);
  await expect(page.getByText('62.5', { exact: true })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the menu is a drawer, and tables are readable', async ({ page }) => {
    const { devid } = await simulated(3);
    await signIn(page, 'demo_main', '/operationStatuss/index');
    const horizontalOverflow = () =>
      page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: 'Open the menu' }).tap();
    await expect(menu).toBeVisible();
    await expect(menu).toBeInViewport();
    await expect(menu.getByRole('link', { name: 'Monitoring Device' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(page.getByRole('button', { name: 'Open the menu' })).toBeFocused();

    // The main pages are in the bottom bar, which also opens the whole menu.
    const bar = page.getByRole('navigation', { name: 'Main pages' });
    await expect(bar.locator('[aria-current=page]')).toHaveText('Monitoring');
    await bar.getByRole('link', { name: 'Device List' }).tap();
    await expect(bar.locator('[aria-current=page]')).toHaveText('Device List');
    await bar.getByRole('button', { name: 'More' }).tap();
    await expect(menu).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(bar.getByRole('button', { name: 'More' })).toBeFocused();
    await bar.getByRole('link', { name: 'Monitoring' }).tap();
    // The search of Device List has the same name: it stays in its hidden tab.
    await expect(page.getByRole('heading', { level: 1, name: 'Monitoring Device' })).toBeVisible();

    // A device is a card: its name, state and charge are inside the screen.
    const row = page.getByRole('grid').getByRole('row').filter({ hasText: devid });
    await page.getByRole('searchbox').fill(devid);
    await expect(row).toBeVisible();
    const box = await row.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
    await expect(row).toContainText('%');
    expect(await horizontalOverflow()).toBe(0);
    await row.tap();
    // Sideways scrolling is tested in accessibility.journey, at 360 px.
    await expect(page).toHaveURL(new RegExp(`/${devid}$`));
  });
});
