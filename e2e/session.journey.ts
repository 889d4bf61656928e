import type { Page as Pages, Thing } from '@voltloop/contract';
import {
  asUser,
  DEMO_PASSWORD,
  expect,
  fillSignIn,
  instance,
  openByMenu,
  setAccountLanguage,
  signIn,
  tenantPath,
  test,
  textOf,
  title,
} from './ui.ts';

const REFRESH = '/v1/admin/control/sessions/refresh';
const pathOf = (url: string) => new URL(url).pathname;

test('a page that the role may not see ends the session with the specified message', {
  tag: '@slow',
}, async ({ page }) => {
  // Back-office staff have a session, but no access to any page of the portal.
  await signIn(page, 'demo_staff');
  const revoked = page.waitForResponse((response) => pathOf(response.url()) === '/v1/auth/logout');
  await page.goto('/operationStatuss/index');
  await expect(page.getByText('Permission Denied！')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  expect((await revoked).status()).toBe(200);
  const kept = () =>
    page.evaluate(() =>
      ['loginData', 'loginJWT', 'token', 'roleId'].map((key) => sessionStorage.getItem(key)),
    );
  expect(await kept()).toEqual([null, null, null, null]);
  // The cookie is invalid too: a reload does not restore the session.
  expect((await page.request.post(REFRESH, { headers: { platform: 'IOT' } })).status()).toBe(401);
  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
});

test('a first visit requests the session before the files of the console', { tag: '@slow' }, async ({
  page,
  browser,
}) => {
  await signIn(page, 'demo_main');
  // Like a freshly started browser: with the cookie, without a cache.
  const state = await page.context().storageState();
  const context = await browser.newContext({ baseURL: instance.url, storageState: state });
  const again = await context.newPage();
  const requested: string[] = [];
  again.on('request', (request) => requested.push(pathOf(request.url())));
  await again.goto('/deviceManager/index');
  await expect(title(again)).toHaveText('Device List');
  const scripts = requested.filter((path) => path.endsWith('.js'));
  const before = requested.slice(0, requested.indexOf(REFRESH)).filter((path) => path.endsWith('.js'));
  // Those named by the page itself, and the first catalogue.
  expect(before.length).toBeLessThanOrEqual(6);
  expect(scripts.length).toBeLessThan(70);
  await context.close();
});

test('sign-in leads back to the requested page, if the role may see it', async ({ page }) => {
  const main = await asUser('demo_main');
  const list = await main.call<Pages<Thing>>('GET', `${tenantPath(main)}/things?page_size=1&search=HB25`);
  const path = `/operationStatuss/thing/${list.list[0]?.devid}?tab=history`;
  await setAccountLanguage('demo_main', 'en');
  await page.goto(path);
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(path)}`);
  await fillSignIn(page, 'demo_main');
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('tab', { name: 'History' })).toHaveAttribute('aria-selected', 'true');
});

test('sign-in never redirects out of the console, nor to a page that would end the session again', {
  tag: '@slow',
}, async ({ page }) => {
  await setAccountLanguage('demo_installer', 'en');
  for (const redirect of ['//evil.example/x', '/\\evil.example']) {
    await page.goto(`/login?redirect=${encodeURIComponent(redirect)}`);
    await fillSignIn(page, 'demo_installer');
    await expect(page).toHaveURL('/home/index');
    await page.getByRole('button', { name: /Account/ }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login/);
  }
  // The portal is not for staff: they are sent to the back office instead of being signed out again.
  await page.goto('/login?redirect=%2Fhome%2Findex');
  await fillSignIn(page, 'demo_staff');
  await expect(page).toHaveURL('/backoffice/home');
  await expect(page.getByRole('banner')).toBeVisible();
});

test('signing out remembers the page, ends the session in the other tab too, and the user can return to the page', async ({
  page,
  context,
}) => {
  await signIn(page, 'demo_agent1', '/operationStatuss/index?sort=soc');
  const other = await context.newPage();
  await other.goto('/home/index');
  await expect(title(other)).toHaveText('Home');

  await page.getByRole('button', { name: /Account/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent('/operationStatuss/index?sort=soc')}`);
  await expect(other).toHaveURL(/\/login\?redirect=%2Fhome%2Findex$/);
  await expect(other.getByText('You signed out in another tab.')).toBeVisible();
  await other.close();

  await fillSignIn(page, 'demo_agent1');
  await expect(page).toHaveURL('/operationStatuss/index?sort=soc');
});

