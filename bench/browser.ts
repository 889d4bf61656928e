import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page, type Route } from '@playwright/test';
import { type Instance, startInstance } from '../e2e/instance.ts';
import { benchForm } from './form.ts';
import type { BenchRow } from './ingest.ts';
import { newWindow, quiet, signedIn, WATCH } from './pages.ts';
import { median, ms, quantile } from './quantile.ts';

const MONITORING = '/operationStatuss/index';
const LIST = '/deviceManager/index';
const ROWS = 10_000;
/** Between two switches of tabs: time to refresh the page that has been opened. */
const PAUSE_MS = 500;
/** Loads of a page; the table shows their median. */
const LOADS = 5;

/** The console in a separate browser on this machine, unthrottled: as perceived by users. */
export async function benchBrowser(): Promise<BenchRow[]> {
  const path = process.env.CHROMIUM_PATH || '/usr/bin/chromium';
  const browser = await chromium.launch({
    ...(existsSync(path) ? { executablePath: path } : {}),
    // Without a graphics card its emulation would be measured.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  });
  const instance = await startInstance({
    env: { DEMO_THINGS: '300', DEMO_DAYS: '3', DEMO_BUSINESS: 'full' },
    timeout_ms: 180_000,
  });
  try {
    const rows: BenchRow[] = [];
    rows.push(...(await firstPaints(browser, instance)));
    const { page, context } = await signedIn(browser, instance);
    rows.push(...(await interactions(page)));
    rows.push(await paletteLatency(page));
    rows.push(...(await longTable(page)));
    await context.close();
    rows.push(await twelveTabs(browser, instance));
    rows.push(...(await benchForm(browser, instance)));
    return rows;
  } finally {
    await browser.close();
    await instance.stop();
  }
}

const seen = (page: Page, what: 'lcp' | 'shift') => page.evaluate<number>(`window.__seen.${what}`);
/** Pages whose first paint is measured, with the account that opens them. */
const pages = [
  { what: 'Home', user: 'demo_factory', path: '/home/index', budget: '≤ 1,500 ms' },
  { what: 'Device List, 300 devices', user: 'demo_main', path: LIST, budget: '≤ 1,000 ms' },
  { what: "the back office's home", user: 'demo_staff', path: '/backoffice/home', budget: '≤ 1,500 ms' },
  {
    what: 'the list of 20,000 batteries',
    user: 'demo_staff',
    path: '/backoffice/battery',
    budget: '≤ 1,000 ms',
  },
] as const;

/** First visits with an empty cache, and layout shifts during loading. */
async function firstPaints(browser: Browser, instance: Instance): Promise<BenchRow[]> {
  const login: number[] = [];
  const shifts: number[] = [];
  for (let i = 0; i < LOADS; i++) {
    const stranger = await browser.newContext({ baseURL: instance.url });
    await stranger.addInitScript(WATCH);
    const first = await newWindow(stranger);
    await first.goto('/login');
    await quiet(first);
    login.push(await seen(first, 'lcp'));
    shifts.push(await seen(first, 'shift'));
    await stranger.close();
  }
  const rows = [
    {
      what: `LCP of the login page, empty cache (median of ${LOADS})`,
      measured: ms(median(login)),
      budget: '≤ 1,000 ms',
    },
  ];
  for (const { what, user, path, budget } of pages) {
    const paints: number[] = [];
    for (let i = 0; i < LOADS; i++) {
      const { page, context } = await signedIn(browser, instance, user);
      await page.goto(path);
      await quiet(page);
      if (new URL(page.url()).pathname !== path)
        throw new Error(`${user} was led from ${path} to ${page.url()}`);
      paints.push(await seen(page, 'lcp'));
      shifts.push(await seen(page, 'shift'));
      await context.close();
    }
    rows.push({
      what: `LCP of ${what}, empty cache (median of ${LOADS})`,
      measured: ms(median(paints)),
      budget,
    });
  }
  return [
    ...rows,
    {
      what: 'worst layout shift of these pages',
      measured: Math.max(...shifts).toFixed(3),
      budget: '≤ 0.02',
    },
  ];
}

/** Milliseconds from a click on a tab until its panel has been painted: at least two frames. */
const clickToPaint = (page: Page, tab: string) =>
  page.evaluate<number>(`new Promise((done) => {
    const isShown = () => document.querySelector('[role="tabpanel"][aria-labelledby=${JSON.stringify(tab)}]').checkVisibility();
    const started = performance.now();
    document.getElementById(${JSON.stringify(tab)}).click();
    const frame = () => {
      const wasShown = isShown();
      requestAnimationFrame(() => (wasShown ? done(performance.now() - started) : frame()));
    };
    requestAnimationFrame(frame);
  })`);

/** Typing, a menu, sorting and tabs, at the speed of a user. */
async function interactions(page: Page): Promise<BenchRow[]> {
  await page.goto(MONITORING);
  await quiet(page);
  await page.goto(LIST);
  await quiet(page);
  // Once in each direction, so that both are loaded.
  const strip = page.locator('[data-tab-strip] [role="tab"]');
  await strip.filter({ hasText: 'Monitoring' }).click();
  await quiet(page);
  await strip.filter({ hasText: 'Device List' }).click();
  const ids = await page.evaluate<string[]>(
    `[...document.querySelectorAll('[data-tab-strip] [role="tab"]')].map((each) => each.id)`,
  );
  const switches: number[] = [];
  for (let i = 0; i < 30; i++) {
    const took = await clickToPaint(page, ids[i % 2]!);
    // The first ones run code that is not compiled yet.
    if (i >= 10) switches.push(took);
    await page.waitForTimeout(PAUSE_MS);
  }
  await quiet(page);
  const floor = await displayToggles(page);

  for (let round = 0; round < 5; round++) {
    await page.getByRole('searchbox').pressSequentially('HB25', { delay: 80 });
    await page.waitForTimeout(400);
    await page.getByRole('searchbox').fill('');
    await page.getByRole('columnheader', { name: 'State of charge' }).getByRole('button').first().click();
    await page.waitForTimeout(300);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.waitForTimeout(300);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(300);
    for (const name of ['Monitoring', 'Device List']) {
      await strip.filter({ hasText: name }).click();
      await page.waitForTimeout(300);
    }
  }
  const took = await page.evaluate<number[]>('[...window.__seen.interactions.values()]');
  return [
    {
      what: 'switch to a page that is open in another tab, until painted (p95 of 20)',
      measured: ms(quantile(switches, 0.95)),
      budget: '≤ 50 ms',
    },
    {
      what: 'its floor: the same two pages shown and hidden by `display` alone, without React (p95 of 20)',
      measured: ms(quantile(floor, 0.95)),
      budget: '',
    },
    {
      what: 'interaction to next paint: type, sort, menu, tabs (p98; less than 16 ms counts as 16)',
      measured: ms(
        quantile([...took, ...Array.from({ length: Math.max(0, 45 - took.length) }, () => 16)], 0.98),
      ),
      budget: '≤ 100 ms',
    },
  ];
}

/** ms from switching between open pages, by style alone, to the second frame after it; 20 times. */
const displayToggles = (page: Page) =>
  page.evaluate<number[]>(`(async () => {
    const panels = [...document.querySelectorAll('[role="tabpanel"]')];
    const shown = panels.map((each) => each.style.display);
    const times = [];
    for (let i = 0; i < 20; i++) {
      const started = performance.now();
      panels.forEach((each, place) =>
        each.style.setProperty('display', place === i % panels.length ? '' : 'none', 'important'));
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      times.push(performance.now() - started);
      await new Promise((done) => setTimeout(done, ${PAUSE_MS}));
    }
    panels.forEach((each, place) => each.style.setProperty('display', shown[place], shown[place] ? 'important' : ''));
    return times;
  })()`);

/** From the last keystroke to the device in the list, including the server's answer. */
async function paletteLatency(page: Page): Promise<BenchRow> {
  const times: number[] = [];
  for (let i = 201; i <= 210; i++) {
    const devid = `HB25${String(i).padStart(5, '0')}`;
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox');
    // The first lines do not match: the server must be queried for the result.
    await field.fill('HB25');
    await page.waitForTimeout(400);
    times.push(
      await page.evaluate<number>(`new Promise((done, fail) => {
        const started = performance.now();
        // Skips the line that offers a search, which needs no answer.
        const devices = () => [...document.querySelectorAll('[role="group"]')].find((each) => each.textContent.startsWith('Home batteries'));
        const look = () => {
          const took = performance.now() - started;
          if (devices()?.textContent.includes('${devid}')) done(took);
          else if (took > 10_000) fail(new Error('The palette does not show ${devid}'));
          else requestAnimationFrame(look);
        };
        const field = document.activeElement;
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '${devid}');
        field.dispatchEvent(new Event('input', { bubbles: true }));
        requestAnimationFrame(look);
      })`),
    );
    await page.keyboard.press('Escape');
    // Ctrl+K during the closing animation would only speed it up.
    await field.waitFor({ state: 'detached' });
  }
  return {
    what: 'palette: from a device id to its line, debounce included (median of 10)',
    measured: ms(median(times)),
    budget: '≤ 100 ms',
  };
}

/** The Device List with as many devices as an agent has; the server's rows are multiplied in transit. */
async function longTable(page: Page): Promise<BenchRow[]> {
  await page.route(/\/things\?/, async (route: Route) => {
    const url = new URL(route.request().url());
    const skip = Number(url.searchParams.get('skip') ?? 0);
    const limit = Number(url.searchParams.get('limit') ?? 100);
    url.searchParams.set('skip', '0');
    const reply = await route.fetch({ url: url.href });
    const body = (await reply.json()) as { data: { list: { devid: string }[]; total: number } };
    const { list } = body.data;
    const many = Array.from({ length: Math.min(limit, ROWS - skip) }, (_, i) => ({
      ...list[(skip + i) % list.length],
      devid: `BENCH${skip + i}`,
    }));
    await route.fulfill({
      response: reply,
      json: { ...body, data: { ...body.data, list: many, total: ROWS } },
    });
  });
  await page.goto(LIST);
  await quiet(page);
  const frames = await page.evaluate<{ times: number[]; rows: number }>(`new Promise((done) => {
    const grid = document.querySelector('[role="grid"]');
    const scrolls = (each) => each && (/auto|scroll/.test(getComputedStyle(each).overflowY) ? each : scrolls(each.parentElement));
    const box = scrolls(grid) ?? document.scrollingElement;
    const times = [];
    let rows = 0;
    let before = performance.now();
    const step = () => {
      const now = performance.now();
      times.push(now - before);
      before = now;
      rows = Math.max(rows, grid.querySelectorAll('[role="row"]').length);
      box.scrollTop += 240;
      if (times.length < 300) requestAnimationFrame(step); else done({ times, rows });
    };
    requestAnimationFrame(step);
  })`);
  await page.unroute(/\/things\?/);
  const plain = await plainListFrames(page);
  return [
    {
      what: `${ROWS.toLocaleString('en')} devices: time between frames while scrolling (p95 of 300)`,
      measured: ms(quantile(frames.times, 0.95)),
      budget: '≤ 17 ms',
    },
    {
      what: 'its floor: a plain list with as many cells, without a script (p95 of 300)',
      measured: ms(quantile(plain, 0.95)),
      budget: '',
    },
    { what: 'its rows in the DOM', measured: String(frames.rows), budget: '≤ 60' },
  ];
}

/**
 * ms between frames while a plain list with the same number of cells per row as the page is scrolled in the same way.
 */
const plainListFrames = (page: Page) =>
  page.evaluate<number[]>(`new Promise((done) => {
    const grid = document.querySelector('[role="grid"]');
    const row = [...grid.querySelectorAll('[role="row"]')].at(-1);
    const cells = [...row.querySelectorAll('[role="gridcell"]')].map((each) => each.textContent);
    const box = document.createElement('div');
    box.style.cssText = 'position:fixed;inset:0;overflow-y:auto;z-index:9999;background:#fff;font-size:13px';
    box.innerHTML = Array.from({ length: 2000 }, (_, i) =>
      '<div style="display:flex;height:48px;border-bottom:1px solid #ddd">'
        + cells.map((text) => '<span style="flex:1;overflow:hidden;white-space:nowrap">' + text.slice(0, 40) + ' ' + i + '</span>').join('')
        + '</div>').join('');
    document.body.append(box);
    const times = [];
    let before = 0;
    const step = () => {
      const now = performance.now();
      if (before) times.push(now - before);
      before = now;
      box.scrollTop += 240;
      if (times.length < 300) requestAnimationFrame(step); else { box.remove(); done(times); }
    };
    requestAnimationFrame(step);
  })`);

/** Memory of twelve open pages, after a garbage collection. */
async function twelveTabs(browser: Browser, instance: Instance): Promise<BenchRow> {
  const { page, context } = await signedIn(browser, instance);
  await page.goto(MONITORING);
  for (let i = 0; i < 12; i++) {
    await quiet(page);
    await page
      .getByRole('grid')
      .getByRole('row')
      .nth(i + 1)
      .click();
    await quiet(page);
    if (i < 11) await page.goBack();
  }
  const cdp = await context.newCDPSession(page);
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = (await cdp.send('Runtime.getHeapUsage')) as { usedSize: number };
  const tabs = await page.locator('[data-tab-strip] [role="tab"]').count();
  await context.close();
  return {
    what: `memory of the page with ${tabs} open tabs, after garbage collection`,
    measured: `${(usedSize / 2 ** 20).toFixed(0)} MB`,
    budget: '≤ 200 MB',
  };
}
