import type { Page } from '@playwright/test';
import { axeFindings, CONTRAST } from './axe.ts';
import {
  asUser,
  expect,
  openByMenu,
  registerFor,
  setAccountLanguage,
  settled,
  signIn,
  strip,
  test,
  textOf,
  title,
} from './ui.ts';

const handle = (page: Page) => page.getByRole('button', { name: /the page style settings/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Page style setting' });
/** Colour of the primary button, as #rrggbb. */
const accent = (page: Page) =>
  page.evaluate<string>(
    "getComputedStyle(document.documentElement).getPropertyValue('--vl-accent').trim().toLowerCase()",
  );

/** Resets what an earlier journey chose for the account. */
async function fresh(user: string): Promise<void> {
  await (await asUser(user)).call('PUT', '/v1/preferences/settings', {});
}

// The home of a user without devices cannot scroll and has no charts: an earlier test may have bound one.
test.beforeAll(() => registerFor('demo_company'));

test('the panel opens by its handle, takes the focus, and closes on Escape or a press outside', {
  tag: '@slow',
}, async ({ page }) => {
  await fresh('demo_company');
  await signIn(page, 'demo_company', '/home/index');
  await expect(handle(page)).toHaveCSS('top', '250px');
  await expect(panel(page)).toBeHidden();
  await handle(page).click();
  await expect(panel(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Page style setting' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(panel(page).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(handle(page)).toBeFocused();
  await handle(page).click();
  await expect(panel(page)).toBeVisible();
  await page.mouse.click(400, 500);
  await expect(panel(page)).toBeHidden();
});

test('tab strip, fixed header and logo are toggled immediately and for the account', async ({ page }) => {
  await fresh('demo_company');
  await signIn(page, 'demo_company', '/home/index');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const logo = menu.getByRole('link', { name: 'Voltloop' });
  const top = async () => (await page.getByRole('banner').boundingBox())?.y;
  const scrolled = () => page.evaluate('scrollTo(0, 400)');
  await expect(strip(page).root).toBeVisible();
  await expect(logo).toBeVisible();
  await settled(page);
  await scrolled();
  await expect.poll(top).toBe(0);

  // A dialog does not move the header, and covers the handle.
  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog', { name: textOf('en', 'palette:keys.title') });
  await expect(shortcuts).toBeVisible();
  expect(await top()).toBe(0);
  expect(
    await page.evaluate(
      "document.elementFromPoint(innerWidth - 8, 274)?.closest('button')?.getAttribute('aria-expanded') ?? null",
    ),
  ).toBeNull();
  await page.keyboard.press('Escape');
  await expect(shortcuts).toHaveCount(0);

  await handle(page).click();
  const kept = page.waitForResponse(
    (reply) => reply.url().endsWith('/v1/preferences/settings') && reply.request().method() === 'PUT',
  );
  for (const name of ['Open Tags-View', 'Fixed Header', 'Sidebar Logo'])
    await panel(page).getByRole('switch', { name }).uncheck({ force: true });
  await expect(strip(page).root).toBeHidden();
  await expect(logo).toBeHidden();
  await kept;
  await page.keyboard.press('Escape');
  await scrolled();
  await expect.poll(top).toBeLessThan(0);

  // In another browser too: the setting belongs to the account.
  await page.evaluate('localStorage.clear()');
  await signIn(page, 'demo_company', '/home/index');
  await expect(strip(page).root).toBeHidden();
  await expect(logo).toBeHidden();
  await fresh('demo_company');
});

test('a theme shows that it is being compiled, colours the console, and applies before the first paint', {
  tag: '@slow',
}, async ({ page }) => {
  await fresh('demo_company');
  await signIn(page, 'demo_company', '/home/index');
  expect(await accent(page)).toBe('#409eff');
  await handle(page).click();
  const presets = panel(page).getByRole('radio').and(page.locator('[name="theme"]'));
  await expect(presets).toHaveCount(8);
  expect(
    await page.evaluate<string[]>(
      "[...document.querySelectorAll('input[name=theme]')].map((each) => each.value)",
    ),
  ).toEqual(['#409EFF', '#1890ff', '#304156', '#212121', '#11a983', '#13c2c2', '#6959CD', '#f5222d']);
  await panel(page).getByRole('radio', { name: 'Green' }).check({ force: true });
  await expect(page.getByText('Compiling the theme')).toBeVisible();
  await expect(page.getByText('Compiling the theme')).toBeHidden();
  expect(await accent(page)).toBe('#11a983');
  await page.keyboard.press('Escape');
  await expect(handle(page)).toHaveCSS('background-color', 'rgb(17, 169, 131)');

  await page.addInitScript(`
    window.__seen = new Set();
    const look = () => {
      if (document.body) window.__seen.add(getComputedStyle(document.documentElement).getPropertyValue('--vl-accent').trim());
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  `);
  await page.reload();
  await expect(title(page)).toHaveText('Home');
  expect(await page.evaluate<string[]>('[...window.__seen].filter(Boolean)')).toEqual(['#11a983']);
  await fresh('demo_company');
});

// theme-colors.test.ts computes the contrast of every theme; here the page must use the theme's colours as intended.
test('a page is readable in its theme, light and dark', { tag: '@slow' }, async ({ page }) => {
  await fresh('demo_company');
  await signIn(page, 'demo_company', '/home/index');
  await settled(page);
  await handle(page).click();
  for (const [scheme, name] of [
    ['Light', 'Sky blue'],
    ['Dark', 'Violet'],
  ] as const) {
    await panel(page).getByText(scheme, { exact: true }).click();
    await panel(page).getByRole('radio', { name }).check({ force: true });
    await expect(page.getByText('Compiling the theme')).toBeHidden();
    // During a transition between themes no contrast is required.
    await page.evaluate(
      'Promise.all(document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished.catch(() => {})))',
    );
    expect(await axeFindings(page, CONTRAST), `${name}, ${scheme}`).toEqual([]);
  }
  await fresh('demo_company');
});

test('the side menu opens one group at a time, collapses with fly-outs, and is stored in its cookie', async ({
  page,
}) => {
  await setAccountLanguage('demo_factory', 'en');
  await signIn(page, 'demo_factory', '/home/index');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const group = (name: string) => menu.getByRole('button', { name, exact: true });
  await expect(menu).toHaveCSS('width', '277px');
  await group('Device').click();
  await expect(group('Device')).toHaveAttribute('aria-expanded', 'true');
  await group('Device Management').click();
  await expect(group('Device')).toHaveAttribute('aria-expanded', 'false');
  await expect(group('Device Management')).toHaveAttribute('aria-expanded', 'true');

  const cookie = async () =>
    (await page.context().cookies()).find((each) => each.name === 'sidebarStatus')?.value;
  await page.getByRole('button', { name: 'Close the menu' }).click();
  expect(await cookie()).toBe('0');
  await page.reload();
  await expect(menu).toHaveCSS('width', '53px');
  await group('Device').click();
  await menu.getByRole('link', { name: 'Monitoring Device' }).click();
  await expect(title(page)).toHaveText('Monitoring Device');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  expect(await cookie()).toBe('1');
});

test('navigation by the menu shows a progress bar until the page is loaded', { tag: '@slow' }, async ({
  page,
}) => {
  await signIn(page, 'demo_factory', '/home/index');
  await settled(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/device-list-page.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await openByMenu(page, 'Device List');
  const busy = page.locator('[data-busy]').first();
  await expect(busy).toBeAttached();
  release();
  await expect(title(page)).toHaveText('Device List');
  await expect(page.locator('[role="presentation"][data-busy]')).toHaveCount(0);
});