test('a session ended by the server leads to sign-in; a reload keeps a valid one', async ({ page }) => {
  await signIn(page, 'demo_company', '/home/index');
  await page.reload();
  await expect(title(page)).toHaveText('Home');
  await expect(page.getByRole('banner')).toContainText('Company Admin');

  // Ended from elsewhere: by its own token, like a revocation by an administrator.
  const token = await page.evaluate(() => sessionStorage.getItem('loginJWT'));
  const ended = await fetch(`${instance.url}/v1/auth/logout`, {
    method: 'POST',
    headers: { platform: 'IOT', authorization: `Bearer ${token}` },
  });
  expect(ended.status).toBe(200);
  // The next call of the page may precede that of the menu.
  await Promise.race([openByMenu(page, 'Monitoring Device', 'Device'), page.waitForURL(/\/login\?/)]);
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
});

test('a session that expires over a half-filled form is continued by signing in again, and the form is saved', {
  tag: '@slow',
}, async ({ page }) => {
  const name = `Alder Recycling ${Date.now().toString(36)}`;
  await signIn(page, 'demo_staff', '/backoffice/customer');
  await page.getByRole('link', { name: 'New customer' }).first().click();
  const form = page.getByRole('form', { name: 'New customer' });
  await form.getByLabel('Type').click();
  await page.getByRole('option', { name: 'Individual' }).click();
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  const former = await page.evaluate(() => sessionStorage.getItem('loginJWT'));
  await page.context().clearCookies();
  await page.route('**/*', (route) => {
    if (route.request().headers().authorization !== `Bearer ${former}`) return route.fallback();
    const json = { code: 4010001, message: 'Unauthorized', result: false, data: null };
    return route.fulfill({ status: 401, json });
  });
  await form.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.type('wrong', { delay: 80 });
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText(name);
  await expect(dialog).toHaveCount(0);
});

test('a failed load is reported in the language of the page, and Retry loads it', { tag: '@slow' }, async ({
  page,
}) => {
  let fail = true;
  await page.route(/\/energy-period\?/, (route) => {
    if (!fail) return route.continue();
    const json = { code: 5000001, message: 'server busy', result: false, data: null };
    return route.fulfill({ status: 500, json });
  });
  await signIn(page, 'demo_main', '/home/index', 'zh');
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText(textOf('zh', 'errors:busy'), { timeout: 20_000 });
  fail = false;
  await alert.getByRole('button', { name: textOf('zh', 'ui:error.retry') }).click();
  await expect(alert).toHaveCount(0);
  await expect(page.getByRole('region', { name: textOf('zh', 'home:energy.title') })).toContainText('Wh');
});

test('when the token expires, calls that fail together renew it once and continue', { tag: '@slow' }, async ({
  page,
}) => {
  await signIn(page, 'demo_main', '/home/index');
  await expect(page.getByRole('link', { name: /All [\d,]+ devices/ })).toContainText(/\d/);
  const former = await page.evaluate(() => sessionStorage.getItem('loginJWT'));
  // Simulates half an hour: from now on the former token is answered like an expired one.
  const refused: string[] = [];
  let refreshes = 0;
  await page.route('**/v1/**', async (route) => {
    const path = pathOf(route.request().url());
    if (path === REFRESH) refreshes += 1;
    else if (route.request().headers().authorization === `Bearer ${former}`) {
      refused.push(path);
      const json = { code: 4010001, message: 'Unauthorized', result: false, data: null };
      return route.fulfill({ status: 401, json });
    }
    return route.continue();
  });
  await openByMenu(page, 'Monitoring Device', 'Device');
  await expect(page.getByRole('grid').getByRole('gridcell').first()).toBeVisible();
  expect(refused.length).toBeGreaterThan(1);
  expect(refreshes).toBe(1);
  expect(await page.evaluate(() => sessionStorage.getItem('loginJWT'))).not.toBe(former);
  await expect(page).toHaveURL('/operationStatuss/index');
});
