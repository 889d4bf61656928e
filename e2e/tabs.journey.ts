import type { Page } from '@playwright/test';
import { findings } from './looks.ts';
import {
  asUser,
  expect,
  openByMenu,
  setAccountLanguage,
  signIn,
  simulated,
  strip,
  test,
  textOf,
  title,
} from './ui.ts';

const ACCOUNT = '/endUserPage/personalInformation/index';
const city = (page: Page) => page.getByRole('textbox', { name: 'City' });
/** Collects requests to the API from now on. */
function counted(page: Page) {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/v1/') && !pathname.endsWith('/live')) paths.push(pathname);
  });
  return paths;
}

test('a half-filled form survives a switch to another tab, without a request', async ({ page }) => {
  await signIn(page, 'demo_company', ACCOUNT);
  const tabs = strip(page);
  await expect(tabs.tab('Home')).toBeVisible();
  await city(page).fill('Half a ci');
  await expect(tabs.tab('Account unsaved changes')).toBeVisible();

  await openByMenu(page, 'Device List');
  await expect(page).toHaveURL('/deviceManager/index');
  await expect(city(page)).toBeHidden();
  await expect(tabs.tab('Account unsaved changes')).toHaveAttribute('aria-selected', 'false');

  const requests = counted(page);
  await tabs.tab('Account unsaved changes').click();
  await expect(page).toHaveURL(ACCOUNT);
  await expect(city(page)).toHaveValue('Half a ci');
  // The caret is at its former position.
  await expect(city(page)).toBeFocused();
  expect(requests.filter((path) => path.includes('/users/self'))).toEqual([]);
});

test('closing a tab with unsaved changes offers stay, save and leave, discard', async ({ page }) => {
  const company = await asUser('demo_company');
  const before = await company.call<{ city: string | null }>('GET', '/v1/admin/tenant/users/self');
  await signIn(page, 'demo_company', ACCOUNT);
  const tabs = strip(page);
  const dialog = page.getByRole('dialog', { name: 'Unsaved changes' });
  await city(page).fill('Elsewhere');
  await openByMenu(page, 'Device List');

  await tabs.close('Account');
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(dialog).toBeHidden();
  await expect(tabs.tabs).toHaveCount(3);

  await tabs.close('Account');
  await dialog.getByRole('button', { name: 'Save and leave' }).click();
  await expect(tabs.tabs).toHaveText(['Home', 'Device List']);
  await expect
    .poll(() => company.call('GET', '/v1/admin/tenant/users/self'))
    .toMatchObject({ city: 'Elsewhere' });

  await openByMenu(page, 'Account');
  await expect(city(page)).toHaveValue('Elsewhere');
  await city(page).fill('Nowhere');
  await tabs.close('Account');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(tabs.tabs).toHaveText(['Home', 'Device List']);
  // A closed tab starts clean.
  await openByMenu(page, 'Account');
  await expect(city(page)).toHaveValue('Elsewhere');
  await company.call('PUT', '/v1/admin/tenant/users/self', {
    ...(before.city ? { city: before.city } : { clearFields: ['city'] }),
  });
});

