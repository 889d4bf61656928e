import { freshCode, freshKey, insert, receive, words } from './office.ts';
import { expect, signIn, test, title } from './ui.ts';

test('a document is printed on A4 in either language, with its table head on every page', async ({
  page,
}) => {
  const code = `D${freshKey()}`;
  const storeId = await insert('/store', { code, name: `打印库 ${code}`, kind: 1 });
  const lines = Array.from({ length: 80 }, () => ({ code: freshCode(), kg: '400' }));
  const id = await receive(storeId, lines, { plate: '粤B12345' });

  await signIn(page, 'demo_main', `/backoffice/receipt/${id}`, 'zh', title(page));
  await expect(title(page)).toContainText(/^RK/);
  const no = (await title(page).textContent()) ?? '';
  await page.getByRole('button', { name: words('backoffice:menu.of', { title: no }) }).click();
  await page.getByRole('menuitem', { name: '打印', exact: true }).click();
  const paper = page.getByRole('dialog').getByRole('article');
  await expect(paper).toContainText('回收入库单');
  await expect(paper).toContainText('粤B12345');
  await expect(paper.getByRole('img', { name: no })).toBeVisible();
  await expect(paper).toContainText('司磅员');
  await expect(paper).toContainText('32,000');

  // Only the sheet is printed, on several A4 pages.
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1);
  expect(pdf).toMatch(/\/MediaBox \[0 0 59[45](\.\d+)? 84[12](\.\d+)?\]/);
  await page.emulateMedia({ media: 'print' });
  await expect(title(page)).toBeHidden();
  await expect(page.locator('[data-print]')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  await page.getByRole('dialog').getByText(words('documents:print.en'), { exact: true }).click();
  await expect(paper).toContainText('Receipt: Collection');
  await expect(paper).toContainText('Weighed by');
});
