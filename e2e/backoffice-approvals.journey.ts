import { confirmStep, draft, freshCode, freshKey, insert, receive, step, words } from './office.ts';
import { expect, signIn, test, title } from './ui.ts';

const newStore = () => {
  const code = `P${freshKey()}`;
  return insert('/store', { code, name: `审批库 ${code}`, kind: 1, locations: [{ code: 'A-01' }] });
};

test('documents of other users are approved or returned from the inbox, and their pages show by whom', async ({
  page,
}) => {
  const storeId = await newStore();
  const codes = [freshCode(), freshCode()];
  await receive(
    storeId,
    codes.map((code) => ({ code, kg: '400', location: 'A-01' })),
  );
  const scraps = [];
  for (const code of codes) {
    const header = { preset: 'coded', storeId, reason: '壳体破损' };
    const id = await draft('/scrap', header, [{ code }], 'demo_staff');
    const { list } = await step('/scrap', id, 'submit', 'demo_staff');
    scraps.push({ id, no: list[0]?.no ?? '' });
  }
  const [good, bad] = scraps as [{ id: string; no: string }, { id: string; no: string }];

  await signIn(page, 'demo_main', '/backoffice/approvals', 'zh', title(page));
  await page.getByRole('button', { name: words('approvals:of.approve', { no: good.no }) }).click();
  await page.getByRole('dialog').getByRole('button', { name: '审核并过账' }).click();
  await expect(page.getByRole('row').filter({ hasText: good.no })).toHaveCount(0);
  await page.getByRole('button', { name: words('approvals:of.return', { no: bad.no }) }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('照片缺失');
  await page.getByRole('dialog').getByRole('button', { name: '驳回' }).click();
  await expect(page.getByRole('row').filter({ hasText: bad.no })).toHaveCount(0);

  const stages = page.getByRole('list', { name: words('documents:summary.stages') });
  await page.goto(`/backoffice/scrap/${good.id}`);
  await expect(stages.getByRole('listitem')).toContainText(['草稿', '待审核', '已过账']);
  await expect(stages.getByRole('listitem').nth(2)).toContainText('Voltloop Demo Energy');
  await page.goto(`/backoffice/scrap/${bad.id}`);
  await expect(stages.getByRole('listitem').first()).toContainText('照片缺失');
});

test('the scan desk shows for each code whether it is valid, incomplete, or refused', {
  tag: '@slow',
}, async ({ page }) => {
  const storeId = await newStore();
  const [existing, unknown] = [freshCode(), freshCode()];
  await receive(storeId, [{ code: existing, kg: '400', location: 'A-01' }]);
  const hold = await draft('/conditionChange', { preset: 'hold', storeId }, []);

  await signIn(page, 'demo_main', `/backoffice/conditionChange/${hold}`, 'zh', title(page));
  await page.getByRole('button', { name: words('documents:desk.open') }).click();
  const desk = page.getByRole('dialog');
  const field = desk.getByRole('textbox', { name: words('documents:scan.label') });
  await expect(field).toBeFocused();
  const deskStatus = desk.getByRole('status');
  await page.keyboard.type(existing);
  await page.keyboard.press('Enter');
  await expect(deskStatus).toContainText(words('documents:desk.good'));
  await page.keyboard.type(unknown);
  await page.keyboard.press('Enter');
  await expect(deskStatus).toContainText('没有该编码的电池');
  await expect(desk.getByRole('row').filter({ hasText: unknown })).toContainText('没有该编码的电池');
  await page.keyboard.type(existing);
  await page.keyboard.press('Enter');
  await expect(deskStatus).toContainText(words('documents:desk.twice'));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: words('documents:desk.open') })).toBeFocused();

  await page.getByRole('button', { name: words('documents:remove', { number: 2 }) }).click();
  await confirmStep(page, '过账');
  await expect(title(page)).toContainText(/\d{8}-\d{4}/);
});
