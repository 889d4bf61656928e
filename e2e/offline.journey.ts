import type { Page } from '@playwright/test';
import { expect, registerFor, signIn, switchLanguage, test, textOf, title } from './ui.ts';

test.use({ serviceWorkers: 'allow' });

/** Waits until the service worker has cached the build and controls the page. */
const workerReady = (page: Page) =>
  expect
    .poll(() => page.evaluate('navigator.serviceWorker.controller !== null'), { timeout: 90_000 })
    .toBe(true);

test('without a network the console opens from its cache, which has no API responses; it reports that, and refuses changes', {
  tag: '@slow',
}, async ({ page, context }) => {
  const { devid } = await registerFor('demo_agent1');
  await signIn(page, 'demo_main', '/operationStatuss/index');
  await expect(title(page)).toBeVisible();
  await workerReady(page);

  await context.setOffline(true);
  const banner = page.getByRole('status').getByText(textOf('en', 'common:offline'));
  await expect(banner).toBeVisible({ timeout: 1000 });
  // Cached content shows its age.
  await expect(banner).toContainText(/As of \d\d:\d\d\./);

  // A change is refused visibly, and not sent later.
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await switchLanguage(page, 'zh');
  await expect(page.getByText(textOf('zh', 'errors:offline'))).toBeVisible();
  await switchLanguage(page, 'en');
  expect(sent).toEqual([]);

  // A reload, and another page of the console. The browser under test may forget its offline state over a reload,
  // although no request succeeds: then the console detects it.
  const notice = banner.or(page.getByRole('status').getByText(textOf('en', 'common:unreached')));
  await page.reload();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(title(page)).toBeVisible();
  await expect(notice).toBeVisible();
  await page.goto(`/operationStatuss/thing/${devid}`);
  await expect(page.getByRole('banner')).toBeVisible();

  await context.setOffline(false);
  await expect(notice).toHaveCount(0);
  await expect(page.getByText(devid).first()).toBeVisible({ timeout: 20_000 });

  // Pages were shown with and without a network: only files of the console are cached.
  const cached = await page.evaluate<string[]>(`(async () => {
    const found = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
    return found;
  })()`);
  expect(cached).toContain('/index.html');
  expect(
    cached.filter((path) => !/^\/(assets\/[\w.~-]+|index\.html|favicon\.svg|theme-init\.js)$/.test(path)),
  ).toEqual([]);
});

test('a network without internet access is reported too, also on a page opened under it; content loads once access is back', {
  tag: '@slow',
}, async ({ page, context }) => {
  const { devid } = await registerFor('demo_agent1');
  await signIn(page, 'demo_main', '/operationStatuss/index');
  await expect(title(page)).toBeVisible();
  await workerReady(page);
  const notice = page.getByRole('status').getByText(textOf('en', 'common:unreached'));
  await expect(notice).toHaveCount(0);

  // The browser reports that it is online, but no request succeeds.
  await context.route('**/*', (route) => route.abort('addressunreachable'));
  await page.goto(`/operationStatuss/thing/${devid}`);
  expect(await page.evaluate('navigator.onLine')).toBe(true);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(notice).toBeVisible();

  await context.unroute('**/*');
  await expect(notice).toHaveCount(0);
  await expect(page.getByText(devid).first()).toBeVisible();
});

test('a new build is offered, and applied by one reload', { tag: '@slow' }, async ({ page }) => {
  await signIn(page, 'demo_main', '/operationStatuss/index');
  await expect(title(page)).toBeVisible();
  await workerReady(page);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  // The worker at another URL looks like a new build to the browser: an unknown script.
  await page.evaluate("navigator.serviceWorker.register('/sw.js?another').then(() => true)");
  const offer = page.getByRole('status').getByText(textOf('en', 'shell:newVersion.text'));
  // A hundred files are fetched first.
  await expect(offer).toBeVisible({ timeout: 30_000 });
  expect(loads).toBe(0);
  // A dialog is above it: on a phone it would cover the dialog's buttons.
  const reload = page.getByRole('button', { name: textOf('en', 'shell:newVersion.reload') });
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(reload.click({ trial: true, timeout: 1000 })).rejects.toThrow('intercepts pointer events');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await reload.click();
  await expect.poll(() => loads).toBe(1);
  await expect(title(page)).toBeVisible();
  expect(loads).toBe(1);
});
