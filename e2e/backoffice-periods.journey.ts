import { draft, freshKey, insert, step } from './office.ts';
import { asUser, expect, signIn, test, textOf, title, today } from './ui.ts';

const words = (key: string, values?: Record<string, string | number>) =>
  textOf('zh', `periods:${key}`, values);

test('a month is closed once nothing in it is open, and reopened with a reason', async ({ page }) => {
  const main = await asUser('demo_main');
  const last = new Date(`${today().slice(0, 7)}-01T00:00:00Z`);
  last.setUTCDate(0);
  const day = last.toISOString().slice(0, 10);
  const month = day.slice(0, 7);
  const code = `P${freshKey()}`;
  const storeId = await insert('/store', { code, name: code, kind: 1 });
  const receipt = { preset: 'collection', day, storeId };
  const id = await draft('/receipt', receipt, []);

  await signIn(page, 'demo_main', '/backoffice/periods', 'zh', title(page));
  await expect(title(page)).toHaveText('月度结账');
  await page.getByRole('button', { name: words('close.of', { month }) }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(words('close.heldTitle', { month }));
  await dialog.getByRole('link', { name: '入库单' }).first().click();
  await expect(page).toHaveURL(new RegExp(`/backoffice/receipt/${id}`));
  await main.call('POST', '/receipt/step', { ids: [id], step: 'cancel', reason: '重复录入' });

  await page.goto('/backoffice/periods');
  await page.getByRole('button', { name: words('close.of', { month }) }).click();
  await dialog.getByRole('button', { name: words('close.button'), exact: true }).click();
  const row = page.getByRole('row').filter({ has: page.getByRole('gridcell', { name: month, exact: true }) });
  await expect(row).toContainText(words('state.closed'));
  const refused = await main.raw('POST', '/receipt/insert', receipt);
  expect(await refused.json()).toMatchObject({ data: [{ key: 'rule.document.monthClosed' }] });

  await page.getByRole('button', { name: words('reopen.of', { month }) }).click();
  const reopen = dialog.getByRole('button', { name: words('reopen.button'), exact: true });
  await expect(reopen).toBeDisabled();
  await dialog.getByRole('textbox', { name: words('reopen.reason') }).fill('补录磅单');
  await reopen.click();
  await expect(row).toContainText(words('state.open'));
  const late = await draft('/receipt', receipt, [{ lotNo: code, material: 'cell', kg: '10' }]);
  await step('/receipt', late, 'post');
});
