/**
 * The main tasks by keyboard alone. From sign-in to an answered command: accessibility.journey; columns:
 * list-kit.journey; the tree of accounts: users.journey; the tabs: tabs.journey.
 */
import type { Page as Pages, ThingEvent, User } from '@voltloop/contract';
import { press, tabTo } from './keys.ts';
import { frameOf, mosquittoPub } from './mosquitto.ts';
import { asUser, dataPath, expect, registerFor, settled, signIn, test, textOf } from './ui.ts';

const words = (key: string, values?: Record<string, string | number>) => textOf('en', key, values);

test('a user is created', async ({ page }) => {
  const company = await asUser('demo_company');
  const users = `/v1/admin/tenant/tenants/${company.login.tenant_id}/users`;
  const name = `keys${Date.now().toString(36).slice(-6)}`;
  await signIn(page, 'demo_company', '/secondDistributorUserManager/index');
  await settled(page);
  await press(page, page.getByRole('button', { name: words('users:create.button') }).first());
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByRole('textbox', { name: words('users:field.name') }).first());
  await page.keyboard.type(name);
  await tabTo(page, dialog.getByRole('textbox', { name: words('users:field.email') }));
  await page.keyboard.type(`${name}@home.example`);
  await tabTo(page, dialog.getByRole('textbox', { name: words('users:field.userName') }));
  await page.keyboard.type(name);
  await tabTo(page, dialog.getByLabel(words('users:field.password')).first());
  await page.keyboard.type('Right-4-form');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const made = await company.call<Pages<User>>('GET', `${users}?search=${name}`);
  expect(made.list.map((each) => each.user_name)).toEqual([name]);
  await company.call('DELETE', `${users}/${made.list[0]?.id}`);
});

test('a fading dialog returns the focus to the button that opened it, each time, and is not described by all its fields', {
  tag: '@slow',
}, async ({ page }) => {
  // The walk over all dialogs uses reduced motion: there a dialog is removed before the focus is checked.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await signIn(page, 'demo_company', '/secondDistributorUserManager/index');
  await settled(page);
  const opener = page.getByRole('button', { name: words('users:create.button') }).first();
  const dialog = page.getByRole('dialog');
  for (let round = 0; round < 2; round++) {
    await opener.press('Enter');
    await expect(dialog).toHaveAccessibleDescription('');
    await tabTo(page, dialog.getByRole('textbox', { name: words('users:field.name') }).first());
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
});

test('an event is acknowledged with a note', { tag: '@slow' }, async ({ page }) => {
  const { devid, secret } = await registerFor('demo_company');
  await mosquittoPub(devid, secret, `things/${devid}/telemetry`, frameOf({ M_PROT1: 1 }));
  const main = await asUser('demo_main');
  const events = async () =>
    (await main.call<Pages<ThingEvent>>('GET', `${dataPath(main)}/events?devid=${devid}`)).list;
  await expect.poll(async () => (await events()).length).toBe(1);
  await signIn(page, 'demo_main', `/endUserPage/faultyDevices/index?devid=${devid}`);
  const row = page
    .getByRole('grid', { name: words('events:list.label') })
    .getByRole('row')
    .filter({ hasText: devid });
  await expect(row).toBeVisible();
  await press(page, row);
  const drawer = page.getByRole('dialog', { name: words('events:detail.title'), exact: true });
  // Without a field or a button marked for it the focus begins at the title, not at Close.
  await expect(drawer.getByRole('heading', { level: 2 }).first()).toBeFocused();
  await press(page, drawer.getByRole('button', { name: words('events:ack.one') }));
  const dialog = page.getByRole('dialog', { name: 'Acknowledge 1 event' });
  await tabTo(page, dialog.getByLabel(words('events:ack.note')));
  await page.keyboard.type('Looked at');
  await press(page, dialog.getByRole('button', { name: words('events:ack.submit'), exact: true }));
  await expect(drawer).toContainText('Looked at');
  expect(await events()).toMatchObject([{ ack: 1, ack_user: 'demo_main' }]);
});

test('an upgrade is started, and cancelled before it begins', { tag: '@slow' }, async ({ page }) => {
  await signIn(page, 'demo_main', '/endUserPage/systemUpgrade/index');
  const devices = page.getByRole('grid', { name: words('firmware:devices.title') });
  await expect(devices.getByRole('gridcell').first()).toBeVisible();
  await settled(page);
  await press(page, devices.getByRole('row').nth(1), 'Space');
  await press(page, page.getByRole('button', { name: words('firmware:devices.upgrade') }));
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByLabel(words('firmware:start.downgrade')));
  await page.keyboard.press('Space');
  await press(page, dialog.getByRole('button', { name: /^Upgrade \d+ device/ }));
  await press(
    page,
    page.getByRole('dialog').getByRole('button', { name: words('firmware:campaign.cancel') }),
  );
  // Its button has the label of the one that opened it.
  const confirming = page.getByRole('dialog', { name: /^Cancel “/ });
  await press(page, confirming.getByRole('button', { name: words('firmware:campaign.cancelConfirm') }));
  await expect(
    page.getByRole('dialog').getByText(words('firmware:campaign.state.cancelled')).first(),
  ).toBeVisible();
});

