/**
 * The twenty behaviours expected of the console, and the journeys that test them. Those without a journey of their
 * own are tested here.
 *
 *  1 a half-filled form survives a switch to another tab      tabs.journey
 *  2 tabs survive a reload, a closed one starts clean         tabs.journey
 *  3 a dialog stays with its tab                              tabs.journey
 *  4 the URL holds the list, Back returns to the place        monitoring.journey
 *  5 the palette                                              palette.journey
 *  6 shortcuts are inactive in fields                         palette.journey; saving: here
 *  7 deletion can be undone                                   users.journey
 *  8 optimistic change of a state, reverted when refused      here
 *  9 leaving a changed form asks for confirmation             tabs.journey; leaving the site: here
 * 10 errors beside their field                                users.journey; linked on blur: here
 * 11 ranges, all results, the selection bar                   list-kit.journey
 * 12 columns                                                  list-kit.journey
 * 13 saved views                                              list-kit.journey
 * 14 skeletons, nothing moves, old data stay                  here
 * 15 empty, error and no-permission states                    device-list.journey, users.journey, events.journey
 * 16 import and export                                        import.journey, device-list.journey
 * 17 scanning                                                 (back office)
 * 18 keyboard operation                                       accessibility.journey, keyboard.journey
 * 19 dark colours and the eight themes                        settings.journey, language-theme.journey
 * 20 offline                                                  offline.journey, network.journey
 */
import type { User } from '@voltloop/contract';
import { asUser, expect, settled, signIn, strip, test, textOf, title } from './ui.ts';

const ACCOUNT = '/endUserPage/personalInformation/index';
const USERS = '/secondDistributorUserManager/index';
const LIST = '/deviceManager/index';

test('6: Ctrl+S saves the form with the focus', async ({ page }) => {
  const company = await asUser('demo_company');
  const { city: before } = await company.call<{ city: string | null }>('GET', '/v1/admin/tenant/users/self');
  await signIn(page, 'demo_company', ACCOUNT);
  const city = page.getByRole('textbox', { name: 'City' });
  await city.fill('Saved by a key');
  const saved = page.waitForResponse(
    (reply) => reply.request().method() === 'PUT' && reply.url().endsWith('/users/self'),
  );
  await page.keyboard.press('Control+s');
  expect((await saved).status()).toBe(200);
  await expect(city).toBeFocused();
  await expect(strip(page).tab('Account')).toBeVisible();
  await company.call(
    'PUT',
    '/v1/admin/tenant/users/self',
    before ? { city: before } : { clearFields: ['city'] },
  );
});

test('8: a state changes optimistically, and is reverted with a message if the server refuses', async ({
  page,
}) => {
  const company = await asUser('demo_company');
  const users = `/v1/admin/tenant/tenants/${company.login.tenant_id}/users`;
  const name = `state${Date.now().toString(36).slice(-6)}`;
  const { id } = await company.call<User>('POST', users, {
    name,
    user_name: name,
    email: `${name}@home.example`,
    password: 'Right-4-form',
    kind: 'installer',
  });
  await company.call('PUT', `${users}/${id}/state`, { disabled: true });
  await signIn(page, 'demo_company', `${USERS}?search=${name}`);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText(textOf('en', 'users:state.disabled'));
  let refuse = () => {};
  await page.route(`**/users/${id}/state`, async (route) => {
    await new Promise<void>((resolve) => {
      refuse = resolve;
    });
    await route.fulfill({ status: 500, json: {} });
  });
  const sent = page.waitForRequest(`**/users/${id}/state`);
  await page.getByRole('button', { name: textOf('en', 'users:action.menu', { name }) }).click();
  await page.getByRole('menuitem', { name: textOf('en', 'users:action.enable') }).click();
  await sent;
  await expect(row).toContainText(textOf('en', 'users:state.never'));
  refuse();
  await expect(row).toContainText(textOf('en', 'users:state.disabled'));
  await expect(
    page.locator('[role="status"], [role="alert"]').filter({ hasText: /\S/ }).first(),
  ).toBeVisible();
  await company.call('DELETE', `${users}/${id}`);
});

test('9: leaving the site with a changed form asks for confirmation', { tag: '@slow' }, async ({ page }) => {
  await signIn(page, 'demo_company', ACCOUNT);
  await page.getByRole('textbox', { name: 'City' }).fill('Half a ci');
  await expect(strip(page).tab('Account unsaved changes')).toBeVisible();
  const sent = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await sent;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('Half a ci');
});

