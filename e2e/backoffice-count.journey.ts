import type { Page } from '@playwright/test';
import { batteryOf, freshCode, freshKey, insert, receive, scan, step, words } from './office.ts';
import { asUser, expect, signIn, test, title } from './ui.ts';

/** Creates a store with two locations, and batteries received at the first one. */
async function storeWith(codes: readonly string[]) {
  const code = `C${freshKey()}`;
  const name = `盘点库 ${code}`;
  const locations = [{ code: 'L1' }, { code: 'L2' }];
  const id = await insert('/store', { code, name, kind: 1, locations });
  await receive(
    id,
    codes.map((each) => ({ code: each, kg: '400', location: 'L1' })),
  );
  return { id, name };
}

/** Submitted on the page, approved by another account. */
async function approve(page: Page, path: string): Promise<void> {
  const submit = page.getByRole('button', { name: '提交', exact: true });
  await submit.click();
  await expect(submit).toHaveCount(0);
  const id = /([0-9a-f-]{36})/.exec(page.url())?.[1];
  await step(path, id, 'approve', 'demo_staff');
  await page.reload();
  await expect(page.getByText('已过账').first()).toBeVisible();
}

test('a store is counted by scanner: differences are shown while counting, and booked after approval', async ({
  page,
}) => {
  const [good, misplaced, lost] = Array.from({ length: 3 }, freshCode) as [string, string, string];
  const { name } = await storeWith([good, misplaced, lost]);
  await signIn(page, 'demo_main', '/backoffice/stockTake/new', 'zh');
  const form = page.getByRole('form', { name: '新增盘点单' });
  await form.getByRole('combobox', { name: '仓库', exact: true }).fill(name);
  await page.getByRole('option', { name }).click();
  await form.getByRole('button', { name: words('backoffice:form.create'), exact: true }).click();
  const differences = page.getByRole('region', { name: words('documents:count.title') });
  await expect(differences.getByRole('status')).toHaveText('未盘 3 件 · 1,200 kg');

  await scan(page, 'L1');
  await expect(page.getByText(words('documents:scan.at', { location: 'L1' }))).toBeVisible();
  await scan(page, good);
  await scan(page, 'L2');
  await scan(page, misplaced);
  await scan(page, freshCode());
  await expect(differences.getByRole('status')).toContainText('未登记，请另行入库 1 件');
  await expect(differences.getByRole('status')).toContainText('未盘 1 件');
  await expect(differences.getByRole('row').filter({ hasText: lost })).toContainText(`${name} / L1`);
  await expect(differences.getByRole('row').filter({ hasText: misplaced })).toContainText('库位不符');

  await approve(page, '/stockTake');
  await expect(title(page)).toContainText(/^PD\d{8}-\d{4}/);
  expect(await batteryOf(lost)).toMatchObject({ state: 'missing', storeId: null });
  expect(await batteryOf(misplaced)).toMatchObject({ state: 'in_stock', location: 'L2' });
  expect(await batteryOf(good)).toMatchObject({ state: 'in_stock', location: 'L1' });
});

test('a wrong code is corrected by scanner; scanning the former one finds the battery', {
  tag: '@slow',
}, async ({ page }) => {
  const [wrong, right] = [freshCode(), freshCode()];
  await storeWith([wrong]);
  await signIn(page, 'demo_main', '/backoffice/correction/new', 'zh');
  const form = page.getByRole('form', { name: '新增库存调整单' });
  await form.getByRole('combobox', { name: '更正类型' }).click();
  await page.getByRole('option', { name: '编码更正' }).click();
  await form.getByRole('textbox', { name: '更正原因' }).fill('录入时误读一位');
  await form.getByRole('button', { name: words('backoffice:form.create'), exact: true }).click();
  await scan(page, wrong);
  const cell = page.getByRole('textbox', { name: '第 1 行 正确编码' });
  await cell.fill(right);
  await cell.press('Enter');
  await page.getByRole('button', { name: words('documents:check') }).click();
  await expect(page.getByText(words('documents:checkedGood'))).toBeVisible();
  await approve(page, '/correction');
  await expect(title(page)).toContainText(/^GZ\d{8}-\d{4}/);
  expect(await batteryOf(right)).toMatchObject({ batteryCode: right, formerCodes: wrong });
  const scanned = await (await asUser('demo_main')).call('GET', `/battery/readScan?text=${wrong}`);
  expect(scanned).toMatchObject({ found: { batteryCode: right } });
});
