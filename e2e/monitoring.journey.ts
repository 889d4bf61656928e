import type { Page } from '@playwright/test';
import type { Page as Pages, Thing } from '@voltloop/contract';
import { register } from './api.ts';
import { asUser, expect, newDevid, signIn, tenantPath, test, title } from './ui.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'Monitoring Device' });
const rows = (page: Page) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });
/** The scroll position of the list, px: of the nearest scrollable box around the grid. */
const scrollTop = (page: Page) =>
  page.evaluate<number>(`(() => {
    let box = document.querySelector('[role="grid"]');
    while (box && !(box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY !== 'visible'))
      box = box.parentElement;
    return (box ?? document.documentElement).scrollTop;
  })()`);

async function listed(query: string): Promise<Thing[]> {
  const main = await asUser('demo_main');
  return (await main.call<Pages<Thing>>('GET', `${tenantPath(main)}/things?page_size=999&${query}`)).list;
}

const PREFIX = newDevid();
const MANY = 150;

// Enough devices for a list that is much longer than a screen.
test.beforeAll(async () => {
  const main = await asUser('demo_main');
  const next = Array.from({ length: MANY }, (_, i) => `${PREFIX}-${String(i).padStart(3, '0')}`).values();
  const lane = async () => {
    for (const devid of next) await register(main, devid, { devname: `Row ${devid.slice(-3)}` });
  };
  await Promise.all(Array.from({ length: 8 }, lane));
});

test('search, state and sort are applied by the server, kept in the URL, and survive a reload', async ({
  page,
}) => {
  await signIn(page, 'demo_main', '/operationStatuss/index');
  await expect(rows(page).first()).toBeVisible();

  await page.getByRole('searchbox').fill('hb25');
  await expect(page.getByRole('main')).toContainText('24 devices');
  await expect(page).toHaveURL(/\?search=hb25$/);
  const byName = await listed('search=hb25&sort=devname&order=asc');
  expect(byName).toHaveLength(24);
  const firstOf = (things: Thing[]) => things.slice(0, 8).map((thing) => thing.devid);
  const shown = async () =>
    (await rows(page).allInnerTexts()).slice(0, 8).map((text) => /HB25\d+/.exec(text)?.[0]);
  await expect.poll(shown).toEqual(firstOf(byName));

  // Sorting by charge: fullest first, then emptiest first. Values are live, so the order is compared.
  const socs = async () =>
    (await rows(page).allInnerTexts()).slice(0, 8).map((text) => Number(/(\d+) %/.exec(text)?.[1]));
  const falling = (list: number[]) => list.every((soc, i) => i === 0 || soc <= (list[i - 1] ?? 0) + 2);
  await page.getByRole('columnheader', { name: 'State of charge' }).getByRole('button').click();
  await expect(page).toHaveURL(/search=hb25&sort=soc&order=desc/);
  await expect(page.getByRole('columnheader', { name: 'State of charge' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect.poll(async () => falling(await socs())).toBe(true);
  await page.getByRole('columnheader', { name: 'State of charge' }).getByRole('button').click();
  await expect(page).toHaveURL(/search=hb25&sort=soc$/);
  await expect.poll(async () => falling((await socs()).reverse())).toBe(true);

  // A state: its chip shows the count, and the list has as many rows.
  await page.getByRole('button', { name: /^Not activated/ }).click();
  await expect(page.getByText('No device matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filter' }).click();
  await expect(page).toHaveURL(/\/operationStatuss\/index$/);
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await page.getByRole('button', { name: /^Not activated/ }).click();
  const idle = (await listed('state=4')).length;
  expect(idle).toBeGreaterThanOrEqual(MANY);
  await expect(page.getByRole('main')).toContainText(`${idle} devices`);
  await expect(page).toHaveURL(/\?state=4$/);

  await page.reload();
  await expect(page.getByRole('button', { name: /^Not activated/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('main')).toContainText(`${idle} devices`);
});

test('a long list has at most 60 rows in the DOM, and Back restores the scroll position', {
  tag: '@slow',
}, async ({ page }) => {
  await signIn(page, 'demo_main', `/operationStatuss/index?search=${PREFIX}`);
  await expect(page.getByRole('main')).toContainText(`${MANY} devices`);
  await expect(rows(page).first()).toContainText('Row 000');
  const inDom = () => page.locator('[role="row"], tr').count();
  expect(await inDom()).toBeLessThanOrEqual(60);

  // Through the whole list with the wheel; each row renders when it scrolls into view.
  await rows(page).first().hover();
  for (let i = 0; i < 6; i++) {
    await page.mouse.wheel(0, 1100);
    await expect.poll(inDom).toBeLessThanOrEqual(60);
  }
  // The wheel has momentum: back a little from the end, and wait until it rests.
  await expect(rows(page).last()).toContainText(`Row ${MANY - 1}`);
  await page.mouse.wheel(0, -500);
  await expect(rows(page).last()).not.toContainText(`Row ${MANY - 1}`);
  await expect
    .poll(async () => {
      const now = await scrollTop(page);
      await page.evaluate(() => new Promise((done) => setTimeout(done, 120)));
      return (await scrollTop(page)) - now;
    })
    .toBe(0);
  const before = await scrollTop(page);
  expect(before).toBeGreaterThan(3000);

  // The row in the middle of the screen, so that clicking does not scroll.
  const middle = rows(page).nth((await rows(page).count()) >> 1);
  const name = /Row \d+/.exec((await middle.textContent()) ?? '')?.[0] as string;
  await middle.click();
  await expect(title(page)).toHaveText(name);
  await page.goBack();
  await expect(rows(page).filter({ hasText: name })).toBeInViewport();
  await expect.poll(async () => Math.abs((await scrollTop(page)) - before)).toBeLessThanOrEqual(2);
  await expect(page).toHaveURL(new RegExp(`search=${PREFIX}$`));
});

test('figures update live, without reloading the list', async ({ page }) => {
  await signIn(page, 'demo_main', '/operationStatuss/index?search=hb25');
  await expect(page.getByRole('main')).toContainText('24 devices');
  await expect(rows(page).first()).toContainText('%');
  let lists = 0;
  let loads = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/things')) lists += 1;
  });
  page.on('load', () => {
    loads += 1;
  });
  // Watts, not "seconds ago".
  const watts = async () =>
    (await rows(page).allInnerTexts()).map((text) => text.match(/[\d,.]+\s*(k?W|%)/g)?.join(' '));
  const before = await watts();
  await expect
    .poll(async () => (await watts()).some((text, i) => text !== before[i]), { timeout: 30_000 })
    .toBe(true);
  expect({ lists, loads }).toEqual({ lists: 0, loads: 0 });
});
