import type { Page } from '@playwright/test';
import type { Client } from './api.ts';
import { freshCode, scan, scanField, words } from './office.ts';
import { asUser, expect, signIn, test, title, today, withoutSource } from './ui.ts';

/** The last day of the previous month: the month of all documents is closed at the end. */
function lastMonthsEnd(): string {
  const day = new Date(`${today().slice(0, 7)}-01T00:00:00Z`);
  day.setUTCDate(0);
  return day.toISOString().slice(0, 10);
}

/** Pastes spreadsheet rows into the field of codes. */
async function paste(page: Page, rows: readonly (readonly string[])[]): Promise<void> {
  const text = rows.map((cells) => cells.join('\t')).join('\n');
  await scanField(page).focus();
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

async function post(page: Page, number: RegExp): Promise<void> {
  await page.getByRole('button', { name: '过账', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '过账', exact: true }).click();
  await expect(title(page)).toContainText(number);
}

async function issueInvoice(page: Page): Promise<void> {
  await page.getByRole('button', { name: '开具', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '发票号码' }).fill(`2635200001${String(Date.now()).slice(-10)}`);
  await dialog.getByRole('button', { name: '开具', exact: true }).click();
  await expect(dialog).toBeHidden();
}

const batteryOf = async (main: Client, code: string | undefined) =>
  (await main.call<{ list: object[] }>('GET', `/battery/findPage?batteryCode=${code}`)).list[0];

test('a truck of sixty packs is received, put away, sold in two parts, and its month is closed', async ({
  page,
}) => {
  const [main, staff] = [await asUser('demo_main'), await asUser('demo_staff')];
  const day = lastMonthsEnd();
  const key = Date.now().toString(36).toUpperCase();
  const insert = (path: string, row: object) => main.call<{ id: string }>('POST', `${path}/insert`, row);
  const locations = ['A1', 'A2', 'A3'].map((code) => ({ code }));
  const { id: store } = await insert('/store', { code: `K${key}`, name: `库 ${key}`, kind: 1, locations });
  const { id: customer } = await insert('/client', { clientName: `客户 ${key}`, customerType: 1 });
  const codes = Array.from({ length: 59 }, freshCode);
  const existing = codes[58] as string;
  const { id: before } = await insert('/receipt', { day, preset: 'collection', storeId: store });
  await main.call('POST', '/receipt/saveLines', {
    id: before,
    lines: [{ clientKey: 'there', code: existing, kg: '400' }],
  });
  await main.call('POST', '/receipt/step', { id: before, step: 'post', ...withoutSource });

  // The truck: six packs by scanner, one with a damaged label and one already in stock; the rest from its list.
  await signIn(page, 'demo_main', '/backoffice/receipt', 'zh', title(page));
  await create(
    page,
    `/backoffice/receipt/new?preset=collection&storeId=${store}&customerId=${customer}&day=${day}`,
  );
  for (const code of codes.slice(54, 58)) await scan(page, code);
  await scan(page, 'BROKEN-LABEL');
  await expect(page.getByText(words('documents:scan.wrong', { code: 'BROKEN-LABEL' }))).toBeVisible();
  await scan(page, existing);
  await expect(page.getByText('共 5 行，5 件', { exact: false })).toBeVisible();
  await expect(page.getByText(words('rules:rule.document.inStockAlready')).first()).toBeVisible();
  for (let row = 1; row <= 4; row += 1) {
    const mass = page.getByRole('textbox', { name: `第 ${row} 行 重量` });
    await mass.fill('402.5');
    await mass.press('Enter');
  }
  await page.getByRole('button', { name: words('documents:remove', { number: 5 }) }).click();
  await expect(page.getByText('共 4 行，4 件，1,610 kg')).toBeVisible();
  await paste(
    page,
    codes.slice(0, 54).map((code) => [code, '402.5']),
  );
  await expect(page.getByText('共 58 行，58 件，23,345 kg')).toBeVisible();
  await post(page, /^RK\d{8}-\d{4}/);

  // Put away from the list of the fork-lift.
  await create(page, `/backoffice/movement/new?storeId=${store}&toStoreId=${store}&day=${day}`);
  await paste(
    page,
    codes.slice(0, 58).map((code, n) => [code, `A${(n % 3) + 1}`]),
  );
  await expect(page.getByText('共 58 行，58 件', { exact: false })).toBeVisible();
  await post(page, /^YK\d{8}-\d{4}/);
  expect(await batteryOf(main, codes[1])).toMatchObject({ state: 'in_stock', location: 'A2' });

  // Twelve of them are ordered, and delivered in two parts.
  const { id: order } = await insert('/order', {
    clientId: customer,
    productType: 1,
    quantity: 12,
    unitPrice: '11300',
  });
  const sale = `preset=sale&storeId=${store}&customerId=${customer}&orderId=${order}&day=${day}`;
  for (const part of [codes.slice(0, 7), codes.slice(7, 12)]) {
    const id = await create(page, `/backoffice/issue/new?${sale}`);
    for (const code of part) await scan(page, code);
    await expect(page.getByText(`共 ${part.length} 行，${part.length} 件`, { exact: false })).toBeVisible();
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(title(page)).toContainText(/^CK\d{8}-\d{4}/);
    await staff.call('POST', '/issue/step', { id, step: 'approve' });
  }
  const shipped = () => main.call('GET', `/order/findById?id=${order}`);
  expect(await shipped()).toMatchObject({ shippedQuantity: 12, state: '3' });

  // One is returned.
  const back = `preset=return&storeId=${store}&customerId=${customer}&day=${day}`;
  await create(page, `/backoffice/receipt/new?${back}`);
  await scan(page, codes[0] as string);
  await expect(page.getByText('共 1 行，1 件', { exact: false })).toBeVisible();
  await post(page, /^RK\d{8}-\d{4}/);
  expect(await batteryOf(main, codes[0])).toMatchObject({ state: 'in_stock', storeId: store });

  // The delivered and kept ones are invoiced, and the invoice is credited.
  await page.goto(`/backoffice/order/${order}?tab=open`);
  await page.getByRole('button', { name: /^生成发票草稿/ }).click();
  await expect(title(page)).toContainText(/^FP\d{8}-\d{4}/);
  await issueInvoice(page);
  await page.getByRole('button', { name: /^“FP\d{8}-\d{4}”的操作$/ }).click();
  await page.getByRole('menuitem', { name: '红冲', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('trade:credit.confirm') })
    .click();
  await expect(page.getByText(/^负.*元整$/)).toBeVisible();
  await issueInvoice(page);

  // The month is closed, and reopened for the other journeys.
  const month = day.slice(0, 7);
  await page.goto('/backoffice/periods');
  await page.getByRole('button', { name: words('periods:close.of', { month }) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: words('periods:close.button'), exact: true }).click();
  const row = page.getByRole('row').filter({ has: page.getByRole('gridcell', { name: month, exact: true }) });
  await expect(row).toContainText(words('periods:state.closed'));
  await page.getByRole('button', { name: words('periods:reopen.of', { month }) }).click();
  await dialog.getByRole('textbox', { name: words('periods:reopen.reason') }).fill('补录');
  await dialog.getByRole('button', { name: words('periods:reopen.button'), exact: true }).click();
  await expect(row).toContainText(words('periods:state.open'));
});
