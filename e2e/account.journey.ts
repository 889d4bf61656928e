import type { Browser, Locator, Page } from '@playwright/test';
import { totp } from './totp.ts';
import { asUser, DEMO_PASSWORD, expect, fillSignIn, instance, signIn, test, title } from './ui.ts';

const ACCOUNT = '/endUserPage/personalInformation/index';
const NEXT = 'Next-demo-2027';

/** A PNG of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A page in another browser context. */
async function another(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: instance.url });
  return context.newPage();
}

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const status = async (user: string, password: string, otp?: string): Promise<number> => {
  const response = await fetch(`${instance.url}/v1/admin/control/sessions`, {
    method: 'POST',
    headers: { platform: 'IOT', 'content-type': 'application/json' },
    body: JSON.stringify({ username: user, password, ...(otp ? { otp } : {}) }),
  });
  return response.status;
};

/** The change-password dialog, opened from the user menu. */
function passwordDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  return {
    dialog,
    field,
    toasts: page.getByRole('status'),
    open: async () => {
      await page.getByRole('button', { name: /^Account/ }).click();
      await page.getByRole('button', { name: 'Password', exact: true }).click();
    },
    fill: async (old: string, next: string, again: string) => {
      await field('Old password').fill(old);
      await field('New password').fill(next);
      await field('Confirm password').fill(again);
      await dialog.getByRole('button', { name: 'Change password' }).click();
    },
  };
}

test('the change-password dialog shows the specified errors, and opens empty', { tag: '@slow' }, async ({
  page,
}) => {
  await signIn(page, 'inst_karoo1', ACCOUNT);
  const { dialog, field, toasts, open, fill } = passwordDialog(page);
  await open();
  await expect(field('Old password')).toBeFocused();

  // Each field is required, and validated on blur.
  await field('Old password').blur();
  await expect(dialog.getByText('Please input old password')).toBeVisible();
  await dialog.getByRole('button', { name: 'Change password' }).click();
  for (const text of ['Please input new password', 'Please input confirm password'])
    await expect(dialog.getByText(text)).toBeVisible();
  await field('New password').pressSequentially('12345678901234567890');
  await expect(field('New password')).toHaveValue('1234567890123456');

  for (const [next, again, words] of [
    ['Next-demo-1', 'Next-demo-2', 'Entered passwords differ'],
    ['_abcdefg1', '_abcdefg1', 'Begin with a number or an English letter'],
    ['@abc12345', '@abc12345', 'The first character of the password cannot be a special character'],
    ['abc1234', 'abc1234', 'The entered password is invalid'],
  ] as const) {
    await fill(DEMO_PASSWORD, next, again);
    await expect(toasts.getByText(words)).toBeVisible();
    await expect(dialog.getByText(words).first()).toBeVisible();
  }
  // Opened again, it is empty and without errors.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await open();
  for (const name of ['Old password', 'New password', 'Confirm password'])
    await expect(field(name)).toHaveValue('');
  await expect(dialog.getByText('The entered password is invalid')).toHaveCount(0);
});

test('changing the password shows the server’s errors, then ends every other session and invalidates the old password', async ({
  page,
  browser,
}) => {
  const user = 'inst_karoo1';
  const other = await another(browser);
  await signIn(other, user, ACCOUNT);
  await signIn(page, user, ACCOUNT);
  const { dialog, toasts, open, fill } = passwordDialog(page);
  await open();

  // Server errors: a wrong old password, a too common one, and any reply that is not empty.
  await fill('Wrong-demo-1', NEXT, NEXT);
  await expect(toasts.getByText('The old password is wrong')).toBeVisible();
  await fill(DEMO_PASSWORD, 'Password123', 'Password123');
  await expect(toasts.getByText('This password is too common')).toBeVisible();
  await fill(DEMO_PASSWORD, DEMO_PASSWORD, DEMO_PASSWORD);
  await expect(toasts.getByText('New password must differ from the current one')).toBeVisible();
  const call = '**/users/self/password*';
  await page.route(call, (route) => route.fulfill({ status: 200, json: { code: 0, data: {} } }));
  await fill(DEMO_PASSWORD, NEXT, NEXT);
  await expect(toasts.getByText('Password update failed')).toBeVisible();
  await expect(dialog).toBeVisible();
  await page.unroute(call);

  const sent = page.waitForRequest((request) => request.url().includes('/users/self/password'));
  await fill(DEMO_PASSWORD, NEXT, NEXT);
  expect(new URL((await sent).url()).search).toBe('?update_pwd_way=3');
  await expect(toasts.getByText('Password updated successfully')).toBeVisible();
  // The other session ends immediately, without an action of its own, and shows why.
  await expect(other.getByText('was changed on another device')).toBeVisible();
  await expect(other).toHaveURL(/\/login\?redirect=/);
  await expect(dialog).toHaveCount(0);
  await expect(toasts.getByText('Password updated successfully')).toHaveCount(0);

  // This session stays.
  await page.reload();
  await expect(title(page)).toHaveText('Account');
  await other.context().close();
  expect([await status(user, DEMO_PASSWORD), await status(user, NEXT)]).toEqual([401, 200]);
});

