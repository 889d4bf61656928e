import type { BrowserContext, Locator, Page } from '@playwright/test';
import { registry } from '@voltloop/resources/registry.ts';
import { guard } from '../apps/web/context/guard.ts';
import { pagesOf } from '../apps/web/context/menu.ts';
import type { RouteMeta } from '../apps/web/context/route-meta.ts';
import { panelId } from '../apps/web/shell/tabs/tab-ids.ts';
import { asUser, expect, instance, settled, signIn, simulated, title } from './ui.ts';

/** The site map. Imported dynamically, because its modules are browser code outside the journeys' compilation. */
const site: string = new URL('../apps/web/routes.tsx', import.meta.url).href;
const { guardedPages, publicPages, widePages } = (await import(site)) as {
  guardedPages: readonly RouteMeta[];
  widePages: readonly RouteMeta[];
  publicPages: readonly RouteMeta[];
};

/** The accounts that visit the screens, the one with most pages first. */
const viewers = [
  { user: 'demo_main', roleId: 0 },
  { user: 'demo_factory', roleId: 1 },
  { user: 'demo_installer', roleId: 4 },
] as const;

interface Screen {
  /** Its path with all parameters filled in. */
  path: string;
  /** The visiting account; null for a page without sign-in. */
  user: (typeof viewers)[number]['user'] | null;
  /** Whether it opens as a tab, so that it can be opened by navigation without a load. */
  isTab: boolean;
  /** Whether it is a tab of the previous screen's page, which may be opened without a load too. */
  isPart: boolean;
  /** Whether it is a page of a resource built from the same components as all others. */
  isGeneric: boolean;
}

/** Further views of a page, by their query. */
const parts: Record<string, readonly string[]> = {
  '/operationStatuss/thing/:devid': ['history', 'packs', 'commands', 'events', 'bindings', 'rejects'].map(
    (tab) => `tab=${tab}`,
  ),
  '/endUserPage/faultyDevices/index': ['tab=rules', 'state=all&levels=1,2,3'],
  '/secondDistributorUserManager/index': ['tab=invitations'],
  '/userManager/index': ['tab=invitations'],
  '/appSelector': ['icons=10'],
  '/backoffice/statistics': ['tab=flows', 'tab=works', 'tab=sales', 'tab=reporting'],
};

/**
 * Resources of which one row is visited and edited, with the call that lists them: those with special pages. All
 * others are built from the same components.
 */
const rowsOf: Record<string, string> = {
  '/backoffice/battery': '/battery/findPage',
  '/backoffice/customer': '/client/findPage',
  '/backoffice/geofence': '/geofence/findPage',
  '/backoffice/order': '/order/findPage',
  '/backoffice/passport': '/batteryPassport/findPage',
  '/backoffice/passportModel': '/passportModel/findPage',
  '/backoffice/roles': '/role/findPage',
  '/backoffice/stock': '/store/findPage',
  '/backoffice/stock/item': '/battery/findPage',
  '/backoffice/store': '/store/findPage',
  '/backoffice/trace/:kind': '/battery/findPage',
};

/**
 * The newest row of each of these resources, by the path of its list; the demo business is generated after the
 * start.
 */
async function someRows(): Promise<ReadonlyMap<string, string>> {
  const main = await asUser('demo_main');
  const newest = async (call: string) => {
    const { list } = await main.call<{ list: { id: string | number }[] }>('GET', `${call}?page=1&size=1`);
    return list[0] === undefined ? '' : String(list[0].id);
  };
  const found = new Map<string, string>();
  for (const [list, call] of Object.entries(rowsOf)) {
    await expect.poll(() => newest(call), { message: `a row of ${list}`, timeout: 180_000 }).not.toBe('');
    found.set(list, await newest(call));
  }
  const sites = `/v1/sites/tenants/${main.login.tenant_id}/sites?page_size=1`;
  found.set('/sites/site', (await main.call<{ list: { id: string }[] }>('GET', sites)).list[0]?.id ?? '');
  return found;
}

function viewerOf(meta: RouteMeta): Screen['user'] {
  const may = ({ roleId }: { roleId: number }) =>
    guard(meta, { signedIn: true, roleId, rights: [] }) === 'pass';
  const viewer = viewers.find(may);
  if (!viewer) throw new Error(`No demo account may open ${meta.path}`);
  return viewer.user;
}

