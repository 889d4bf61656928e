import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { creditCheckCharacter, organisationCheckCharacter } from '@voltloop/domain/checks/company.ts';
import type { TableCell } from '../apps/server/platform/table-export.ts';
import { readSheet, workbookFile } from './spreadsheet.ts';
import { asUser, expect, instance, signIn, strip, test } from './ui.ts';

const LIST = '/backoffice/customer';
const grid = (page: Page) => page.getByRole('grid', { name: '客户' });
const rowOf = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });

/** A credit code that no other customer has: a valid organisation part with its check character. */
function creditCode(seed: number): string {
  const organisation = String(10_000_000 + (seed % 80_000_000));
  const first17 = `91330106${organisation}${organisationCheckCharacter(organisation)}`;
  return first17 + creditCheckCharacter(first17);
}

interface Customer {
  id: string;
  version: number;
}

async function makeCustomer(name: string, more: object = {}): Promise<Customer> {
  const main = await asUser('demo_main');
  return main.call<Customer>('POST', '/client/insert', { clientName: name, customerType: 0, ...more });
}

const unique = () => `${Date.now().toString(36)}${Math.floor(Math.random() * 1e4)}`;

test('a company is entered with an invalid credit code, then with a valid one, and edited', async ({
  page,
}) => {
  const name = `杭州循环 ${unique()}`;
  const code = creditCode(Date.now() % 80_000_000);
  const wrong = code.slice(0, -1) + (code.endsWith('A') ? 'B' : 'A');
  await signIn(page, 'demo_main', LIST, 'zh');
  await page.getByRole('link', { name: '新增客户' }).first().click();
  const form = page.getByRole('form', { name: '新增客户' });
  // Only companies have a credit code.
  await expect(form.getByLabel('统一社会信用代码')).toHaveCount(0);
  await form.getByLabel('客户类型').click();
  await page.getByRole('option', { name: '企业' }).click();
  await form.getByLabel('统一社会信用代码').fill(wrong);
  await form.getByRole('button', { name: '保存' }).click();
  // The first invalid field has the focus, and each shows its error.
  await expect(form.getByLabel('客户名称')).toBeFocused();
  await expect(form.getByLabel('客户名称')).toHaveAccessibleDescription('必填项');
  await expect(form.getByLabel('统一社会信用代码')).toHaveAccessibleDescription(/校验码不正确/);

  await form.getByLabel('客户名称').fill(name);
  // As copied from elsewhere: in groups, in small letters.
  await form.getByLabel('统一社会信用代码').fill(` ${code.toLowerCase().replace(/.{4}/g, '$& ')}`);
  await form.getByLabel('联系电话').fill('13800138000');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText(code, { exact: true })).toBeVisible();
  // The form's tab is closed, the row's tab has its name.
  await expect(strip(page).tab('新增客户')).toHaveCount(0);
  await expect(strip(page).tab(name)).toBeVisible();

  await page.getByRole('link', { name: '编辑' }).click();
  const edit = page.getByRole('form', { name: '编辑客户' });
  await edit.getByLabel('联系电话').fill('');
  await edit.getByLabel('开户银行').fill('工商银行');
  await page.keyboard.press('Control+s');
  // The form starts from the saved values when it is opened again.
  await page.getByRole('link', { name: '编辑' }).click();
  await expect(edit.getByLabel('开户银行')).toHaveValue('工商银行');
  await edit.getByRole('button', { name: '取消' }).click();
  await page.getByRole('tab', { name: '变更记录' }).click();
  const history = page.getByRole('tabpanel', { name: '变更记录' });
  await expect(history).toContainText('开户银行');
  await expect(history).toContainText('工商银行');
  // The cleared value appears nowhere.
  await expect(history).toContainText('联系电话个人信息已修改');

  // The server refuses the same code again, with an error at its field.
  await page.goto(`${LIST}/new`);
  await form.getByLabel('客户类型').click();
  await page.getByRole('option', { name: '企业' }).click();
  await form.getByLabel('客户名称').fill(`${name} 2`);
  await form.getByLabel('统一社会信用代码').fill(code);
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form.getByLabel('统一社会信用代码')).toHaveAccessibleDescription('该值已被其他记录使用');
});