test('in a new document, a search announces its choices, a unit describes its field, and the buttons of the calendar have names', {
  tag: '@slow',
}, async ({ page }) => {
  await signIn(page, 'demo_main', '/backoffice/receipt/new');
  await settled(page);
  const field = page.getByRole('combobox', { name: 'Supplier' });
  await tabTo(page, page.getByRole('combobox', { name: 'Kind' }));
  await page.keyboard.press('Tab');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await field.focus();
  // One frame, over the border.
  await expect(field).toHaveCSS('outline-offset', '-1px');
  const said = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
  // The module that announces loads with the first focus.
  await expect(async () => {
    await field.fill('no such supplier');
    await expect(said(textOf('en', 'list:searchSelect.none'))).toHaveCount(1, { timeout: 3000 });
  }).toPass();
  await field.fill('有限公司');
  await expect(said(/^\d+ choices$/)).toHaveCount(1);

  await expect(page.getByRole('textbox', { name: 'Gross' })).toHaveAccessibleDescription('kg');

  await page.getByRole('textbox', { name: 'Business day' }).click();
  for (const name of [words('ui:day.previousMonth'), words('ui:day.nextMonth'), /^\w+ \d{4}$/])
    await expect(page.getByRole('button', { name }).first()).toBeVisible();
});

test('the focus stays near a control that its own click removes or disables', { tag: '@slow' }, async ({
  page,
}) => {
  await signIn(page, 'demo_main', '/deviceManager/index');
  await settled(page);
  const grid = page.getByRole('grid').first();
  await grid.getByRole('row').nth(1).focus();
  await page.keyboard.press('Space');
  const clear = page.getByRole('button', { name: words('list:bulk.clear') });
  await press(page, clear);
  await expect(clear).toHaveCount(0);
  await expect(page.locator('#main :focus')).toHaveCount(1);

  await page.goto('/secondDistributorUserManager/index');
  await settled(page);
  const pages = page.getByRole('navigation', { name: words('ui:pager.label') });
  const next = pages.getByRole('button', { name: words('ui:pager.next') });
  await expect(next).toBeEnabled();
  for (let i = 0; i < 40 && (await next.isEnabled()); i++) await next.press('Enter');
  await expect(next).toBeDisabled();
  await expect(pages.locator(':focus')).toHaveAttribute('aria-current', 'page');
});

test('a control that gets the focus is not behind the header', { tag: '@slow' }, async ({ page }) => {
  // A long form on a low screen.
  await page.setViewportSize({ width: 1440, height: 440 });
  await signIn(page, 'demo_main', '/backoffice/receipt/new');
  await settled(page);
  const covered = () =>
    page.evaluate<boolean>(`(() => {
      const { left, top, width, height } = document.activeElement.getBoundingClientRect();
      const found = document.elementFromPoint(left + width / 2, top + height / 2);
      return found !== null && found.closest('header') !== null && !found.contains(document.activeElement);
    })()`);
  await page.getByRole('button', { name: 'Save', exact: true }).focus();
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('Shift+Tab');
    if (!(await page.locator('#main :focus').count())) break;
    expect(await covered(), (await page.locator(':focus').textContent()) ?? '').toBe(false);
  }
});

test('forced colours show what is current, and what is about to be chosen', { tag: '@slow' }, async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn(page, 'demo_main', '/backoffice/receipt/new');
  await settled(page);
  const none = /, 0\)$/;
  const menu = page.getByRole('navigation', { name: words('shell:menu') });
  await expect(menu.locator('a:not([aria-current])').last()).toHaveCSS('background-color', none);
  await expect(menu.locator('[aria-current="page"]').last()).not.toHaveCSS('background-color', none);
  await page.getByRole('combobox', { name: 'Kind' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  const options = page.getByRole('option');
  await expect(options.last()).toHaveCSS('background-color', none);
  await expect(options.first()).not.toHaveCSS('background-color', none);
});

test('Ctrl+Z takes back what the newest message offers to undo', { tag: '@slow' }, async ({ page }) => {
  const company = await asUser('demo_company');
  const users = `/v1/admin/tenant/tenants/${company.login.tenant_id}/users`;
  const name = `undo${Date.now().toString(36).slice(-6)}`;
  const made = await company.call<User>('POST', users, {
    user_name: name,
    name,
    password: 'Right-4-form',
    email: `${name}@home.example`,
    role_id: 4,
  });
  await signIn(page, 'demo_company', `/secondDistributorUserManager/index?search=${name}`);
  await settled(page);
  await page.getByRole('button', { name: words('users:action.menu', { name }) }).click();
  await page.getByRole('menuitem', { name: words('users:action.delete') }).click();
  const undo = page.getByRole('button', { name: words('common:undo'), exact: true });
  await expect(undo).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(undo).toHaveCount(0);
  await company.call('DELETE', `${users}/${made.id}`);
});
