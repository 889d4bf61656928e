import type { Page } from '@playwright/test';
import type { Page as Pages, ThingEvent } from '@voltloop/contract';
import {
  asUser,
  dataPath,
  expect,
  openLook,
  settled,
  signIn,
  simulated,
  switchLanguage,
  tenantPath,
  test,
  textOf,
  title,
} from './ui.ts';

/** Names of products, files and units that are the same in every language. */
const allowed = new Set(
  (
    'px Voltloop CSV Excel English SOC SOH PV BMS EMS MOS ID ' +
    'W kW MW Wh kWh MWh V mV A Ah mA m C K Hz VA var kvar dBm ms s min h'
  ).split(' '),
);

/** All texts of the page, visible or for screen readers: text, names, titles, placeholders. */
async function wordsOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const found = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const parent = node.parentElement;
      if (parent.closest('script, style, noscript')) continue;
      if (parent.checkVisibility() || parent.closest('svg, .visually-hidden')) found.push(node.textContent);
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [aria-valuetext]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext'])
        if (element.hasAttribute(name)) found.push(element.getAttribute(name));
    found.push(document.title);
    return found.map((text) => text.trim()).filter(Boolean);
  })()`);
}

test('in Chinese, every word of the three main pages is Chinese, and stays so after a reload', {
  tag: '@slow',
}, async ({ page }) => {
  const main = await asUser('demo_main');
  const thing = await simulated(2);
  await signIn(page, 'demo_main', '/home/index');
  await switchLanguage(page, 'zh');
  await expect(title(page)).toHaveText(textOf('zh', 'home:title'));
  await page.reload();
  await expect(title(page)).toHaveText(textOf('zh', 'home:title'));
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  // It is stored with the account as well, for the next browser.
  expect(await main.call('GET', '/v1/admin/tenant/users/self')).toMatchObject({ language: 'zh' });

  // Typed data stay as they are: names of devices, accounts and places, and the demo's zones.
  const page1 = await main.call<{ list: (typeof thing)[] }>(
    'GET',
    `${tenantPath(main)}/things?page_size=999`,
  );
  // The list masks personal data; the thing's own page shows them in full.
  const whole = await main.call<typeof thing>('GET', `${tenantPath(main)}/things/${thing.devid}`);
  const urgent = await main.call<{ list: Pick<typeof thing, 'desc'>[] }>(
    'GET',
    `${tenantPath(main)}/attention`,
  );
  const typed = [...page1.list, whole].flatMap(
    ({ devid, devname, desc, subusers, parents, time_zone, status_data }) => [
      devid,
      devname,
      time_zone,
      status_data.hw_version,
      status_data.sw_version,
      ...urgent.list.flatMap((each) => Object.values(each.desc)),
      ...Object.values(desc),
      ...subusers,
      ...parents,
    ],
  );
  // So are the names of rules, geofences and vehicles, which their events contain.
  const events = await main.call<Pages<ThingEvent>>('GET', `${dataPath(main)}/events?page_size=999`);
  const named = events.list.filter(({ source }) => source === 'rule' || source === 'geofence');
  typed.push(...named.map(({ event_name }) => event_name.zh));
  const initials = main.login.name
    .match(/\b[A-Z]/g)
    ?.slice(0, 2)
    .join('');
  const names = [
    ...typed,
    main.login.name,
    initials,
    main.login.user_name,
    'Energy Storage Monitoring System',
  ]
    .filter((text): text is string => typeof text === 'string' && text !== '')
    .sort((a, b) => b.length - a.length);

  const thingPath = `/operationStatuss/thing/${thing.devid}`;
  const paths = ['/home/index', '/operationStatuss/index', thingPath];
  for (const tab of ['history', 'packs', 'commands', 'bindings']) paths.push(`${thingPath}?tab=${tab}`);
  for (const path of paths) {
    await page.goto(path);
    await expect(title(page)).toBeVisible();
    await settled(page);
    const foreign = new Set<string>();
    for (const text of await wordsOf(page)) {
      // Frame bytes, and the keys of the device's model, which are shown beside the names of settings.
      let rest = text.replace(/0x[0-9a-fA-F]+|\b[A-Z]_[A-Z0-9_]+\b/g, ' ');
      for (const name of names) rest = rest.replaceAll(name, ' ');
      for (const word of rest.match(/[A-Za-z][A-Za-z_.:]*[A-Za-z]|[A-Za-z]/g) ?? [])
        if (!allowed.has(word)) foreign.add(`${word} (in: ${text.slice(0, 60)})`);
    }
    expect([...foreign], path).toEqual([]);
  }
});

test('dark colours are chosen once and apply before the first paint', async ({ page }) => {
  await signIn(page, 'demo_main', '/home/index');
  const look = await openLook(page);
  await look.getByRole('button', { name: 'Light' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await look.getByRole('button', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  const lightness = async () => {
    const [r = 0, g = 0, b = 0] = ((await background()).match(/[\d.]+/g) ?? []).map(Number);
    return (r + g + b) / 3;
  };
  expect(await lightness()).toBeLessThan(60);

  // Each frame of the next load is checked, from the first on: none may be light.
  await page.addInitScript(`
    window.__seen = [];
    const look = () => {
      if (document.body) window.__seen.push(getComputedStyle(document.body).backgroundColor + ' ' +
        document.documentElement.getAttribute('data-mantine-color-scheme'));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  `);
  await page.reload();
  await expect(title(page)).toHaveText('Home');
  const seen = await page.evaluate<string[]>('[...new Set(window.__seen)]');
  expect(seen).toEqual([`${await background()} dark`]);

  // Under a dark system scheme no choice is needed: the page is dark for a visitor too.
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
  await page.evaluate(() => sessionStorage.clear());
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
});
