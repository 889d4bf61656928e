import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startOidcProvider, type TestProvider } from '../apps/server/testing/oidc-provider.ts';
import { axeFindings } from './axe.ts';
import { freePort, type Instance, setupCode, startInstance } from './instance.ts';
import { test as base, expect, fillSignIn, textOf, title, type Watch } from './ui.ts';

interface World {
  provider: TestProvider;
  own: Instance;
}
const MAIN = { user_name: 'first_main', password: 'Volt-first-26' };
const NAME = 'Example ID';

// An own instance, and a real provider running beside it.
const test = base.extend<{ watch: Watch }, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from the pattern
    async ({}, use) => {
      const port = await freePort();
      const provider = await startOidcProvider({ publicUrl: `http://127.0.0.1:${port}` });
      const groups = [{ group: 'fitters', kind: 'installer', parent: MAIN.user_name }];
      const own = await startInstance({
        args: ['--empty'],
        port,
        env: {
          ...provider.env,
          OIDC_NAME: NAME,
          OIDC_CREATE_ACCOUNTS: 'true',
          OIDC_GROUPS: JSON.stringify(groups),
        },
      });
      const setup = await fetch(`${own.url}/v1/setup`, {
        method: 'POST',
        headers: { platform: 'IOT', 'content-type': 'application/json' },
        body: JSON.stringify({ ...MAIN, code: setupCode, name: 'First Main', email: 'first@main.example' }),
      });
      expect(setup.status).toBe(200);
      await use({ provider, own });
      await own.stop();
      await provider.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ world }, use) => use(world.own.url),
  watch: async ({ context, world }, use) => {
    const watch: Watch = { foreign: [], broken: [], errors: [] };
    // Ignores errors of the provider's own pages; its fonts would come from the internet.
    await context.route(/googleapis|gstatic/, (route) => route.abort());
    context.on('weberror', (error) => watch.broken.push(String(error.error())));
    context.on('console', (message) => {
      if (
        !message.location().url.startsWith(world.provider.issuer) &&
        /security policy/i.test(message.text())
      )
        watch.broken.push(message.text());
    });
    await use(watch);
    expect(watch.broken, 'uncaught errors').toEqual([]);
  },
});

const ssoButton = (page: Page, language: 'en' | 'zh' = 'en') =>
  page.getByRole('button', { name: textOf(language, 'login:sso.button', { name: NAME }) });

