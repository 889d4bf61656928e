import { freshKey, insert } from './office.ts';
import { expect, signIn, test, textOf, today } from './ui.ts';

test('all open work is one click from the home, by kind and by person', async ({ page }) => {
  const key = freshKey();
  const storeId = await insert('/store', { code: `A${key}`, name: `待办库 ${key}`, kind: 1 });
  await insert('/stockTake', { day: today(), storeId });
  const words = (name: string, values?: Record<string, string | number>) =>
    textOf('zh', `backofficeHome:work.${name}`, values);
  await signIn(page, 'demo_main', '/backoffice/home', 'zh');
  await page.getByRole('link', { name: /^查看全部 \d+ 条$/ }).click();
  await expect(page).toHaveURL(/\/backoffice\/home\/work$/);
  const grid = page.getByRole('grid', { name: words('title') });
  await page.getByText(words('of.own'), { exact: true }).click();
  await page.getByRole('combobox', { name: words('kind') }).click();
  await page.getByRole('option', { name: /^盘点单（\d+）$/ }).click();
  await expect(page).toHaveURL(/kind=stockTake&own=1|own=1&kind=stockTake/);
  const row = grid.getByRole('row').filter({ hasText: `待办库 ${key}` });
  await expect(row).toContainText('草稿');
  // The URL keeps the choice; a row links to its record.
  await page.reload();
  await row.click();
  await expect(page).toHaveURL(/\/backoffice\/stockTake\/[0-9a-f-]{36}/);
});
