import type { Page } from '@voltloop/contract';
import { confirmStep, insert, receive, scan, words } from './office.ts';
import { asUser, expect, signIn, test, title, today } from './ui.ts';

test('cells become a module with its own code, and its label is printed', async ({ page }) => {
  const main = await asUser('demo_main');
  const serial = Date.now() % 9_000_000;
  const key = serial.toString(36).toUpperCase();
  const store = await insert('/store', { code: `P${key}`, name: `生产库 ${key}`, kind: 5 });
  const enterpriseId = await insert('/enterprise', {
    name: `梯次企业 ${key}`,
    kind: 5,
    duns: String(100_000_000 + serial),
    contact: '王小明',
    phone: '13800138000',
    region: '440305',
    address: '科技园路1号',
    makerCode: `Z${key.slice(-2)}`,
  });
  const { list: taken } = await main.call<Page<{ categoryCode: string }>>(
    'GET',
    '/DeviceCategory/findPage?page=1&size=1000',
  );
  const codes = new Set(taken.map(({ categoryCode }) => categoryCode));
  // Two characters that no other category has.
  let categoryCode = key.slice(-2);
  for (let n = 0; codes.has(categoryCode); n += 1)
    categoryCode = n.toString(36).padStart(2, '0').toUpperCase();
  const categoryId = await insert('/DeviceCategory', {
    categoryName: `梯次模块 ${key}`,
    categoryCode,
    productType: 2,
    chemistry: 'B',
  });
  const cells = [1, 2].map((n) => `001CB240000006B3C${String(serial + n).padStart(7, '0')}`);
  await receive(
    store,
    cells.map((code) => ({ code, kg: '5.5' })),
  );
  const production = await insert('/production', {
    day: today(),
    productType: 2,
    categoryId,
    planned: 1,
    storeId: store,
    toStoreId: store,
    enterpriseId,
    cascadeType: 3,
    echelonUseType: '1',
    targetStandard: 'GB/T 36276',
  });

  await signIn(page, 'demo_main', `/backoffice/production/${production}?tab=lines`, 'zh');
  await page.getByRole('button', { name: '生成产品编码' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('works:codes.add') })
    .click();
  await expect(page.getByText('共 1 行，投入 0 件').filter({ visible: true })).toBeVisible();
  for (const code of cells) await scan(page, code);
  await expect(page.getByText('共 3 行，投入 2 件').filter({ visible: true })).toBeVisible();
  await confirmStep(page, '过账');
  // The cells have no test report.
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert').first()).toContainText('没有已签发的检测报告');
  await dialog.getByRole('textbox').fill('已在产线逐件检测');
  await dialog.getByRole('button', { name: words('backoffice:warnings.confirm', { step: '过账' }) }).click();
  await expect(title(page)).toContainText(/^SC\d{8}-\d{4}/);

  const { list } = await main.call<{ list: { code: string; product: string | null }[] }>(
    'GET',
    `/production/lines?id=${production}`,
  );
  const product = list.find((line) => line.product === null)?.code ?? '';
  const battery = await main.call<{ id: string }>('GET', `/battery/findByCode?code=${product}`);
  await page.goto(`/backoffice/battery/${battery.id}?tab=tree`);
  await expect(page.getByText(cells[0] as string).first()).toBeVisible();
  await page.goto(`/backoffice/labels?codes=${product}`);
  // Its lines are broken where they do not fit.
  const label = page.getByRole('img', { name: product }).first();
  await expect(label).toContainText(/梯次利用 ·\s*电池模块/);
  await expect(label).toContainText(new RegExp(`梯次企业\\s*${key}`));
});