test('two users edit one customer, and no change is lost', { tag: '@slow' }, async ({ page, browser }) => {
  const name = `双人编辑 ${unique()}`;
  const { id } = await makeCustomer(name, { remark: '最初' });
  const other = await browser.newContext({ baseURL: instance.url });
  const theirs = await other.newPage();
  await signIn(page, 'demo_main', `${LIST}/${id}/edit`, 'zh');
  await signIn(theirs, 'demo_main', `${LIST}/${id}/edit`, 'zh');
  const mine = page.getByRole('form', { name: '编辑客户' });
  const first = theirs.getByRole('form', { name: '编辑客户' });
  await expect(mine.getByLabel('备注')).toHaveValue('最初');

  await first.getByLabel('备注').fill('对方写的');
  await first.getByLabel('邮政编码').fill('310012');
  await first.getByRole('button', { name: '保存' }).click();
  await expect(theirs.getByRole('heading', { level: 1, name })).toBeVisible();
  await other.close();

  await mine.getByLabel('备注').fill('我写的');
  await mine.getByLabel('发票抬头').fill('循环科技');
  await mine.getByRole('button', { name: '保存' }).click();
  const dialog = page.getByRole('dialog', { name: '该记录已被他人修改' });
  await expect(dialog.getByRole('group', { name: '备注' })).toContainText('原值： 最初');
  await expect(dialog).toContainText('310012');
  await expect(dialog.getByRole('button', { name: '合并并保存' })).toBeDisabled();
  // Back returns to the form, which has kept everything.
  await dialog.getByRole('button', { name: '返回表单' }).click();
  await expect(mine.getByRole('alert')).toContainText('尚未保存');
  await expect(mine.getByLabel('备注')).toHaveValue('我写的');
  await mine.getByRole('button', { name: '保存' }).click();
  await dialog.getByRole('radio', { name: /我的修改/ }).check();
  await dialog.getByRole('button', { name: '合并并保存' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const main = await asUser('demo_main');
  const kept = await main.call('GET', `/client/findById?customerId=${id}`);
  expect(kept).toMatchObject({ remark: '我写的', postcode: '310012', invoiceTitle: '循环科技' });
});

test('the list is filtered, sorted, arranged, saved as a view and exported; a deletion is undone', async ({
  page,
}) => {
  const mark = unique();
  await makeCustomer(`${mark} 甲`, { postcode: '100000' });
  await makeCustomer(`${mark} 乙`, { postcode: '200000' });
  await makeCustomer(`${mark} 丙`, { customerType: 1, creditCode: creditCode(Date.now() + 7) });
  await signIn(page, 'demo_main', LIST, 'zh');

  await page.getByRole('button', { name: '筛选' }).click();
  const filter = page.getByRole('form', { name: '筛选' });
  await filter.getByLabel('客户名称').fill(mark);
  await filter.getByRole('combobox', { name: '客户类型' }).click();
  await page.getByRole('option', { name: '个人' }).click();
  await filter.getByRole('combobox', { name: '更多筛选字段' }).click();
  await page.getByRole('option', { name: '邮政编码' }).click();
  await filter.getByLabel('邮政编码').fill('0000');
  await filter.getByRole('button', { name: '应用' }).click();
  const chips = page.getByRole('list', { name: '当前筛选条件' });
  await expect(chips).toContainText(`客户名称：“${mark}”`);
  await expect(chips).toContainText('客户类型：个人');
  await expect(rowOf(page, mark)).toHaveCount(2);
  await page.getByRole('button', { name: '移除筛选：邮政编码：“0000”' }).click();
  await expect(chips).not.toContainText('邮政编码');

  await page.getByRole('columnheader', { name: '客户名称' }).getByRole('button').first().click();
  await expect(page).toHaveURL(/sort=clientName/);
  await page.getByRole('button', { name: '列设置' }).click();
  const column = (name: string) => page.getByRole('checkbox', { name });
  await column('邮政编码').click();
  await expect(column('邮政编码')).toBeChecked();
  await column('联系人').click();
  await expect(column('联系人')).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: '邮政编码' })).toBeVisible();

  await page.getByRole('button', { name: '视图' }).click();
  await page.getByRole('menuitem', { name: '另存为新视图…' }).click();
  await page.getByRole('textbox', { name: '名称' }).fill(`个人 ${mark}`);
  await page.getByRole('button', { name: '保存视图' }).click();
  await expect(page).toHaveURL(/view=[0-9a-f-]{36}/);
  const view = page.url();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出' }).click();
  await page.getByRole('menuitem', { name: 'Excel 工作簿' }).click();
  const sheet = readSheet(await readFile(await (await download).path()));
  expect(sheet).toHaveLength(3);
  expect(sheet[0]).toContain('邮政编码');
  expect(sheet[0]).not.toContain('联系人');
  expect(sheet.flat()).toContain('200000');

  await page.goto(LIST);
  await page.goto(view);
  await expect(rowOf(page, mark)).toHaveCount(2);
  await expect(page.getByRole('columnheader', { name: '邮政编码' })).toBeVisible();

  await rowOf(page, `${mark} 甲`).getByRole('checkbox').click();
  await page.getByRole('region', { name: '已选行' }).getByRole('button', { name: '删除' }).click();
  const why = page.getByRole('dialog');
  const confirm = why.getByRole('button', { name: '确认删除' });
  await expect(confirm).toBeDisabled();
  // The cause "other" needs an explanation.
  await why.getByRole('radio', { name: '其他原因' }).check();
  await why.getByLabel('说明').fill('错');
  await why.getByLabel('说明').blur();
  await expect(why.getByLabel('说明')).toHaveAccessibleDescription('请填写 2 至 200 个字符');
  await expect(confirm).toBeDisabled();
  await why.getByRole('radio', { name: '重复录入' }).check();
  await why.getByLabel('说明').fill('与同名客户重复');
  await confirm.click();
  await expect(rowOf(page, `${mark} 甲`)).toHaveCount(0);
  await page.getByRole('button', { name: '撤销' }).click();
  await rowOf(page, `${mark} 甲`).getByText(`${mark} 甲`).click();
  await page.getByRole('tab', { name: '变更记录' }).click();
  const history = page.getByRole('tabpanel', { name: '变更记录' });
  await expect(history).toContainText('原因：重复录入：与同名客户重复');
});

