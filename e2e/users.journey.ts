import type { Page } from '@playwright/test';
import { usersList } from '@voltloop/contract/lists/users.list.ts';
import { register } from './api.ts';
import {
  asUser,
  DEMO_PASSWORD,
  expect,
  fillSignIn,
  instance,
  newDevid,
  signIn,
  tenantPath,
  test,
  textOf,
  title,
} from './ui.ts';

const USERS = '/secondDistributorUserManager/index';
const END_USERS = '/userManager/index';
const words = (key: string, values?: Record<string, string | number>) => textOf('en', `users:${key}`, values);

let made = 0;
/** A name that no other journey uses; also used as user name. */
const fresh = (stem: string) => `${stem}${Date.now().toString(36).slice(-6)}${++made}`;

async function fillUser(page: Page, user: { name: string; password: string }) {
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('textbox', { name: words('field.name'), exact: false })
    .first()
    .fill(user.name);
  await dialog.getByRole('textbox', { name: words('field.email') }).fill(`${user.name}@home.example`);
  await dialog.getByRole('textbox', { name: words('field.userName') }).fill(user.name);
  await dialog.getByLabel(words('field.password'), { exact: false }).first().fill(user.password);
}

const usersPath = async (user: string) => {
  const client = await asUser(user);
  return `/v1/admin/tenant/tenants/${client.login.tenant_id}/users`;
};
/** An account below a demo account, created by the API. */
async function makeBelow(owner: string, kind: string, name: string, password = 'Right-4-form') {
  const client = await asUser(owner);
  return client.call<{ id: string; user_name: string }>('POST', await usersPath(owner), {
    name,
    user_name: name,
    email: `${name}@home.example`,
    password,
    kind,
  });
}
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
async function choose(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: words('action.menu', { name }) }).click();
  await page.getByRole('menuitem', { name: words(action), exact: true }).click();
}

