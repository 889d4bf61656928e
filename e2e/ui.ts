import { readFileSync } from 'node:fs';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import type { Page as Pages, Thing } from '@voltloop/contract';
import { chinaDay } from '@voltloop/resources/days.ts';
import { catalogueFiles } from '../apps/web/i18n/catalogue-files.ts';
import { type Client, register, signIn as signInToApi } from './api.ts';
import { instance } from './instances.ts';

export { expect, instance };

/** The current business day, yyyy-MM-dd. */
export const today = (): string => chinaDay(new Date());

export const DEMO_PASSWORD = 'Volt-demo-2026';

/** Browser activity that no page of the console may cause. */
export interface Watch {
  /** Requests to other hosts than the instance. */
  foreign: string[];
  /** Uncaught exceptions, and violations of the content security policy. */
  broken: string[];
  /** Errors in the console, including failed requests: whether they are expected depends on the journey. */
  errors: string[];
}

/**
 * `test` with the instance's URL, and with a {@link Watch} over every page, whose `foreign` and `broken` must stay
 * empty in each journey.
 */
export const test = base.extend<{ watch: Watch }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from the pattern
  baseURL: async ({}, use) => use(instance.url),
  watch: [
    async ({ context, baseURL }, use) => {
      const watch: Watch = { foreign: [], broken: [], errors: [] };
      const origin = new URL(baseURL ?? '').origin;
      context.on('request', (request) => {
        const url = new URL(request.url());
        if (url.protocol !== 'data:' && url.protocol !== 'blob:' && url.origin !== origin)
          watch.foreign.push(request.url());
      });
      context.on('weberror', (error) => watch.broken.push(String(error.error())));
      context.on('console', (message) => {
        if (message.type() !== 'error') return;
        const text = message.text();
        watch.errors.push(text);
        if (/content security policy/i.test(text)) watch.broken.push(text);
      });
      await use(watch);
      expect(watch.foreign, 'requests to other hosts').toEqual([]);
      expect(watch.broken, 'uncaught errors').toEqual([]);
    },
    { auto: true },
  ],
});

export type Language = 'en' | 'zh';
type Catalogue = { [key: string]: string | Catalogue };
const catalogues = new Map<string, Catalogue>();

function catalogue(language: Language, name: string): Catalogue {
  const key = `${name}.${language}`;
  let found = catalogues.get(key);
  if (!found) {
    found = JSON.parse(readFileSync(catalogueFiles(language).get(name) ?? '', 'utf8')) as Catalogue;
    catalogues.set(key, found);
  }
  return found;
}

/**
 * Interface texts: `textOf('en', 'things:tab.history')`. A journey in both languages uses them; texts fixed by the
 * specification are literals in the journey.
 */
export function textOf(
  language: Language,
  key: string,
  values: Record<string, string | number> = {},
): string {
  const [name = '', path = ''] = key.split(':');
  let found: string | Catalogue | undefined = catalogue(language, name);
  for (const step of path.split('.')) found = typeof found === 'object' ? found[step] : undefined;
  if (typeof found !== 'string') throw new Error(`No text for ${key} in ${language}`);
  return found.replace(/\{\{(\w+)\}\}/g, (_, each: string) => String(values[each] ?? ''));
}

/** Fills in the visible sign-in form and submits it. */
export async function fillSignIn(
  page: Page,
  user: string,
  password = DEMO_PASSWORD,
  language: Language = 'en',
) {
  const form = page.getByRole('form', { name: textOf(language, 'login:heading') });
  await form.getByRole('textbox', { name: textOf(language, 'login:name') }).fill(user);
  await form.getByLabel(textOf(language, 'login:password'), { exact: true }).fill(password);
  await form.getByRole('button', { name: textOf(language, 'login:submit'), exact: true }).click();
}

/**
 * Opens `to` in a new browser tab, signed in by a session cookie. The form itself is tested in the sign-in journey.
 * Sets the account's language to `language`.
 * @param sign An element that shows that the page has loaded.
 */
export async function signIn(
  page: Page,
  user: string,
  to = '/',
  language: Language = 'en',
  sign = page.getByRole('banner'),
): Promise<void> {
  await setAccountLanguage(user, language);
  const reply = await page.request.post('/v1/admin/control/sessions', {
    headers: { platform: 'IOT', language: 'en_US' },
    data: { username: user, password: DEMO_PASSWORD, type: 'password' },
  });
  expect(reply.status(), await reply.text()).toBe(200);
  // A small file of the origin costs half of what setting a storage state does, which opens a page of its own.
  await page.goto('/favicon.svg');
  await page.evaluate("localStorage.setItem('voltloop.session', '1')");
  await page.goto(to);
  await expect(sign).toBeVisible();
}

