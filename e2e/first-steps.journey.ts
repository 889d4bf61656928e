/**
 * A new account: its first steps and its empty state without devices, by keyboard alone; skipped once, skipped
 * everywhere.
 */
import type { Browser, Page } from '@playwright/test';
import { rightOf } from '@voltloop/resource-kit/rights.ts';
import { type Entry, registry } from '@voltloop/resources/registry.ts';
import { axeFindings, CONTRAST } from './axe.ts';
import { press, tabTo } from './keys.ts';
import { findings, inScheme } from './looks.ts';
import { cutTexts, DESKTOP, horizontalOverflow, shrinkToPhone } from './phone.ts';
import { totp } from './totp.ts';
import {
  asUser,
  DEMO_PASSWORD,
  expect,
  instance,
  type Language,
  registerFor,
  settled,
  signIn,
  test,
  textOf,
  title,
} from './ui.ts';

const words = (key: string, values?: Record<string, string>, language: Language = 'en') =>
  textOf(language, `firstSteps:${key}`, values);

let made = 0;
const fresh = (stem: string) => `${stem}${Date.now().toString(36).slice(-6)}${++made}`;

const card = (page: Page, language: Language = 'en') =>
  page.getByRole('region', { name: words('title', {}, language), exact: true });
const step = (page: Page, id: string, titleKey = 'title') =>
  card(page)
    .getByRole('listitem')
    .filter({ hasText: words(`step.${id}.${titleKey}`) });

/** An account below a demo account, created by the API. */
async function makeBelow(owner: string, kind: string): Promise<{ id: string; user_name: string }> {
  const client = await asUser(owner);
  const name = fresh('first');
  const user = { name, user_name: name, email: `${name}@home.example`, password: DEMO_PASSWORD, kind };
  return client.call('POST', `/v1/admin/tenant/tenants/${client.login.tenant_id}/users`, user);
}

/** Checks the page in both schemes, on a desktop and on a phone. */
async function checkLooks(page: Page, what: string): Promise<void> {
  // Only contrast depends on the colours.
  await inScheme(page, 'dark');
  expect.soft(await axeFindings(page, CONTRAST), `${what}, dark`).toEqual([]);
  await inScheme(page, 'light');
  expect.soft(await findings(page), what).toEqual([]);
  await shrinkToPhone(page);
  expect.soft(await findings(page), `${what}, on a phone`).toEqual([]);
  expect.soft(await horizontalOverflow(page), `${what} scrolls sideways`).toBe(0);
  expect.soft(await cutTexts(page), what).toEqual([]);
  await page.setViewportSize(DESKTOP);
}

/** The home of a user in a separate browser context. */
async function elsewhere(browser: Browser, user: string, look: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ baseURL: instance.url });
  const page = await context.newPage();
  await signIn(page, user);
  await expect(title(page)).toBeVisible();
  await settled(page);
  await look(page);
  await context.close();
}