test('an authenticator is set up, and its codes and recovery codes each sign in once', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const user = 'inst_karoo2';
  await signIn(page, user, ACCOUNT);
  const security = card(page, 'Security');
  await security.getByRole('button', { name: 'Set up' }).click();
  const setUp = page.getByRole('dialog', { name: 'Set up two-factor sign-in' });
  await setUp.getByRole('textbox', { name: 'Your password' }).fill('Wrong-demo-1');
  await setUp.getByRole('button', { name: 'Next' }).click();
  await expect(setUp.getByText('The password is wrong')).toBeVisible();
  await setUp.getByRole('textbox', { name: 'Your password' }).fill(DEMO_PASSWORD);
  await setUp.getByRole('button', { name: 'Next' }).click();
  await expect(setUp.getByRole('img', { name: 'QR code with the key for your authenticator' })).toBeVisible();
  const key = ((await setUp.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await setUp.getByRole('textbox', { name: 'Code' }).fill('000000');
  await setUp.getByRole('button', { name: 'Switch on' }).click();
  await expect(setUp.getByText('The code is wrong or was used before')).toBeVisible();
  const used = totp(key);
  await setUp.getByRole('textbox', { name: 'Code' }).fill(used);
  await setUp.getByRole('button', { name: 'Switch on' }).click();

  const kept = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(kept.getByRole('listitem')).toHaveCount(10);
  const codes = await kept.getByRole('listitem').allTextContents();
  // Cannot be closed by accident: they are shown only once.
  await page.keyboard.press('Escape');
  await expect(kept.getByRole('button', { name: 'Done' })).toBeDisabled();
  await kept.getByRole('checkbox', { name: 'I have saved these codes' }).check();
  await kept.getByRole('button', { name: 'Done' }).click();
  await expect(security.getByText('10 recovery codes left')).toBeVisible();

  const other = await another(browser);
  const step = other.getByRole('form', { name: 'Two-factor sign-in' });
  const enterCode = async (label: string, code: string) => {
    await step.getByRole('textbox', { name: label }).fill(code);
    await step.getByRole('button', { name: 'Continue' }).click();
  };
  await other.goto('/login?redirect=%2FdeviceManager%2Findex');
  await fillSignIn(other, user);
  await expect(step.getByRole('textbox', { name: 'Authenticator code' })).toBeFocused();
  await enterCode('Authenticator code', used);
  await expect(step.getByRole('alert')).toContainText('The code is wrong or was used before');
  await enterCode('Authenticator code', totp(key, 1));
  await expect(other).toHaveURL('/deviceManager/index');

  await other.getByRole('button', { name: /^Account/ }).click();
  await other.getByRole('button', { name: 'Log out' }).click();
  await fillSignIn(other, user);
  await step.getByRole('button', { name: 'Use a recovery code' }).click();
  await enterCode('Recovery code', (codes[0] ?? '').toLowerCase());
  await expect(other).toHaveURL('/deviceManager/index');
  expect(await status(user, DEMO_PASSWORD, codes[0])).toBe(401);
  await other.context().close();

  await page.reload();
  await expect(security.getByText('9 recovery codes left')).toBeVisible();
  await security.getByRole('button', { name: 'Switch off' }).click();
  const off = page.getByRole('dialog', { name: 'Switch two-factor sign-in off?' });
  await off.getByRole('textbox', { name: 'Your password' }).fill(DEMO_PASSWORD);
  await off.getByRole('textbox', { name: 'Code' }).fill(codes[1] ?? '');
  await off.getByRole('button', { name: 'Switch off' }).click();
  await expect(security.getByRole('button', { name: 'Set up' })).toBeVisible();
  expect(await status(user, DEMO_PASSWORD)).toBe(200);
});

test('a session ended from another browser is signed out at its next action and shows why', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const user = 'inst_avon1';
  const other = await another(browser);
  await signIn(other, user, ACCOUNT);
  await signIn(page, user, ACCOUNT);
  const sessions = card(page, 'Where you are signed in');
  await expect(sessions.getByRole('listitem').first()).toContainText('This browser');
  const rows = sessions.getByRole('listitem').filter({ hasText: 'Chrome on Linux' });
  await expect(rows).toHaveCount(2);
  await rows.last().getByRole('button', { name: 'Sign out Chrome on Linux' }).click();
  await expect(rows).toHaveCount(1);
  await other.reload();
  await expect(other).toHaveURL(/\/login\?redirect=/);
  await expect(other.getByText('This session was ended from another device.')).toBeVisible();

  await other.context().close();

  // The remaining session belongs to the API client of these journeys.
  await expect(sessions.getByRole('listitem').filter({ hasText: 'A program' })).toHaveCount(1);
  await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await expect(sessions.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0);
});

