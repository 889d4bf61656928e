import { asUser, expect, instance, newDevid, signIn, tenantPath, test } from './ui.ts';

const LIST = '/deviceManager/index';

test('columns are chosen, moved, resized and made compact by keyboard alone, and persist over a reload', async ({
  page,
}) => {
  await signIn(page, 'demo_agent1', LIST);
  const grid = page.getByRole('grid', { name: 'Device List' });
  const heads = grid.getByRole('columnheader');
  await expect(heads.filter({ hasText: 'State of charge' })).toBeVisible();

  // By keyboard only: to the button, in, down the list, out again.
  const button = page.getByRole('button', { name: 'Columns' });
  await button.focus();
  await page.keyboard.press('Enter');
  const chooser = page.getByRole('dialog', { name: 'Columns' });
  const kept = page.waitForResponse((r) => r.url().includes('/v1/preferences/table.devices') && r.ok());
  await chooser.getByRole('checkbox', { name: 'State of charge' }).focus();
  await page.keyboard.press('Space');
  await kept;
  await expect(heads.filter({ hasText: 'State of charge' })).toHaveCount(0);
  await chooser.getByRole('button', { name: 'Move Last report' }).focus();
  await page.keyboard.press('Home');
  await expect(chooser.getByRole('status')).toContainText('Last report, position 1 of');
  await expect(chooser.getByRole('button', { name: 'Move Last report' })).toBeFocused();
  await chooser.getByRole('radio', { name: 'Compact' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(chooser).toBeHidden();
  await expect(button).toBeFocused();

  const edge = grid.getByRole('separator', { name: 'Width of State' });
  await edge.focus();
  const before = Number(await edge.getAttribute('aria-valuenow'));
  await page.keyboard.press('Shift+ArrowRight');
  await expect(edge).toHaveAttribute('aria-valuenow', String(before + 64));
  // One tab stop for all columns: up and down move along them, and Shift+Tab returns to the last one.
  await page.keyboard.press('ArrowUp');
  await expect(edge).not.toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(edge).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(grid.getByRole('separator').and(page.locator(':focus'))).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await expect(edge).toBeFocused();

  await expect
    .poll(async () => {
      const agent = await asUser('demo_agent1');
      const { value } = await agent.call<{ value: { columns: { id: string; width?: number }[] } }>(
        'GET',
        '/v1/preferences/table.devices',
      );
      return value?.columns.find((column) => column.id === 'status')?.width;
    })
    .toBe(before + 64);
  await page.reload();
  await expect(heads.nth(1)).toHaveText('Last report');
  await expect(heads.filter({ hasText: 'State of charge' })).toHaveCount(0);
  await expect(edge).toHaveAttribute('aria-valuenow', String(before + 64));
  await expect(grid.getByRole('row').nth(1)).toHaveCSS('height', '36px');

  await page.getByRole('button', { name: 'Columns' }).click();
  await page
    .getByRole('dialog', { name: 'Columns' })
    .getByRole('button', { name: 'Reset', exact: true })
    .click();
  await expect(heads.filter({ hasText: 'State of charge' })).toBeVisible();
});

test('columns chosen right after a slow answer persist, together with those chosen before', {
  tag: '@slow',
}, async ({ page }) => {
  const factory = await asUser('demo_factory');
  const kept = { columns: [{ id: 'last_time', width: 300 }], density: 'compact' };
  await factory.call('PUT', '/v1/preferences/table.devices', { value: kept });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/v1/preferences/table.devices', async (route) => {
    if (route.request().method() === 'GET') await released;
    await route.continue();
  });
  await signIn(page, 'demo_factory', LIST);
  const button = page.getByRole('button', { name: 'Columns' });
  await expect(button).toBeDisabled();
  release();
  await button.click();
  const box = page
    .getByRole('dialog', { name: 'Columns' })
    .getByRole('checkbox', { name: 'State of charge' });
  await box.click();
  const look = () =>
    factory.call<{ value: { columns: { id: string }[]; density: string } | null }>(
      'GET',
      '/v1/preferences/table.devices',
    );
  await expect
    .poll(async () => (await look()).value)
    .toMatchObject({
      density: 'compact',
      columns: expect.arrayContaining([{ id: 'last_time', width: 300 }]),
    });
  await expect(box).not.toBeChecked();
  await factory.call('PUT', '/v1/preferences/table.devices', {});
});

