/** What screens of the back office show, and keep, while the server fails. */
import type { Page } from '@playwright/test';
import { words } from './office.ts';
import { asUser, expect, signIn, test, title } from './ui.ts';

/** Makes every call with a matching path fail, until the returned function is called. */
async function failing(page: Page, path: RegExp): Promise<() => Promise<void>> {
  const matches = (url: URL) => path.test(url.pathname);
  const json = { code: 5000001, message: 'server busy', data: null };
  await page.route(matches, (route) => route.fulfill({ status: 500, json }));
  return () => page.unroute(matches);
}

test('a failed save shows the reason, loses nothing, and leaves the focus on its button', async ({
  page,
}) => {
  await signIn(page, 'demo_main', '/backoffice/customer/new', 'zh', title(page));
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/client/insert')) sent.push(request.url());
  });
  const restore = await failing(page, /\/client\/insert$/);
  await page.getByRole('combobox', { name: '客户类型' }).press('ArrowDown');
  await page.getByRole('option', { name: '个人' }).click();
  const name = page.getByRole('textbox', { name: '客户名称' });
  await name.fill('失败再试');
  const save = page.getByRole('main').getByRole('button', { name: words('backoffice:form.create') });
  await save.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: words('errors:busy') })).toBeVisible();
  // The button was disabled while sending; the next key must not start at the top of the page.
  await expect(save).toBeFocused();
  await expect(name).toHaveValue('失败再试');

  await restore();
  await save.dblclick();
  await expect(title(page)).toHaveText('失败再试');
  expect(sent).toHaveLength(2);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const main = await asUser('demo_main');
  await main.call('POST', '/client/delete', { ids: [id], cause: 'mistake' });
});

test('the page of a row that fails to load has its kind as title, and loads on Retry', {
  tag: '@slow',
}, async ({ page }) => {
  const main = await asUser('demo_main');
  const { list } = await main.call<{ list: { id: string; clientName: string }[] }>(
    'GET',
    '/client/findPage?page=1&size=1',
  );
  const [row] = list;
  const restore = await failing(page, /\/client\/findById$/);
  await signIn(page, 'demo_main', `/backoffice/customer/${row?.id}`, 'zh');
  const retry = page.getByRole('main').getByRole('button', { name: words('ui:error.retry') });
  await expect(retry).toBeVisible();
  await expect(title(page)).toHaveText('客户');
  await restore();
  await retry.press('Enter');
  await expect(title(page)).toHaveText(row?.clientName ?? '');
  await expect(page.locator('#main')).toBeFocused();
});

test('a loading list shows no total', { tag: '@slow' }, async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (url) => url.pathname === '/role/findPage',
    async (route) => {
      await released;
      await route.continue();
    },
  );
  await signIn(page, 'demo_main', '/backoffice/roles', 'zh', title(page));
  await expect(page.getByRole('status', { name: words('ui:loading') }).first()).toBeVisible();
  await expect(page.getByText(words('ui:pager.total', { total: 0 }))).toHaveCount(0);
  release();
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
});

test('saved views that fail to load are not shown as none', { tag: '@slow' }, async ({ page }) => {
  const restore = await failing(page, /^\/v1\/views$/);
  await signIn(page, 'demo_main', '/backoffice/customer', 'zh', title(page));
  await page
    .getByRole('main')
    .getByRole('button', { name: words('list:views.button') })
    .click();
  const retry = page.getByRole('menuitem', { name: words('list:views.failed') });
  await expect(retry).toBeVisible();
  await restore();
  await retry.click();
  await expect(retry).toHaveCount(0);
});