test('a dialog with typed input asks before Escape, a click outside, its close button and Back', async ({
  page,
}) => {
  await signIn(page, 'demo_company', '/home/index');
  await page.getByRole('navigation').locator(`a[href="${USERS}"]`).first().click();
  const open = () =>
    page
      .getByRole('button', { name: textOf('en', 'users:create.button') })
      .first()
      .click();
  await open();
  const dialog = page.getByRole('dialog', { name: textOf('en', 'users:create.title') });
  const name = dialog.getByRole('textbox', { name: textOf('en', 'users:field.name'), exact: true });
  const question = page.getByRole('dialog', { name: textOf('en', 'ui:discard.title') });
  await name.fill('Half a na');
  const ways = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
    () => dialog.getByRole('button', { name: textOf('en', 'ui:close'), exact: true }).click(),
    () => page.goBack(),
  ];
  for (const leave of ways) {
    await leave();
    await question.getByRole('button', { name: textOf('en', 'ui:discard.keep') }).click();
    await expect(question).toHaveCount(0);
    await expect(name).toHaveValue('Half a na');
  }
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: textOf('en', 'ui:discard.discard') }).click();
  await expect(dialog).toHaveCount(0);
  // Without input, and with input that was taken back, it closes at once.
  await open();
  const mobile = dialog.getByRole('textbox', { name: textOf('en', 'users:field.mobile') });
  for (const field of [name, mobile]) {
    await field.fill('x');
    await field.fill('');
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(question).toHaveCount(0);
});

test('a dialog without a form library asks as well', { tag: '@slow' }, async ({ page }) => {
  await signIn(page, 'demo_main', '/backoffice/reportingConfig');
  await page.getByRole('button', { name: textOf('en', 'reporting:rules.add') }).click();
  const dialog = page.getByRole('dialog', { name: textOf('en', 'reporting:rules.add') });
  const clause = dialog.getByRole('textbox', { name: textOf('en', 'reporting:rules.column.clause') });
  await clause.fill('Article 7');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: textOf('en', 'ui:discard.title') });
  await question.getByRole('button', { name: textOf('en', 'ui:discard.keep') }).click();
  await expect(clause).toHaveValue('Article 7');
});

test('a form of a page counts as unsaved while it differs from the first values', { tag: '@slow' }, async ({
  page,
}) => {
  await signIn(page, 'demo_main', '/backoffice/matching');
  const seed = page.getByRole('textbox', { name: textOf('en', 'testing:matching.seed') });
  const unsaved = page.getByRole('tab', { name: /unsaved changes$/ });
  await seed.fill('7');
  await expect(unsaved).toHaveCount(1);
  await seed.fill('1');
  await expect(unsaved).toHaveCount(0);
});

test('10: an error appears when its field loses the focus, and is its description', { tag: '@slow' }, async ({
  page,
}) => {
  await signIn(page, 'demo_company', USERS);
  await page
    .getByRole('button', { name: textOf('en', 'users:create.button') })
    .first()
    .click();
  const email = page.getByRole('dialog').getByRole('textbox', { name: textOf('en', 'users:field.email') });
  await email.fill('nobody');
  await expect(email).not.toHaveAttribute('aria-invalid', 'true');
  await email.blur();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveAccessibleDescription(/\S/);
});

test('14: a loading list shows a placeholder, nothing moves, and old rows stay until new ones are loaded', {
  tag: '@slow',
}, async ({ page }) => {
  await page.addInitScript(`
    window.__shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.__shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
  let release = () => {};
  const hold = async () => {
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/things\?/, async (route) => {
      await released;
      await route.continue();
    });
  };
  await hold();
  await signIn(page, 'demo_main', LIST);
  await expect(title(page)).toBeVisible();
  await expect(page.getByRole('status', { name: textOf('en', 'ui:loading') }).first()).toBeVisible();
  release();
  const grid = page.getByRole('grid', { name: 'Device List' });
  await expect(grid.getByRole('gridcell').first()).toBeVisible();
  await settled(page);
  expect(await page.evaluate<number>('window.__shift')).toBeLessThanOrEqual(0.02);

  await page.unroute(/\/things\?/);
  await hold();
  const rows = await grid.getByRole('row').count();
  const sent = page.waitForRequest(/search=HB2500001/);
  await page.getByRole('searchbox').fill('HB2500001');
  await sent;
  await expect(grid).toHaveAttribute('aria-busy', 'true');
  expect(await grid.getByRole('row').count()).toBeGreaterThanOrEqual(rows);
  release();
  await expect(grid.getByRole('row')).toHaveCount(2);
  await expect(grid).not.toHaveAttribute('aria-busy', 'true');
});