test('tabs, their order and the active one survive a reload; signing out clears them', async ({ page }) => {
  const { devid } = await simulated(1);
  await signIn(page, 'demo_agent1', '/');
  const tabs = strip(page);
  await openByMenu(page, 'Monitoring Device', 'Device');
  await page.getByRole('searchbox').fill(devid);
  await expect(page).toHaveURL(new RegExp(`search=${devid}`));
  await page.goto(`/operationStatuss/thing/${devid}?tab=history`);
  await expect(page).toHaveTitle(new RegExp(`^${devid} - `));
  const names = ['Home', 'Monitoring Device', devid];
  await expect(tabs.tabs).toHaveText(names);
  await page.reload();
  await expect(tabs.tabs).toHaveText(names);
  await expect(tabs.tab(devid)).toHaveAttribute('aria-selected', 'true');
  // With the query of its last visit.
  await tabs.tab('Monitoring Device').click();
  await expect(page).toHaveURL(new RegExp(`/operationStatuss/index\\?search=${devid}`));
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/thing/${devid}\\?tab=history$`));

  await page.getByRole('button', { name: /Account/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, 'demo_agent1', '/');
  await expect(tabs.tabs).toHaveText(['Home']);
});

test('a dialog stays with its tab, and has the focus when the tab is shown again', { tag: '@slow' }, async ({
  page,
}) => {
  const { devid } = await simulated(0);
  await signIn(page, 'demo_main', `/operationStatuss/index?search=${devid}`);
  await page.getByRole('row').filter({ hasText: devid }).click();
  await page.getByRole('tab', { name: 'Commands' }).click();
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  const inside = () => expect(dialog.locator(':focus')).toHaveCount(1);
  await inside();

  await page.goBack();
  await expect(title(page)).toHaveText('Monitoring Device');
  await expect(dialog).toBeHidden();
  // The page is usable again: nothing of the dialog covers it.
  await page.getByRole('searchbox').click();
  await expect(page.getByRole('searchbox')).toBeFocused();

  await page.goForward();
  await expect(dialog).toBeVisible();
  await inside();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('the menu and the keys of a tab refresh and close it; an affix tab stays', async ({ page }) => {
  await signIn(page, 'demo_factory', '/');
  const tabs = strip(page);
  for (const name of ['Device List', 'Event', 'Account']) {
    await openByMenu(page, name);
    await expect(tabs.tab(name)).toBeVisible();
  }
  await expect(tabs.tabs).toHaveText(['Home', 'Device List', 'Event', 'Account']);

  // Three entries on the affix tab, four on the others; at least 105 px.
  await tabs.tab('Home').click({ button: 'right' });
  await expect(page.getByRole('menuitem')).toHaveText(['Refresh', 'Close Others', 'Close All']);
  await page.keyboard.press('Escape');
  await expect(tabs.tab('Home')).toBeFocused();
  await tabs.tab('Event').click({ button: 'right' });
  await expect(page.getByRole('menuitem')).toHaveText(['Refresh', 'Close', 'Close Others', 'Close All']);
  const box = await page.getByRole('menu').boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(105);
  await page.mouse.click(700, 600);
  await expect(page.getByRole('menu')).toBeHidden();

  // Refresh: the page is reset, at the same URL.
  await city(page).fill('will go');
  await tabs.menu('Account unsaved changes', 'Refresh');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(ACCOUNT);
  await expect(city(page)).not.toHaveValue('will go');

  // Closing the active one activates the last; closing another one changes nothing.
  await tabs.tab('Device List').click();
  await tabs.menu('Device List', 'Close');
  await expect(page).toHaveURL(ACCOUNT);
  await tabs.tab('Event').click({ button: 'middle' });
  await expect(tabs.tabs).toHaveText(['Home', 'Account']);
  await expect(page).toHaveURL(ACCOUNT);
  // By keyboard: the arrows move, Delete closes, Enter opens; Home cannot be closed.
  await tabs.tab('Account').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(tabs.tab('Home')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(tabs.tabs).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('Home');
  await tabs.tab('Home').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Delete');
  await expect(tabs.tabs).toHaveText(['Home']);
});

test('Close Others and Close All leave the affix tab, and the labels are translated', {
  tag: '@slow',
}, async ({ page }) => {
  await signIn(page, 'demo_factory', '/');
  const tabs = strip(page);
  for (const name of ['Device List', 'Event', 'Account']) {
    await openByMenu(page, name);
    await expect(strip(page).tab(name)).toBeVisible();
  }
  await tabs.menu('Event', 'Close Others');
  await expect(tabs.tabs).toHaveText(['Home', 'Event']);
  await expect(page).toHaveURL('/endUserPage/faultyDevices/index');
  await openByMenu(page, 'Device List');
  await tabs.menu('Event', 'Close All');
  await expect(tabs.tabs).toHaveText(['Home']);
  await expect(page).toHaveURL('/home/index');

  await setAccountLanguage('demo_factory', 'zh');
  await page.reload();
  await expect(tabs.tab(textOf('zh', 'routes:home'))).toBeVisible();
  await tabs.tabs.first().click({ button: 'right' });
  await expect(page.getByRole('menuitem')).toHaveText(['刷新', '关闭其他', '关闭所有']);
});

test('each tab keeps its scroll position, and a hidden one sends no requests', { tag: '@slow' }, async ({
  page,
}) => {
  await signIn(page, 'demo_main', '/operationStatuss/index');
  const grid = page.getByRole('grid');
  await expect(grid.getByRole('gridcell').first()).toBeVisible();
  const { devid } = await simulated(2);
  await openByMenu(page, 'Device List');
  await expect(strip(page).tab('Device List')).toBeVisible();
  await page.goto(`/operationStatuss/thing/${devid}`);
  await expect(title(page)).toBeVisible();
  await expect
    .poll(() => page.evaluate('document.documentElement.scrollHeight > innerHeight + 300'))
    .toBe(true);
  await page.evaluate('scrollTo(0, 250)');
  const tabs = strip(page);
  await tabs.tab('Device List').click();
  await expect(title(page)).toHaveText('Device List');
  expect(await page.evaluate('scrollY')).toBe(0);
  // The hidden page has no open stream: requests from here on are the list's.
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await tabs.tab(devid).click();
  await expect.poll(() => page.evaluate('scrollY')).toBe(250);
  // Switching only shows existing content.
  expect(requests.filter((url) => url.endsWith('.js'))).toEqual([]);
});

test('on a phone the strip scrolls sideways to the active tab', { tag: '@slow' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'demo_factory', '/');
  for (const path of [
    '/deviceManager/index',
    '/endUserPage/faultyDevices/index',
    '/paramSet/index',
    ACCOUNT,
  ]) {
    await page.goto(path);
    await expect(title(page)).toBeVisible();
  }
  const tabs = strip(page);
  await expect(tabs.tabs).toHaveCount(5);
  await expect(tabs.tab('Account')).toBeInViewport({ ratio: 1 });
  await expect(tabs.tab('Home')).not.toBeInViewport();
  // The accessibility walks check every screen with a short strip only.
  expect(await findings(page)).toEqual([]);
  expect(
    await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
  ).toBe(0);
});