/** Sets the language of the account of `user`, whatever an earlier journey chose. */
export async function setAccountLanguage(user: string, language: Language): Promise<void> {
  const client = await asUser(user);
  const reply = await client.raw('PATCH', '/v1/admin/tenant/users/self/preferences', { language });
  expect(reply.status, await reply.text()).toBe(200);
}

const clients = new Map<string, Promise<Client>>();

/**
 * The API as `user` of the demo; one session for all journeys of this process. A journey may have ended all
 * sessions of the account: the session is checked, and replaced if necessary.
 */
export async function asUser(user: string): Promise<Client> {
  const known = await clients.get(user);
  if (known && (await known.raw('GET', '/v1/admin/tenant/users/self')).status !== 401) return known;
  const client = signInToApi(instance.url, user, DEMO_PASSWORD);
  clients.set(user, client);
  client.catch(() => clients.delete(user));
  return client;
}

export const tenantPath = (client: Client) => `/v1/things/tenants/${client.login.tenant_id}`;
export const dataPath = (client: Client) => `/v1/data-mgmt/tenants/${client.login.tenant_id}`;

/** Opens the user menu with the controls of language, colours and sizes. */
export async function openLook(page: Page): Promise<Locator> {
  const menu = page.locator('#user-menu');
  if (!(await menu.isVisible())) await page.locator('button[aria-controls="user-menu"]').click();
  await expect(menu.getByRole('button', { name: 'English' })).toBeVisible();
  return menu;
}

/** Switches the language of the console in its menu, without a load. */
export async function switchLanguage(page: Page, language: Language): Promise<void> {
  const menu = await openLook(page);
  await menu.getByRole('button', { name: language === 'zh' ? '中文' : 'English' }).click();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
}

/** The heading of the page. */
export const title = (page: Page): Locator => page.getByRole('heading', { level: 1 });

/** Opens a page by the side menu; expands its group first if necessary. */
export async function openByMenu(page: Page, name: string, group?: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const button = group && menu.getByRole('button', { name: group, exact: true });
  if (button && (await button.getAttribute('aria-expanded')) === 'false') await button.click();
  await menu.getByRole('link', { name, exact: true }).click();
}

/** The strip of open tabs, and actions on them. */
export const strip = (page: Page) => {
  const root = page.locator('[data-tab-strip]');
  const tab = (name: string) => root.getByRole('tab', { name, exact: true });
  return {
    root,
    tabs: root.getByRole('tab'),
    tab,
    close: (name: string) => root.getByRole('button', { name: `Close ${name}`, exact: true }).click(),
    menu: async (name: string, item: string) => {
      await tab(name).click({ button: 'right' });
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    },
  };
};

/** Waits until nothing in the page is loading. The network of a live page is never idle. */
export async function settled(page: Page, where?: string): Promise<void> {
  const loading = page.getByRole('status', { name: /^(Loading|加载中)/ });
  await expect(loading, where).toHaveCount(0);
}

/** A devid that no other journey uses. */
let made = 0;
export function newDevid(): string {
  made += 1;
  return `E2E-${process.pid}-${Date.now().toString(36)}-${made}`;
}

/** A new device bound to the account of `user`; visible to its owner and all accounts above. */
export async function registerFor(
  user: string,
  extra: Record<string, unknown> = {},
): Promise<{ devid: string; secret: string }> {
  const [main, owner] = await Promise.all([asUser('demo_main'), asUser(user)]);
  const devid = newDevid();
  const { secret } = await register(main, devid, extra);
  await main.call('POST', `${tenantPath(main)}/users/things?userIds=${owner.login.user_id}`, [devid]);
  return { devid, secret };
}

/** A simulated device that is online and visible to `user`; `index` chooses among them. */
export async function simulated(index = 0, user = 'demo_main'): Promise<Thing> {
  const main = await asUser(user);
  let found: Thing | undefined;
  await expect
    .poll(
      async () => {
        const page = await main.call<Pages<Thing>>(
          'GET',
          `${tenantPath(main)}/things?page_size=999&search=HB25&state=1&sort=devid`,
        );
        found = page.list[index];
        return found?.devid;
      },
      { message: 'simulated devices online' },
    )
    .toBeTruthy();
  return found as Thing;
}