test('an invited end user sees what to do, skips the first steps for good, and finds them again', {
  tag: '@slow',
}, async ({ page, browser }) => {
  test.slow();
  const installer = await asUser('demo_installer');
  const path = `/v1/admin/tenant/tenants/${installer.login.tenant_id}/invitations`;
  const { code } = await installer.call<{ code: string }>('POST', path, { kind: 'enduser' });
  const user = fresh('home');
  await page.goto(`/invite#${code}`);
  const form = page.getByRole('form', { name: textOf('en', 'invite:heading') });
  const field = (name: string) => form.getByLabel(textOf('en', `invite:field.${name}`), { exact: true });
  for (const [name, value] of [
    ['name', user],
    ['email', `${user}@home.example`],
    ['user_name', user],
    ['password', DEMO_PASSWORD],
    ['repeat', DEMO_PASSWORD],
  ] as const) {
    await tabTo(page, field(name));
    await page.keyboard.type(value);
  }
  await page.keyboard.press('Enter');

  // The steps, and below them whom to ask.
  await expect(title(page)).toHaveText('Home');
  await expect(card(page)).toContainText(words('progress', { done: '0', all: '4' }));
  await expect(card(page).getByRole('listitem')).toHaveCount(4);
  await expect(page.getByText(words('noDevices.title'))).toBeVisible();
  const message = words('noDevices.ask.owner', { parent: installer.login.name, user });
  await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await checkLooks(page, 'the home of a new end user');

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await press(page, page.getByRole('button', { name: words('noDevices.copy') }));
  await expect(page.getByText(words('noDevices.copied'))).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    words('noDevices.message.owner', { product: 'Voltloop', user }),
  );

  await page.reload();
  await press(page, card(page).getByRole('button', { name: words('skip') }));
  await expect(card(page)).toHaveCount(0);
  await expect(title(page)).toBeFocused();
  await elsewhere(browser, user, async (other) => {
    await expect(other.getByText(words('noDevices.title'))).toBeVisible();
    await expect(card(other)).toHaveCount(0);
  });

  await press(page, page.locator('button[aria-controls="user-menu"]'));
  await press(page, page.getByRole('button', { name: textOf('en', 'shell:firstSteps') }));
  await expect(card(page)).toBeVisible();
  await expect(card(page).locator('..')).toBeFocused();
  await elsewhere(browser, user, (other) => expect(card(other)).toBeVisible());

  // The lists show the same next step.
  for (const list of ['/deviceManager/index', '/sites/index']) {
    await page.goto(list);
    await expect(page.getByText(message)).toBeVisible();
  }

  // The battery is bound: the step is ticked, and the next one links to the tariffs of the new site.
  await registerFor(user);
  await page.goto('/');
  await expect(step(page, 'device', 'title_enduser')).toContainText(words('done'));
  await expect(page.getByText(words('noDevices.title'))).toHaveCount(0);
  await press(page, step(page, 'tariff').getByRole('link'));
  const popover = page.getByRole('dialog', { name: words('step.tariff.title') });
  await expect(popover).toBeFocused();
  await expect(popover).toContainText(words('step.tariff.point'));
  await page.keyboard.press('Escape');
  await expect(popover).toHaveCount(0);
  await expect(page.getByRole('button', { name: textOf('en', 'sites:cost.tariffs') })).toBeFocused();

  // The home of its owner asks for the tariff too, and then shows what the energy costs and saves.
  await page.goto('/');
  const costs = page.getByRole('region', { name: textOf('en', 'sites:cost.title') });
  await costs.getByRole('button', { name: textOf('en', 'sites:tariff.new') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: textOf('en', 'sites:tariff.import'), exact: true }).fill('0.3');
  await dialog.getByRole('button', { name: textOf('en', 'sites:form.save') }).click();
  await expect(costs).toContainText(textOf('en', 'sites:cost.savings'));
  await expect(step(page, 'tariff')).toContainText(words('done'));
});