test('another device signs in by a code once, and must confirm if another account is signed in there', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const user = 'inst_avon2';
  await signIn(page, user, ACCOUNT);
  const made = page.waitForResponse((response) => response.url().endsWith('/login-codes'));
  await card(page, 'Security').getByRole('button', { name: 'Show code' }).click();
  const { code } = (await (await made).json()).data as { code: string };
  const dialog = page.getByRole('dialog', { name: 'Sign in on another device' });
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();

  const phone = await another(browser);
  const urls: string[] = [];
  phone.on('request', (request) => urls.push(request.url()));
  await phone.goto(`/tokenLogin?code=${code}&redirect=%2FoperationStatuss%2Findex`);
  await expect(phone).toHaveURL('/operationStatuss/index');
  await expect(phone.getByRole('banner')).toContainText('Chloe Marsh');
  // The code was in the body of one call; otherwise only in the first page's own URL.
  expect(urls.filter((url) => url.includes(code)).length).toBe(1);

  // A used code is invalid for everybody.
  const late = await another(browser);
  await late.goto(`/tokenLogin?code=${code}`);
  await expect(late.getByRole('alert')).toHaveText('This sign-in code is no longer valid. Create a new one.');
  await expect(late).toHaveURL('/tokenLogin');
  await late.context().close();

  // Another account is signed in there: nothing happens before the confirmation.
  const taken = await another(browser);
  await signIn(taken, 'demo_enduser', '/home/index');
  const client = await asUser(user);
  const next = await client.call<{ code: string }>('POST', '/v1/admin/control/sessions/login-codes');
  await taken.goto(`/tokenLogin?code=${next.code}&redirect=%2F%2Fevil.example`);
  await expect(title(taken)).toHaveText('Change the account?');
  await expect(taken).toHaveURL('/tokenLogin');
  await taken.getByRole('button', { name: 'Sign in with the code' }).click();
  await expect(taken).toHaveURL('/home/index');
  await taken.getByRole('button', { name: /^Account/ }).click();
  await expect(taken.locator('#user-menu')).toContainText(user);
  await taken.context().close();
  await phone.context().close();
});

test('the profile is saved, and cleared fields stay empty', async ({ page }) => {
  const user = 'inst_gold1';
  await signIn(page, user, ACCOUNT);
  const form = page.getByRole('form', { name: 'Profile' });
  const value = (name: string) => form.getByRole('textbox', { name, exact: true });
  await expect(value('Country')).toHaveValue('AU');
  await value('E-mail').fill('nobody');
  await value('E-mail').blur();
  await expect(value('E-mail')).toHaveAttribute('aria-invalid', 'true');
  await value('E-mail').fill('callum@works.example');
  await value('Password').fill(DEMO_PASSWORD);
  await value('City').fill('Adelaide');
  await value('Country').fill('');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('status').getByText('Profile saved')).toBeVisible();
  await page.reload();
  await expect(value('City')).toHaveValue('Adelaide');
  await expect(value('Country')).toHaveValue('');
  expect(await (await asUser(user)).call('GET', '/v1/admin/tenant/users/self')).toMatchObject({
    email: 'callum@works.example',
    city: 'Adelaide',
    country: null,
  });
});

