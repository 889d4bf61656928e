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

test('a fading dialog returns the focus to the button that opened it, each time', async ({ page }) => {
  // The walk over all dialogs uses reduced motion: there a dialog is removed before the focus is checked.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await signIn(page, 'demo_company', '/secondDistributorUserManager/index');
  await settled(page);
  const opener = page.getByRole('button', { name: words('users:create.button') }).first();
  const dialog = page.getByRole('dialog');
  for (let round = 0; round < 2; round++) {
    await opener.press('Enter');
    await tabTo(page, dialog.getByRole('textbox', { name: words('users:field.name') }).first());
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
});

test('an event is acknowledged with a note', async ({ page }) => {
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
  await press(page, drawer.getByRole('button', { name: words('events:ack.one') }));
  const dialog = page.getByRole('dialog', { name: 'Acknowledge 1 event' });
  await tabTo(page, dialog.getByLabel(words('events:ack.note')));
  await page.keyboard.type('Looked at');
  await press(page, dialog.getByRole('button', { name: words('events:ack.submit'), exact: true }));
  await expect(drawer).toContainText('Looked at');
  expect(await events()).toMatchObject([{ ack: 1, ack_user: 'demo_main' }]);
});

test('an upgrade is started, and cancelled before it begins', async ({ page }) => {
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