test('an installer is guided to the invitation of end users; the popover closes on a press or on another page', {
  tag: '@slow',
}, async ({ page }) => {
  const { user_name } = await makeBelow('demo_company', 'installer');
  await signIn(page, user_name);
  await expect(card(page)).toContainText(words('progress', { done: '0', all: '5' }));
  await expect(step(page, 'bind', 'title_installer')).toContainText(words('step.bind.waits'));
  await expect(step(page, 'bind', 'title_installer').getByRole('link')).toHaveCount(0);
  await press(page, step(page, 'people', 'title_installer').getByRole('link'));
  const popover = page.getByRole('dialog', { name: words('step.people.title_installer') });
  await expect(popover).toBeFocused();
  await checkLooks(page, 'the popover');

  // The highlighted control can be pressed.
  const invite = page.locator('[data-guide="invite"]');
  await invite.click();
  await expect(popover).toHaveCount(0);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: textOf('en', 'users:invite.submit') })
    .click();
  await expect(
    page.getByRole('dialog').getByRole('textbox', { name: textOf('en', 'users:invite.link') }),
  ).toBeVisible();
  await page.goto('/');
  await expect(step(page, 'people', 'title_installer')).toContainText(words('done'));
  await expect(card(page)).toContainText(words('progress', { done: '1', all: '5' }));

  // The popover does not follow to other pages.
  await step(page, 'channel').getByRole('link').click();
  await expect(page.getByRole('dialog', { name: words('step.channel.title') })).toBeVisible();
  await page.goBack();
  await expect(card(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('completing all first steps is confirmed once', { tag: '@slow' }, async ({ page }) => {
  const main = await asUser('demo_main');
  const path = `/v1/admin/tenant/tenants/${main.login.tenant_id}/staff`;
  const roles = await main.call<{ id: number; name: string }[]>('GET', `${path}/roles`);
  const name = fresh('staff');
  const role_id = roles.find((each) => each.name === '系统管理员')?.id;
  await main.call('POST', path, {
    name,
    user_name: name,
    password: DEMO_PASSWORD,
    role_id,
    must_change_password: false,
  });
  await signIn(page, name);
  await expect(card(page)).toContainText(words('progress', { done: '0', all: '5' }));
  await checkLooks(page, 'the home of new staff');
  for (const id of ['work', 'batteries', 'trace']) {
    await step(page, id).getByRole('link').click();
    await expect(page).not.toHaveURL(/\/home$/);
    await page.goBack();
    await expect(step(page, id)).toContainText(words('done'));
  }
  await press(page, step(page, 'search').getByRole('button'));
  const popover = page.getByRole('dialog', { name: words('step.search.title') });
  await press(page, popover.getByRole('button', { name: words('gotIt') }));
  await expect(page.getByRole('button', { name: textOf('en', 'shell:palette.open') })).toBeFocused();

  const own = await asUser(name);
  const factor = '/v1/admin/tenant/users/self/two-factor';
  const { secret } = await own.call<{ secret: string }>('POST', factor, { password: DEMO_PASSWORD });
  await own.call('POST', `${factor}/confirm`, { code: totp(secret) });
  await page.reload();
  await expect(card(page)).toContainText(words('allDone'));
  await expect
    .poll(
      async () => (await own.call<{ first_steps: string }>('GET', '/v1/admin/tenant/users/self')).first_steps,
    )
    .toBe('done');
  await press(page, card(page).getByRole('button', { name: words('close') }));
  await expect(card(page)).toHaveCount(0);
  await page.reload();
  await expect(title(page)).toBeVisible();
  await settled(page);
  await expect(card(page)).toHaveCount(0);
});

test('staff whose role has no overview see their first steps on their start page', async ({ page }) => {
  const main = await asUser('demo_main');
  const name = fresh('keeper');
  await main.call('POST', '/role/insert', { name, description: '' });
  const { list } = await main.call<{ list: { id: number; name: string }[] }>(
    'GET',
    '/role/findPage?page=1&size=999',
  );
  const role_id = list.find((each) => each.name === name)?.id;
  const battery = rightOf(registry.battery as Entry);
  await main.call('POST', '/role/insertMenu', { roleId: role_id, menuIds: [battery] });
  await main.call('POST', `/v1/admin/tenant/tenants/${main.login.tenant_id}/staff`, {
    name,
    user_name: name,
    password: DEMO_PASSWORD,
    role_id,
    must_change_password: false,
  });
  await signIn(page, name);
  await expect(page).toHaveURL(/\/backoffice\/battery$/);
  await expect(card(page)).toContainText(words('progress', { done: '0', all: '3' }));
  await checkLooks(page, 'the first page of staff without the overview');
  await press(page, card(page).getByRole('button', { name: words('skip') }));
  await expect(card(page)).toHaveCount(0);
  await press(page, page.locator('button[aria-controls="user-menu"]'));
  await press(page, page.getByRole('button', { name: textOf('en', 'shell:firstSteps') }));
  await expect(card(page)).toBeVisible();
});