/** The user's steps at the provider. */
async function atProvider(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('a member of the organisation signs in without a password, and gets to the requested page', async ({
  page,
  world,
}) => {
  world.provider.people.set('ada', {
    name: 'Ada Fitter',
    preferred_username: 'ada.fitter',
    email: 'ada@example.org',
    email_verified: true,
    groups: ['fitters'],
  });
  await page.goto('/endUserPage/personalInformation/index');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  // By keyboard: it follows the form.
  await page.getByRole('button', { name: 'Sign in', exact: true }).focus();
  await page.keyboard.press('Tab');
  await expect(ssoButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/interaction\//);
  await atProvider(page, 'ada');
  await expect(page).toHaveURL('/endUserPage/personalInformation/index');
  await expect(page.getByRole('banner')).toContainText('Ada Fitter');
  const security = page.getByRole('region', { name: 'Security', exact: true });
  await expect(security.getByText('Example ID (ada@example.org)')).toBeVisible();
  await expect(security.getByText('the link cannot be removed')).toBeVisible();
  await expect(security.getByRole('button', { name: 'Change password' })).toHaveCount(0);
  await expect(page.getByText('with single sign-on')).toBeVisible();
  // A normal session: it survives a reload and opens in a new tab.
  await page.reload();
  await expect(page.getByRole('banner')).toContainText('Ada Fitter');
  const tab = await page.context().newPage();
  await tab.goto('/endUserPage/personalInformation/index');
  await expect(tab.getByRole('banner')).toContainText('Ada Fitter');
});

test('a user who is refused, or who cancels, sees why and returns to the sign-in page', {
  tag: '@slow',
}, async ({ page, world }) => {
  world.provider.people.set('eve', { name: 'Eve', groups: ['others'] });
  await page.goto('/login');
  await ssoButton(page).click();
  await atProvider(page, 'eve');
  await expect(title(page)).toHaveText('Sign-in failed');
  await expect(page.getByRole('alert')).toHaveText(textOf('en', 'sso:reason.unmapped'));
  // Neither code nor state stay in the URL.
  await expect(page).toHaveURL('/sso');
  expect(await axeFindings(page, { type: 'tag', values: ['wcag2a', 'wcag2aa'] })).toEqual([]);
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.getByRole('alert')).toHaveText(textOf('zh', 'sso:reason.unmapped'));
  await page.getByRole('button', { name: textOf('zh', 'sso:toLogin') }).click();
  await expect(page).toHaveURL('/login');
  await page.context().clearCookies();
  await ssoButton(page, 'zh').click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toHaveText(textOf('zh', 'sso:cancelled'));
});

test('the main account links itself with its password, and removes the link again', { tag: '@slow' }, async ({
  page,
  world,
}) => {
  world.provider.people.set('boss', { name: 'The Boss', email: 'boss@example.org', email_verified: true });
  await page.goto('/security/index');
  await fillSignIn(page, MAIN.user_name, MAIN.password);
  await expect(page).toHaveURL('/security/index');
  const security = page.getByRole('region', { name: 'Security', exact: true });
  await security.getByRole('button', { name: 'Link', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill('Wrong-pass-1');
  await dialog.getByRole('button', { name: 'Continue to Example ID' }).click();
  await expect(dialog.getByText('The password is wrong')).toBeVisible();
  await dialog.getByLabel('Your password').fill(MAIN.password);
  await dialog.getByRole('button', { name: 'Continue to Example ID' }).click();
  await atProvider(page, 'boss');
  // Checked first, because it disappears.
  await expect(page.getByRole('status').getByText('Single sign-on linked to your account')).toBeVisible();
  await expect(page).toHaveURL('/security/index');
  await expect(security.getByText('Example ID (boss@example.org)')).toBeVisible();

  const other = await page.context().browser()!.newContext({ baseURL: world.own.url });
  const phone = await other.newPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto('/login');
  await ssoButton(phone).click();
  await atProvider(phone, 'boss');
  await expect(phone).toHaveURL(/\/operationStatuss\/index/);
  await other.close();

  await page.reload();
  await security.getByRole('button', { name: 'Remove link' }).click();
  await dialog.getByLabel('Your password').fill(MAIN.password);
  await dialog.getByRole('button', { name: 'Remove link' }).click();
  await expect(security.getByText('Not linked')).toBeVisible();
});

test('the sign-in page fits in both languages and themes, on a phone too; without the provider the password still works', {
  tag: '@slow',
}, async ({ page, world }) => {
  const folder = process.env.SSO_SCREENS;
  if (folder) await mkdir(folder, { recursive: true });
  // Each pair of language, theme and size occurs: what goes wrong depends on two of them at most.
  for (const [language, scheme, size, width] of [
    ['en', 'light', 'wide', 1280],
    ['en', 'dark', 'phone', 360],
    ['zh', 'dark', 'wide', 1280],
    ['zh', 'light', 'phone', 360],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/login');
    const other = page.getByRole('button', { name: language === 'zh' ? '中文' : 'English' });
    await expect(page.getByRole('button', { name: /Example ID/ })).toBeVisible();
    if (await other.isVisible()) await other.click();
    await expect(ssoButton(page, language)).toBeVisible();
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(await axeFindings(page, { type: 'tag', values: ['wcag2a', 'wcag2aa'] })).toEqual([]);
    if (folder) await page.screenshot({ path: join(folder, `${language}-${scheme}-${size}.png`) });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.route('**/v1/auth/oidc/start', (route) =>
    route.fulfill({
      status: 503,
      json: {
        code: 5030003,
        message: 'The sign-in service cannot be reached, try again shortly or sign in with your password',
        result: false,
        data: null,
      },
    }),
  );
  await ssoButton(page, 'zh').click();
  await expect(page.getByRole('alert')).toHaveText(textOf('zh', 'errors:ssoUnavailable'));
  await expect(ssoButton(page, 'zh')).toBeEnabled();
  await fillSignIn(page, MAIN.user_name, MAIN.password, 'zh');
  await expect(page).toHaveURL(/\/operationStatuss\/index/);
  expect(world.own.output()).not.toContain('state=');
});