test('a company creates an installer, who creates an end user, who signs in', async ({ page, browser }) => {
  // Three users in three browsers.
  test.slow();
  const installer = { name: fresh('inst'), password: 'Right-4-form' };
  const customer = { name: fresh('home'), password: 'Right-4-home' };
  await signIn(page, 'demo_company', USERS);
  await expect(title(page)).toHaveText('User Management');
  await page
    .getByRole('button', { name: words('create.button') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  // Nothing filled in: errors at the fields, the first of them focused (behaviour 10).
  await dialog.getByRole('button', { name: words('create.submit') }).click();
  const name = dialog.getByRole('textbox', { name: words('field.name') }).first();
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await fillUser(page, installer);
  await dialog.getByRole('button', { name: words('create.submit') }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, installer.name)).toContainText(words('kind.installer'));

  const second = await browser.newContext({ baseURL: instance.url });
  const theirs = await second.newPage();
  await theirs.goto('/login');
  await fillSignIn(theirs, installer.name, installer.password);
  await expect(theirs.getByRole('banner')).toBeVisible();
  await theirs.goto(END_USERS);
  await expect(title(theirs)).toHaveText('End-User Management');
  await theirs
    .getByRole('button', { name: words('create.endUser') })
    .first()
    .click();
  await fillUser(theirs, customer);
  await theirs.getByRole('button', { name: words('create.submit') }).click();
  await expect(rowOf(theirs, customer.name)).toBeVisible();
  await second.close();

  const third = await browser.newContext({ baseURL: instance.url });
  const home = await third.newPage();
  await home.goto('/login');
  await fillSignIn(home, customer.name, customer.password);
  await expect(home.getByRole('banner')).toBeVisible();
  await third.close();
});

test('an invitation sent by e-mail creates an account in another browser, once', async ({
  page,
  browser,
}) => {
  await signIn(page, 'demo_company', `${USERS}?tab=invitations`);
  await page
    .getByRole('button', { name: words('invite.button') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  const guest = { name: fresh('guest'), password: 'Right-4-guest' };
  const email = `${guest.name}@home.example`;
  await dialog.getByRole('textbox', { name: words('invite.email') }).fill(email);
  await dialog.getByRole('button', { name: words('invite.submit') }).click();
  await expect(dialog.getByText(words('invite.sent', { email }))).toBeVisible();
  await expect(dialog.getByRole('img', { name: words('invite.qr') })).toBeVisible();
  const link = await dialog.getByRole('textbox', { name: words('invite.link') }).inputValue();

  const context = await browser.newContext({ baseURL: instance.url });
  const other = await context.newPage();
  const asked: string[] = [];
  other.on('request', (request) => asked.push(request.url()));
  await other.goto(link);
  const form = other.getByRole('form', { name: textOf('en', 'invite:heading') });
  await form
    .getByRole('textbox', { name: textOf('en', 'invite:field.name') })
    .first()
    .fill(guest.name);
  await expect(form.getByRole('textbox', { name: textOf('en', 'invite:field.email') })).toHaveValue(email);
  await form.getByRole('textbox', { name: textOf('en', 'invite:field.user_name') }).fill(guest.name);
  await form.getByLabel(textOf('en', 'invite:field.password'), { exact: true }).fill(guest.password);
  await form.getByLabel(textOf('en', 'invite:field.repeat'), { exact: true }).fill(guest.password);
  await form.getByRole('button', { name: textOf('en', 'invite:submit') }).click();
  await expect(other.getByRole('banner')).toBeVisible();
  const code = new URL(link).hash.slice(1);
  expect(code).toMatch(/^[\w-]{22}$/);
  expect(asked.filter((url) => url.includes(code))).toEqual([]);
  await other.goto('about:blank');
  await other.goto(link);
  await expect(title(other)).toHaveText(textOf('en', 'invite:invalid'));
  await context.close();

  await page.goto(`${USERS}?search=${guest.name}`);
  await expect(rowOf(page, guest.name)).toContainText(words('kind.enduser'));
});

test("a reset password signs out and must be replaced by the user's own", { tag: '@slow' }, async ({
  page,
  browser,
}) => {
  const name = fresh('reset');
  await makeBelow('demo_installer', 'enduser', name);
  const context = await browser.newContext({ baseURL: instance.url });
  const theirs = await context.newPage();
  await theirs.goto('/login');
  await fillSignIn(theirs, name, 'Right-4-form');
  await expect(theirs.getByRole('banner')).toBeVisible();

  await signIn(page, 'demo_installer', `${END_USERS}?search=${name}`);
  await choose(page, name, 'action.reset');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: words('field.generate') }).click();
  const password = await dialog.getByLabel(words('reset.field'), { exact: false }).first().inputValue();
  await dialog.getByRole('button', { name: words('reset.submit') }).click();
  await expect(dialog).toBeHidden();

  await theirs.goto('/home/index');
  await fillSignIn(theirs, name, password);
  await expect(theirs.getByRole('dialog', { name: textOf('en', 'password:forcedTitle') })).toBeVisible();
  await context.close();
});

test('an account with devices is not deleted; without them, deletion can be undone', async ({ page }) => {
  const name = fresh('gone');
  const { id } = await makeBelow('demo_installer', 'enduser', name);
  const main = await asUser('demo_main');
  const devid = newDevid();
  await register(main, devid);
  await main.call('POST', `${tenantPath(main)}/users/things?userIds=${id}`, [devid]);

  await signIn(page, 'demo_company', `${USERS}?search=${name}`);
  let deletes = 0;
  page.on('request', (request) => {
    if (request.method() === 'DELETE') deletes += 1;
  });
  await choose(page, name, 'action.delete');
  const held = page.getByRole('dialog', { name: words('delete.heldTitle', { name }) });
  await expect(held).toContainText(words('delete.rule'));
  await held
    .getByRole('button', { name: textOf('en', 'ui:close') })
    .last()
    .click();

  // The device is unbound in the dialog that the rule links to.
  await choose(page, name, 'action.things');
  await page.getByRole('button', { name: words('things.unbindOne', { devid }) }).click();
  await expect(page.getByRole('dialog')).toContainText(words('things.none'));
  await page.keyboard.press('Escape');

  await expect(rowOf(page, name)).toBeVisible();
  await choose(page, name, 'action.delete');
  await expect(rowOf(page, name)).toHaveCount(0);
  const message = page.getByText(words('delete.done', { name }));
  await page
    .locator('[role="status"] > div')
    .filter({ has: message })
    .getByRole('button', { name: textOf('en', 'common:undo') })
    .click();
  await expect(rowOf(page, name)).toBeVisible();
  expect(deletes).toBe(0);

  await choose(page, name, 'action.delete');
  await expect(rowOf(page, name)).toHaveCount(0);
  // Closing the message runs it immediately.
  await page
    .locator('[role="status"] > div')
    .filter({ has: message })
    .getByRole('button', { name: textOf('en', 'common:close') })
    .click();
  await expect.poll(() => deletes).toBe(1);
  await expect
    .poll(
      async () =>
        (await (await asUser('demo_company')).raw('GET', `${await usersPath('demo_company')}/${id}`)).status,
    )
    .toBe(404);
});

test('the tree works by keyboard alone; a list that fails to load shows an error and loads on Retry', {
  tag: '@slow',
}, async ({ page }) => {
  await signIn(page, 'demo_main', USERS);
  const tree = page.getByRole('tree', { name: words('tree.title') });
  const root = tree.getByRole('treeitem').first();
  await root.focus();
  await page.keyboard.press('ArrowRight');
  const factory = tree.locator('[role="treeitem"][aria-level="2"]').first();
  await expect(factory).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(factory).toHaveAttribute('aria-expanded', 'true');
  await expect(tree.locator('[role="treeitem"][aria-level="3"]').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/under=/);
  await page.keyboard.press('ArrowLeft');
  await expect(factory).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowLeft');
  await expect(root).toBeFocused();

  let broken = true;
  await page.route(/\/users\?/, (route) =>
    broken ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await page.getByRole('searchbox', { name: usersList.search.label.en }).fill('nobody at all');
  const retry = page.getByRole('button', { name: textOf('en', 'ui:error.retry') });
  await expect(retry).toBeVisible({ timeout: 20_000 });
  // The total is unknown now.
  await expect(page.getByText(textOf('en', 'ui:pager.total', { total: 0 }))).toHaveCount(0);
  broken = false;
  await retry.click();
  await expect(page.getByText(usersList.noMatch.title.en)).toBeVisible();
  // The button has disappeared; keyboard focus continues from the page, not from the top of the window.
  await expect(page.locator('#main')).toBeFocused();
  await page.getByRole('button', { name: usersList.noMatch.clear.en }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
});

test('the list of users is exported in the zone of the user, not of the browser', { tag: '@slow' }, async ({
  page,
}) => {
  await signIn(page, 'demo_main', `${USERS}?kind=installer`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('button', { name: textOf('en', 'list:export.button') }).click();
  const exported = page.waitForRequest(/\/users\/export\?/);
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: textOf('en', 'list:export.csv') }).click();
  const asked = new URL((await exported).url()).searchParams;
  expect([asked.get('time_zone'), asked.get('kind')]).toEqual(['Australia/Sydney', 'installer']);
  expect((await download).suggestedFilename()).toMatch(/^users_\d{4}-\d\d-\d\d\.csv$/);
});

test('an installer exports the personal data of an end user, then erases it', { tag: '@slow' }, async ({
  page,
}) => {
  const name = fresh('gone');
  await makeBelow('demo_installer', 'enduser', name);
  await signIn(page, 'demo_installer', `${END_USERS}?search=${name}`);
  await expect(rowOf(page, name)).toBeVisible();

  const download = page.waitForEvent('download');
  await choose(page, name, 'action.exportData');
  expect((await download).suggestedFilename()).toMatch(new RegExp(`^personal-data-${name}-.*\\.zip$`));

  await choose(page, name, 'action.erase');
  const dialog = page.getByRole('dialog');
  const typed = dialog.getByRole('textbox', { name: words('erase.userName', { userName: name }) });
  const submit = dialog.getByRole('button', { name: words('action.erase') });
  await typed.fill('somebody_else');
  await dialog.getByLabel(words('erase.password')).fill(DEMO_PASSWORD);
  await submit.click();
  await expect(dialog).toContainText(textOf('en', 'fields:personal.otherName'));
  await typed.fill(name);
  await submit.click();
  await expect(dialog).toContainText(words('erase.kept'));
  await expect(dialog).toContainText(/erased_\d+/);
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/erased.png` });
  await dialog
    .getByRole('button', { name: textOf('en', 'ui:close') })
    .last()
    .click();
  await expect(rowOf(page, name)).toBeHidden();
});
