import { request } from '@playwright/test';
import { setupCode, startInstance } from './instance.ts';
import { test as base, expect, textOf, title } from './ui.ts';

// An own instance, without demo.
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from the pattern
  baseURL: async ({}, use) => {
    const own = await startInstance({ args: ['--empty'] });
    await use(own.url);
    await own.stop();
  },
});

test('a clean instance asks for its first main account, once', { tag: '@slow' }, async ({
  page,
  baseURL,
}) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/setup$/);
  await expect(title(page)).toHaveText('Set up this instance');
  // Without demo accounts the page does not list any.
  await expect(page.getByText('Demo accounts')).toHaveCount(0);

  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const secret = (name: string) => page.getByLabel(name, { exact: true });
  const create = page.getByRole('button', { name: 'Create account and sign in' });

  // Nothing filled in: each field shows its error, the first has the focus.
  await create.click();
  await expect(field('Setup code')).toBeFocused();
  for (const input of [
    field('Setup code'),
    field('User name'),
    field('Display name'),
    field('E-mail'),
    secret('Password'),
  ])
    await expect(input).toHaveAccessibleDescription('This field is required');

  await field('Setup code').fill('0000-0000-0000');
  await field('User name').fill('x');
  await field('Display name').fill('First Main');
  await field('E-mail').fill('not an address');
  await secret('Password').fill('short');
  await secret('Repeat the password').fill('different-1');
  await create.click();
  await expect(field('User name')).toHaveAccessibleDescription(textOf('en', 'setup:error.user_name'));
  await expect(field('Display name')).not.toHaveAttribute('aria-invalid');
  await expect(field('E-mail')).toHaveAccessibleDescription('Enter a valid e-mail address');
  await expect(secret('Password')).toHaveAccessibleDescription('8 to 16 characters');
  await expect(secret('Repeat the password')).toHaveAccessibleDescription('Entered passwords differ');
  // The texts of the specification for the first character and the confirmation (section 5).
  await secret('Password').fill('!Volt-2026');
  await secret('Password').blur();
  await expect(secret('Password')).toHaveAccessibleDescription('Begin with a number or an English letter');

  // Errors that only the server finds are shown at their fields too: this password is on the list of common ones.
  await field('User name').fill('main_one');
  await field('E-mail').fill('main.one@voltloop.example');
  await secret('Password').fill('password1');
  await secret('Repeat the password').fill('password1');
  await create.click();
  await expect(field('Setup code')).toBeFocused();
  await expect(field('Setup code')).toHaveAccessibleDescription(/is not the setup code/);
  await page.goto(`/setup#${setupCode}`);
  await page.reload();
  await expect(field('Setup code')).toHaveValue(setupCode);
  await field('Display name').fill('First Main');
  await field('User name').fill('main_one');
  await field('E-mail').fill('main.one@voltloop.example');
  await secret('Password').fill('password1');
  await secret('Repeat the password').fill('password1');
  await create.click();
  await expect(secret('Password')).toHaveAttribute('aria-invalid', 'true');
  await expect(secret('Password')).toBeFocused();
  await expect(page).toHaveURL(/\/setup#/);

  await secret('Password').fill('Volt-first-2026');
  await secret('Repeat the password').fill('Volt-first-2026');
  await create.click();
  await expect(page).toHaveURL(/\/operationStatuss\/index$/);
  await expect(title(page)).toHaveText('Monitoring Device');
  await expect(page.getByRole('banner')).toContainText('First Main');
  await expect(page.getByRole('banner')).toContainText('Agent Level');
  await expect(page.getByText('No devices yet')).toBeVisible();

  // Once only: the page redirects, and the call is refused, also without a session.
  await page.goto('/setup');
  await expect(page).toHaveURL(/\/operationStatuss\/index$/);
  const anonymous = await request.newContext({ baseURL });
  const again = await anonymous.post('/v1/setup', {
    headers: { platform: 'IOT' },
    data: {
      code: setupCode,
      user_name: 'second',
      name: 'Second',
      email: 'second@voltloop.example',
      password: 'Volt-second-26',
    },
  });
  expect(again.status()).toBe(409);
  expect(await again.json()).toMatchObject({ result: false, data: null });
  const refused = await anonymous.post('/v1/admin/control/sessions', {
    headers: { platform: 'IOT' },
    data: { username: 'second', password: 'Volt-second-26' },
  });
  expect(refused.status()).toBe(401);
  await anonymous.dispose();
});