test('a saved view is opened by its link in another browser, by another account of the company', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const name = `Old software ${newDevid()}`;
  await signIn(page, 'demo_main', `${LIST}?sw=2.4&sort=soc&order=desc`);
  await expect(page.getByRole('button', { name: 'Remove filter: Software: 2.4' })).toBeVisible();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a new view…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(page).toHaveURL(/view=[0-9a-f-]{36}/);
  const view = new URL(page.url()).searchParams.get('view');

  const other = await browser.newContext({ baseURL: instance.url });
  const reader = await other.newPage();
  await signIn(reader, 'demo_agent1', `${LIST}?view=${view}`);
  await expect(reader.getByRole('button', { name: 'Remove filter: Software: 2.4' })).toBeVisible();
  await expect(reader.getByRole('columnheader', { name: 'State of charge' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(reader.getByRole('button', { name })).toBeVisible();
  // Other accounts may not change it.
  await reader.getByRole('button', { name }).click();
  await expect(reader.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
  await expect(reader.getByRole('menuitem', { name: 'Delete…' })).toHaveCount(0);
  await other.close();

  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete view' }).click();
  await expect(page.getByRole('button', { name: 'Remove filter: Software: 2.4' })).toHaveCount(0);
});

test('a range is selected with Shift, then all results beyond the page, and cleared', async ({ page }) => {
  await signIn(page, 'demo_main', LIST);
  const main = await asUser('demo_main');
  const { total } = await main.call<{ total: number }>('GET', `${tenantPath(main)}/things?limit=0`);
  const rows = page.getByRole('grid', { name: 'Device List' }).getByRole('row');
  await rows.nth(2).getByRole('checkbox').click();
  await rows
    .nth(6)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await expect(bar).toContainText('5 selected');
  await bar.getByRole('button', { name: /^Select all \d+ results$/ }).click();
  await expect(bar).toContainText(`${total} selected`);
  await expect(bar).toBeInViewport();
  // By keyboard: one less, then none.
  await rows.nth(1).focus();
  await page.keyboard.press('Space');
  await expect(bar).toContainText(`${total - 1} selected`);
  await bar.getByRole('button', { name: 'Clear the selection' }).click();
  await expect(bar).toHaveCount(0);
});

// A browser fetches six files at a time, so the number of files determines when the first row is painted.
test("a list of the back office loads few scripts before its rows, and none of the row's page", async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await signIn(page, 'demo_staff', '/backoffice/battery');
  const row = page.getByRole('grid').getByRole('row').nth(1);
  await expect(row).toBeVisible();
  // Including the catalogues of two languages and files fetched after the first paint.
  expect(scripts.length, scripts.join('\n')).toBeLessThanOrEqual(48);
  const ofOnePage = /page-views|code-input|filter-form|view-dialogs|\/form-|hookform|mantine-dates/;
  expect(scripts.filter((each) => ofOnePage.test(each))).toEqual([]);

  // They are fetched on demand.
  await page.getByRole('button', { name: 'Filter' }).click();
  const form = page.getByRole('form', { name: 'Filter' });
  await expect(form).toBeVisible();
  await expect(form.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  // The first row may be a battery of another journey, so any code will do.
  await row
    .getByRole('gridcell', { name: /^[0-9A-Z]{19}([0-9A-Z]{5})?$/ })
    .first()
    .click();
  await expect(page.getByRole('tab', { name: 'Pack, modules, cells' })).toBeVisible();
  expect(scripts.filter((each) => each.includes('battery.page-views'))).toHaveLength(1);
});

test('the rows of a search are shown before they are counted, and the total afterwards', {
  tag: '@slow',
}, async ({ page }) => {
  await signIn(page, 'demo_staff', '/backoffice/battery');
  const rows = page.getByRole('grid').getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  let count = () => {};
  const released = new Promise<void>((resolve) => {
    count = resolve;
  });
  await page.route(/findPage.*size=0/, async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('searchbox').fill('DEM');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(page).toHaveURL(/search=DEM/);
  await expect(pages).not.toContainText('in total');
  await expect(rows.nth(10)).toContainText('DEM');
  await pages.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  count();
  await expect(pages).toContainText(/[\d,]+ in total/);
});