/** Whether the pages of a resource, given the path of one of them, have no special components. */
function isGeneric(path: string): boolean {
  const [, family, name = ''] = path.split('/');
  return (
    family === 'backoffice' && Object.hasOwn(registry, name) && !Object.hasOwn(rowsOf, `/${family}/${name}`)
  );
}

/**
 * Every screen of the site map, grouped by account, so that new pages are visited without being listed here.
 * @param devid Parameter of the pages of one thing.
 * @param rows Ids of rows by the path of their list: only their pages are visited.
 */
function everyScreen(devid: string, rows: ReadonlyMap<string, string>): Screen[] {
  const screens = pagesOf(guardedPages).flatMap((meta) => {
    const [list = '', ofRow] = meta.path.split('/:id');
    const id = rows.get(list);
    if (ofRow !== undefined && id === undefined) return [];
    const path = meta.path
      .replace(':devid', devid)
      .replace(':kind', 'battery')
      .replace(':id', id ?? '');
    const user = viewerOf(meta);
    return [path, ...(parts[meta.path] ?? []).map((query) => `${path}?${query}`)].map((each) => ({
      path: each,
      user,
      isTab: each === path && !meta.aliasOf && !meta.wide && !widePages.includes(meta),
      isPart: each.startsWith(`${path}?tab=`),
      isGeneric: isGeneric(list),
    }));
  });
  const open = publicPages.map(({ path }) => ({
    path,
    user: null,
    isTab: false,
    isPart: false,
    isGeneric: false,
  }));
  return [...viewers.flatMap(({ user }) => screens.filter((each) => each.user === user)), ...open];
}

/** The two families of screens; each has its own walk, so that both can run in parallel. */
export const families = ['portal', 'back office'] as const;

const familyOf = ({ path }: Screen): (typeof families)[number] =>
  path.startsWith('/backoffice/') ? 'back office' : 'portal';

const navigate = (page: Page, path: string) =>
  page.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);

/**
 * Opens a page by client-side navigation, for a third of the cost of a load, and closes all other tabs, because a
 * hundred would accumulate.
 */
async function follow(page: Page, path: string): Promise<void> {
  await navigate(page, path);
  await expect(
    page.locator(`[role="tab"][aria-selected="true"][aria-controls="${panelId(path)}"]`),
  ).toHaveCount(1);
  await page.evaluate(
    `for (const close of document.querySelectorAll('[data-tab-strip] [role="tab"][aria-selected="false"] + button')) close.click()`,
  );
}

/** The button of a tab within the shown page, if the page is divided into such tabs. */
function partTab(page: Page, path: string): Locator {
  const { pathname, searchParams } = new URL(path, instance.url);
  return page.locator(`#${panelId(pathname)} [role="tab"][data-tab="${searchParams.get('tab')}"]`);
}

/**
 * Walks through every screen of a family in one browser with one sign-in per account, those without sign-in last.
 * Each is opened once, in the language of the previous one; `look` is called when it has loaded. Pages with a tab
 * are opened by navigation; the others are loaded.
 */
export async function walkScreens(
  context: BrowserContext,
  family: (typeof families)[number],
  look: (page: Page, screen: Screen) => Promise<void>,
): Promise<void> {
  const [{ devid }, rows] = await Promise.all([simulated(3), someRows()]);
  let page: Page | undefined;
  let before: Screen['user'] | undefined;
  let tabShown = false;
  const screens = everyScreen(devid, rows).filter((screen) => familyOf(screen) === family);
  for (const screen of screens) {
    const { path, user, isTab, isPart } = screen;
    if (page && user === before) {
      if (isTab && tabShown) await follow(page, path);
      else if (isPart && (await partTab(page, path).count()) === 1) {
        await navigate(page, path);
        await expect(partTab(page, path), path).toHaveAttribute('aria-selected', 'true');
      } else await page.goto(path);
    } else {
      await page?.close();
      page = await context.newPage();
      if (user) await signIn(page, user, path, 'en', title(page));
      else {
        await context.clearCookies();
        await page.goto('/login');
        await page.evaluate('localStorage.clear(); sessionStorage.clear()');
        await page.goto(path);
      }
    }
    before = user;
    tabShown = isTab || (isPart && tabShown);
    await expect(title(page), path).toBeVisible();
    await settled(page, path);
    await look(page, screen);
  }
  await page?.close();
}