test('customers are imported from a workbook: errors are shown first, and nothing is written before confirmation', async ({
  page,
}) => {
  const mark = unique();
  const file = (rows: TableCell[][]) =>
    workbookFile('客户.xlsx', ['客户名称', '客户类型', '统一社会信用代码'], rows);
  const good = [`${mark} 甲`, '企业', creditCode(Date.now() + 11)];
  await signIn(page, 'demo_main', `${LIST}?search=${mark}`, 'zh');
  await page.getByRole('button', { name: '导入', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const input = dialog.locator('input[type="file"]');
  await input.setInputFiles(await file([good, [`${mark} 乙`, '企业', '12345']]));
  await expect(dialog).toContainText('1 行有误');
  await expect(dialog.getByRole('grid').getByRole('row').filter({ hasText: '乙' })).toContainText('18 位');
  await dialog.getByRole('button', { name: '重新选择文件' }).click();
  await input.setInputFiles(await file([good, [`${mark} 乙`, '个人', null]]));
  await expect(dialog).toContainText('全部正确');
  const main = await asUser('demo_main');
  const found = () => main.call<{ total: number }>('GET', `/client/findPage?search=${mark}`);
  expect((await found()).total).toBe(0);
  await dialog.getByRole('button', { name: '导入 2 条客户' }).click();
  await expect(dialog).toContainText('已导入 2 条客户');
  await dialog.getByRole('button', { name: '关闭' }).last().click();
  await expect(rowOf(page, mark)).toHaveCount(2);
});
