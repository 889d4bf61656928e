import type { Page } from '@playwright/test';
import { batteryOf, confirmStep, freshCode, freshKey, insert, scan, step, words } from './office.ts';
import { asUser, expect, signIn, test, title } from './ui.ts';

/** Pastes spreadsheet rows into the field of codes. */
async function paste(page: Page, rows: readonly (readonly string[])[]): Promise<void> {
  const text = rows.map((cells) => cells.join('\t')).join('\n');
  await page.getByRole('textbox', { name: words('documents:scan.label') }).focus();
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);
}

/** Creates the document of a form prefilled by its URL. */
async function create(page: Page, address: string): Promise<string> {
  await page.goto(address);
  await page.getByRole('button', { name: words('backoffice:form.create'), exact: true }).click();
  await expect(page).toHaveURL(/\/[0-9a-f-]{36}/);
  return new URL(page.url()).pathname.split('/').at(-1) as string;
}

test('a truck of sixty packs is received from its list, put away, tested, sold in two parts, and one is returned', {
  tag: '@slow',
}, async ({ page }) => {
  const key = freshKey();
  const locations = ['A1', 'A2', 'A3'].map((code) => ({ code }));
  const store = await insert('/store', { code: `K${key}`, name: `库 ${key}`, kind: 1, locations });
  const customer = await insert('/client', { clientName: `客户 ${key}`, customerType: 1 });
  const codes = Array.from({ length: 60 }, freshCode);
  await signIn(page, 'demo_main', '/backoffice/receipt', 'zh', title(page));
  await create(page, `/backoffice/receipt/new?preset=collection&storeId=${store}&customerId=${customer}`);
  await paste(
    page,
    codes.map((code) => [code, '402.5']),
  );
  await expect(page.getByText('共 60 行，60 件，24,150 kg')).toBeVisible();
  await confirmStep(page, '确认入库');
  await expect(title(page)).toContainText(/^RK\d{8}-\d{4}/);

  // Put away from the list of the fork-lift.
  await create(page, `/backoffice/movement/new?storeId=${store}&toStoreId=${store}`);
  await paste(
    page,
    codes.map((code, n) => [code, `A${(n % 3) + 1}`]),
  );
  await expect(page.getByText('共 60 行，60 件', { exact: false })).toBeVisible();
  await confirmStep(page, '过账');
  await expect(title(page)).toContainText(/^YK\d{8}-\d{4}/);
  expect(await batteryOf(codes[1])).toMatchObject({ state: 'in_test', location: 'A2' });

  // The list of the test bench releases them.
  await create(page, `/backoffice/conditionChange/new?preset=fromTest&storeId=${store}`);
  await paste(
    page,
    codes.map((code) => [code]),
  );
  await expect(page.getByText('共 60 行，60 件', { exact: false })).toBeVisible();
  await confirmStep(page, '过账');
  await expect(title(page)).toContainText(/^ZT\d{8}-\d{4}/);
  expect(await batteryOf(codes[1])).toMatchObject({ state: 'in_stock', location: 'A2' });

  // Twelve of them are ordered, and delivered in two parts.
  const order = await insert('/order', { clientId: customer, productType: 1, quantity: 12 });
  const sale = `preset=sale&storeId=${store}&customerId=${customer}&orderId=${order}`;
  for (const part of [codes.slice(0, 7), codes.slice(7, 12)]) {
    const id = await create(page, `/backoffice/issue/new?${sale}`);
    for (const code of part) await scan(page, code);
    await expect(page.getByText(`共 ${part.length} 行，${part.length} 件`, { exact: false })).toBeVisible();
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(title(page)).toContainText(/^CK\d{8}-\d{4}/);
    await step('/issue', id, 'approve', 'demo_staff');
  }
  const main = await asUser('demo_main');
  expect(await main.call('GET', `/order/findById?id=${order}`)).toMatchObject({
    shippedQuantity: 12,
    state: '3',
  });

  // One is returned.
  await create(page, `/backoffice/receipt/new?preset=return&storeId=${store}&customerId=${customer}`);
  await scan(page, codes[0] as string);
  await expect(page.getByText('共 1 行，1 件', { exact: false })).toBeVisible();
  await confirmStep(page, '确认入库');
  await expect(title(page)).toContainText(/^RK\d{8}-\d{4}/);
  expect(await batteryOf(codes[0])).toMatchObject({ state: 'in_stock', storeId: store });
});
