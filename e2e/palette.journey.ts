import type { Page } from '@playwright/test';
import { asUser, expect, registerFor, signIn, test, textOf, title } from './ui.ts';

/** The entries of the palette; the page below may contain options of its own. */
const lines = (page: Page) => page.getByRole('dialog').getByRole('option');
const field = (page: Page) => page.getByRole('combobox', { name: textOf('en', 'palette:title') });

test('the palette finds a page, a device and an account; Enter opens, Escape returns the focus', async ({
  page,
}) => {
  const { devid } = await registerFor('demo_agent1');
  await signIn(page, 'demo_main', '/operationStatuss/index');
  await expect(title(page)).toBeVisible();
  const search = page.getByRole('searchbox').first();
  await search.focus();

  // Keys typed while the palette's code is loading are not lost.
  await page.route('**/palette*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type(devid, { delay: 20 });
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue(devid);
  await page.unroute('**/palette*.js');
  const found = page.getByRole('option', { name: new RegExp(devid) });
  await expect(found).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveCount(0);
  await expect(search).toBeFocused();

  await page.keyboard.press('Control+k');
  await field(page).fill(devid);
  await expect(found).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/thing/${devid}$`));

  await page.keyboard.press('Control+k');
  // A page with two URLs is one entry.
  await field(page).fill('parameter setting');
  await expect(page.getByRole('option', { name: textOf('en', 'routes:parameters') })).toHaveCount(1);
  await field(page).fill('');
  // The last opened entry comes first, before anything is typed.
  await expect(lines(page).first()).toContainText(devid);
  await field(page).fill('device list');
  await expect(lines(page).first()).toContainText(textOf('en', 'routes:deviceList'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/deviceManager\/index$/);

  const agent = await asUser('demo_agent1');
  await page.keyboard.press('Control+k');
  await field(page).fill(agent.login.user_name);
  const account = page
    .getByRole('group', { name: textOf('en', 'palette:group.accounts') })
    .getByRole('option', { name: new RegExp(agent.login.user_name) });
  await expect(account).toBeVisible();
  // Arrow keys wrap around, and the active entry is the one that the field references.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  const active = await field(page).getAttribute('aria-activedescendant');
  await expect(page.locator('[role="option"][aria-selected="true"]')).toHaveAttribute('id', active ?? '');
});

test('shortcuts are inactive in fields and while an input method composes', { tag: '@slow' }, async ({
  page,
}) => {
  await signIn(page, 'demo_main', '/operationStatuss/index');
  await expect(title(page)).toBeVisible();
  const list = page.getByRole('dialog', { name: textOf('en', 'palette:keys.title') });
  await title(page).focus();
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox').first();
  await expect(search).toBeFocused();
  // In a field they are letters.
  await page.keyboard.press('?');
  await expect(search).toHaveValue('?');
  await expect(list).toHaveCount(0);
  await search.fill('');
  await title(page).focus();
  // While an input method composes they belong to it.
  await page.evaluate(`for (const key of ['?', 'k'])
    document.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', { key, ctrlKey: key === 'k', isComposing: true, bubbles: true }),
    )`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(list).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(title(page)).toBeFocused();
});

test('the palette lists nothing that the guard would refuse', { tag: '@slow' }, async ({ page }) => {
  await signIn(page, 'demo_enduser', '/home/index');
  await expect(title(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  await field(page).fill('e');
  await expect(page.getByRole('option', { name: textOf('en', 'routes:events') })).toBeVisible();
  for (const key of ['routes:users', 'routes:upgrade', 'routes:parameters', 'routes:operation'])
    await expect(page.getByRole('option', { name: textOf('en', key), exact: true })).toHaveCount(0);
});

test('Ctrl and the wheel do not zoom the page; the wheel alone scrolls it', { tag: '@slow' }, async ({
  page,
}) => {
  await signIn(page, 'demo_main', '/operationStatuss/index');
  await expect(title(page)).toBeVisible();
  await page.evaluate(`window.addEventListener('wheel', (event) => {
    document.body.dataset.wheel = event.ctrlKey + ' ' + event.defaultPrevented;
  })`);
  await page.mouse.move(700, 20);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, 120);
  await expect(page.locator('body')).toHaveAttribute('data-wheel', 'true true');
  await page.keyboard.up('Control');
  await page.mouse.wheel(0, 120);
  await expect(page.locator('body')).toHaveAttribute('data-wheel', 'false false');
});

test('the palette finds rows of the back office by resource, and opens the battery of a scanned code immediately', {
  tag: '@slow',
}, async ({ page }) => {
  const main = await asUser('demo_main');
  const [battery] = (
    await main.call<{ list: { id: string; batteryCode: string }[] }>('GET', '/battery/findPage?size=1')
  ).list;
  const [customer] = (
    await main.call<{ list: { id: string; clientName: string }[] }>('GET', '/client/findPage?size=1')
  ).list;
  if (!battery || !customer) throw new Error('The demo has no batteries or customers');
  await signIn(page, 'demo_main', '/backoffice/home', 'zh');
  await expect(title(page)).toBeVisible();
  const search = page.getByRole('combobox', { name: textOf('zh', 'palette:title') });
  await page.keyboard.press('Control+k');
  await search.fill(customer.clientName.slice(0, 6));
  const found = page
    .getByRole('group', { name: '客户', exact: true })
    .getByRole('option', { name: customer.clientName });
  await expect(found).toBeVisible();
  // The page loads slowly: a palette reopened meanwhile keeps the focus.
  await page.route('**/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await found.click();
  await page.keyboard.press('Control+k');
  await expect(search).toBeFocused();
  await expect(title(page)).toContainText(customer.clientName);
  await expect(page).toHaveURL(new RegExp(`/backoffice/customer/${customer.id}$`));
  await expect(search).toBeFocused();
  await page.unrouteAll({ behavior: 'wait' });

  // A scanner types a whole code and Enter, faster than any answer.
  await page.keyboard.type(battery.batteryCode.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/backoffice/battery/${battery.id}$`));
});
