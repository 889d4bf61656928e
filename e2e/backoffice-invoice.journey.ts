import type { Page } from '@playwright/test';
import { approve, draft, freshCode, freshKey, insert, receive, scan, step, words } from './office.ts';
import { asUser, expect, signIn, test, title } from './ui.ts';

let made = 0;
const invoiceNo = () => `2635200000${String(Date.now() + ++made).slice(-10)}`;

/** Two packs and 500 kg of cells in their own store, and a company as buyer. */
async function goodsForSale() {
  const key = freshKey();
  const store = `成品库 ${key}`;
  const storeId = await insert('/store', { code: `I${key}`, name: store, kind: 4 });
  const customer = `开票客户 ${key}`;
  await insert('/client', { clientName: customer, customerType: 1, taxNo: `9135020${key}`.slice(0, 18) });
  const codes = [freshCode(), freshCode()];
  const lotNo = `LOT-${key}`;
  await receive(storeId, [
    ...codes.map((code) => ({ code, kg: '400' })),
    { lotNo, material: 'cell', chemistry: 'B', kg: '500' },
  ]);
  return { store, customer, codes, lotNo };
}

/** The visible table row with this text. */
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text, visible: true });

test('an order of two lines is shipped in two parts, invoiced, and its invoice is credited', async ({
  page,
}) => {
  const main = await asUser('demo_main');
  const { store, customer, codes, lotNo } = await goodsForSale();

  // The order: amounts are shown before it is saved.
  await signIn(page, 'demo_main', '/backoffice/order/new', 'zh');
  const form = page.getByRole('form', { name: '新增订单' });
  await form.getByRole('combobox', { name: '客户类型' }).click();
  await page.getByRole('option', { name: '企业', exact: true }).click();
  await form.getByRole('combobox', { name: '客户', exact: true }).fill(customer);
  await page.getByRole('option', { name: customer }).click();
  await form.getByRole('button', { name: '添加订单明细' }).click();
  const fill = async (n: number, type: string, quantity: string, unit: string, price: string) => {
    const line = form.getByRole('group', { name: `订单明细 第 ${n} 行` });
    await line.getByRole('combobox', { name: '产品类型' }).click();
    await page.getByRole('option', { name: type, exact: true }).click();
    await line.getByRole('textbox', { name: '数量' }).fill(quantity);
    await line.getByRole('combobox', { name: '计量单位' }).click();
    await page.getByRole('option', { name: unit, exact: true }).click();
    await line.getByRole('textbox', { name: '单价' }).fill(price);
    return line;
  };
  await fill(1, '电池包', '2', '件', '11300');
  const cells = await fill(2, '电池单体', '500', 'kg', '8.125');
  await expect(cells.getByRole('status', { name: '金额' })).toHaveText('¥4,062.50');
  await expect(form.getByRole('status', { name: '金额合计' })).toHaveText('¥26,662.50');
  await form.getByRole('button', { name: words('backoffice:form.create'), exact: true }).click();
  await expect(page).toHaveURL(/\/backoffice\/order\/[0-9a-f-]{36}/);
  const orderPage = new URL(page.url()).pathname;

  // A part of it, from the page of the order; another account approves.
  await page.getByRole('button', { name: '出库', exact: true }).click();
  const issue = page.getByRole('form', { name: '新增出库单' });
  await expect(issue.getByRole('combobox', { name: '去向客户' })).toHaveValue(customer);
  await issue.getByRole('combobox', { name: '仓库', exact: true }).fill(store);
  await page.getByRole('option', { name: store }).click();
  await issue.getByRole('button', { name: words('backoffice:form.save'), exact: true }).click();
  await scan(page, codes[0] as string);
  await expect(page.getByText('共 1 行，1 件')).toBeVisible();
  await page.getByRole('button', { name: '提交', exact: true }).click();
  await expect(title(page)).toContainText(/^CK\d{8}-\d{4}/);
  const first = new URL(page.url()).pathname.split('/').at(-1) as string;
  await step('/issue', first, 'approve', 'demo_staff');

  // The rest by API calls.
  const orderId = orderPage.split('/').at(-1) as string;
  const { clientId } = await main.call<{ clientId: string }>('GET', `/order/findById?id=${orderId}`);
  const { storeId } = await main.call<{ storeId: string }>('GET', `/issue/findById?id=${first}`);
  const header = { preset: 'sale', storeId, customerId: clientId, orderId };
  await approve('/issue', await draft('/issue', header, [{ code: codes[1] }, { lotNo, kg: '500' }]));

  // Both are listed on the order; together they become the draft of an invoice.
  await page.goto(`${orderPage}?tab=progress`);
  await expect(rowOf(page, '电池单体').getByRole('cell')).toContainText([
    '2',
    '',
    'kg',
    '500',
    '500',
    '0',
    '0',
  ]);
  await page.getByRole('tab', { name: '未开票' }).click();
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(3);
  await page.getByRole('button', { name: words('trade:makeDraft_other', { count: 3 }) }).click();
  await expect(title(page)).toContainText(/^FP\d{8}-\d{4}/);
  await expect(page.getByText('贰万陆仟陆佰陆拾贰元伍角整')).toBeVisible();

  // Issued with the number of the tax authority; an invalid one is reported at its input.
  await page.getByRole('button', { name: '开具', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const number = dialog.getByRole('textbox', { name: '发票号码' });
  await number.fill('123');
  await dialog.getByRole('button', { name: '开具', exact: true }).click();
  await expect(dialog.getByText(words('checks:check.invoiceNo'))).toBeVisible();
  await number.fill(invoiceNo());
  await dialog.getByRole('button', { name: '开具', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('已开', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: words('backoffice:menu.edit') })).toHaveCount(0);
  const invoicePage = new URL(page.url()).pathname;
  await page.getByRole('button', { name: /^“FP\d{8}-\d{4}”的操作$/ }).click();
  await page.getByRole('menuitem', { name: '打印', exact: true }).click();
  const paper = page.getByRole('dialog').getByRole('article');
  await expect(paper).toContainText('价税合计（大写） 贰万陆仟陆佰陆拾贰元伍角整');
  await expect(paper).toContainText('26,662.50');
  await page.getByRole('dialog').getByText(words('documents:print.en'), { exact: true }).click();
  await expect(paper).toContainText('Unit price with tax');
  await page.keyboard.press('Escape');
  await page.goto(`${orderPage}?tab=open`);
  await expect(page.getByText(words('trade:nothingOpen'))).toBeVisible();

  // One line of it is credited, and can be invoiced again.
  await page.goto(invoicePage);
  await page.getByRole('button', { name: /^“FP\d{8}-\d{4}”的操作$/ }).click();
  await page.getByRole('menuitem', { name: '红冲', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('trade:credit.confirm') })
    .click();
  await expect(page.getByText('负贰万陆仟陆佰陆拾贰元伍角整')).toBeVisible();
  await page.getByRole('link', { name: words('backoffice:menu.edit') }).click();
  const credit = page.getByRole('form', { name: /编辑/ });
  for (const _ of [1, 2]) await credit.getByRole('button', { name: '移除发票明细第 1 行' }).click();
  await credit.getByRole('button', { name: words('backoffice:form.save'), exact: true }).click();
  await expect(title(page)).toContainText(/^FP\d{8}-\d{4}/);
  await page.getByRole('button', { name: '开具', exact: true }).click();
  await number.fill(invoiceNo());
  await dialog.getByRole('button', { name: '开具', exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`${invoicePage}?tab=invoice-originalId`);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  await page.goto(`${orderPage}?tab=open`);
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1);
});