test('a password set by a superior must be changed before anything else', async ({ page }) => {
  const user = 'inst_gold2';
  const main = await asUser('demo_main');
  const { user_id } = (await asUser(user)).login;
  const reset = `/v1/admin/tenant/tenants/${main.login.tenant_id}/users/${user_id}/reset-password`;
  await main.call('POST', reset, { password: 'Given-demo-1' });

  await page.goto('/login?redirect=%2FdeviceManager%2Findex');
  await fillSignIn(page, user, 'Given-demo-1');
  const dialog = page.getByRole('dialog', { name: 'Choose your own password' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto('/home/index');
  await expect(dialog).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await dialog.getByRole('textbox', { name: 'Old password' }).fill('Given-demo-1');
  await dialog.getByRole('textbox', { name: 'New password' }).fill(NEXT);
  await dialog.getByRole('textbox', { name: 'Confirm password' }).fill(NEXT);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(title(page)).toHaveText('Home');
  expect(await status(user, NEXT)).toBe(200);
});

test('a user uploads an own picture, sees it in the top bar, and removes it again', async ({ page }) => {
  await signIn(page, 'demo_agent2', ACCOUNT);
  const widthOf = (image: unknown) => (image as { naturalWidth: number }).naturalWidth;
  const about = card(page, 'About you');
  const top = page.getByRole('button', { name: /^Account/ });
  await expect(about.getByRole('button', { name: 'Upload picture' })).toBeVisible();
  const file = about.locator('input[type=file]');
  await file.setInputFiles({ name: 'me.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await expect(about.getByRole('alert')).toHaveText('Only PNG and JPEG pictures can be used');
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PICTURE });
  await expect(about.getByRole('button', { name: 'Change picture' })).toBeVisible();
  await expect(about.getByRole('alert')).toHaveText('');
  for (const place of [top, about]) {
    await expect(place.locator('img')).toBeVisible();
    await expect.poll(() => place.locator('img').evaluate(widthOf)).toBe(128);
  }
  await page.reload();
  await expect(top.locator('img')).toBeVisible();
  await about.getByRole('button', { name: 'Remove' }).click();
  await expect(about.getByRole('button', { name: 'Upload picture' })).toBeFocused();
  await expect(page.locator('img[src^="blob:"]')).toHaveCount(0);
});

test('an API token is shown once, reads until it is revoked, and its last use is listed', async ({
  page,
}) => {
  await signIn(page, 'demo_factory', ACCOUNT);
  const tokens = card(page, 'API tokens');
  await expect(tokens.getByText('No API tokens')).toBeVisible();
  await tokens.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly report');
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('not my password');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('The password is wrong')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(DEMO_PASSWORD);
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const token = await dialog.getByRole('textbox', { name: 'Token' }).inputValue();
  expect(token).toMatch(/^vlt_/);
  const read = async () =>
    (
      await fetch(`${instance.url}/v1/admin/tenant/users/self`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status;
  expect(await read()).toBe(200);
  // It cannot be closed by accident.
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('textbox', { name: 'Token' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(tokens.getByText('Nightly report')).toBeVisible();
  await expect(tokens.getByText('Read only', { exact: false })).toBeVisible();
  await expect(tokens.getByText('last used', { exact: false })).toBeVisible();
  await tokens.getByRole('button', { name: 'Revoke Nightly report' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(tokens.getByText('No API tokens')).toBeVisible();
  expect(await read()).toBe(401);
});

test('the main account adds a webhook, sees its secret once, tests and deletes it', { tag: '@slow' }, async ({
  page,
}) => {
  await signIn(page, 'demo_main', '/security/index');
  const hooks = card(page, 'Webhooks');
  await expect(hooks.getByText('No webhooks')).toBeVisible();
  await hooks.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Tickets');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('http://10.0.0.1/hook');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByText('Must be an https address of a public host')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://hook.invalid/changes');
  await dialog.getByRole('combobox', { name: 'Records' }).click();
  await page.getByRole('option', { name: 'Device (thing)', exact: true }).click();
  // The list of options closes, which would cover the button.
  await dialog.getByRole('textbox', { name: 'Name' }).click();
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^[\w-]{43}$/);
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(hooks.getByText('hook.invalid · 1 kind of record')).toBeVisible();
  await hooks.getByRole('button', { name: 'Send test to Tickets' }).click();
  await expect(page.getByText('Tickets did not accept the test request: not reachable.')).toBeVisible();
  await hooks.getByRole('button', { name: 'Delete Tickets' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(hooks.getByText('No webhooks')).toBeVisible();
});
