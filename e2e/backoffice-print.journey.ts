import { words } from './office.ts';
import { asUser, expect, signIn, test, title, today, withoutSource } from './ui.ts';

test('a document is printed on A4 in either language, with its table head on every page', async ({
  page,
}) => {
  const main = await asUser('demo_main');
  const code = `D${Date.now().toString(36)}`.toUpperCase();
  const store = await main.call<{ id: string }>('POST', '/store/insert', {
    ...{ code, name: `打印库 ${code}`, kind: 1 },
  });
  const header = { preset: 'collection', day: today(), storeId: store.id, plate: '粤B12345' };
  const { id } = await main.call<{ id: string }>('POST', '/receipt/insert', header);
  const serial = Date.now() % 9_900_000;
  await main.call('POST', '/receipt/saveLines', {
    id,
    lines: Array.from({ length: 80 }, (_, n) => ({
      clientKey: `k${n}`,
      code: `001PB240000003B3C${String(serial + n).padStart(7, '0')}`,
      kg: '400',
    })),
  });
  await main.call('POST', '/receipt/step', { id, step: 'post', ...withoutSource });

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
