import type { Client } from './api.ts';
import { draft, freshCode, words } from './office.ts';
import { asUser, expect, signIn, test, title, withoutSource } from './ui.ts';

let made = 0;

async function newStore(main: Client) {
  const code = `P${Date.now().toString(36)}${++made}`.toUpperCase();
  const row = { code, name: `审批库 ${code}`, kind: 1, locations: [{ code: 'A-01' }] };
  return (await main.call<{ id: string }>('POST', '/store/insert', row)).id;
}

test('documents of other users are approved or returned from the inbox, and their pages show by whom', async ({
  page,
}) => {
  const [main, staff] = [await asUser('demo_main'), await asUser('demo_staff')];
  const storeId = await newStore(main);
  const codes = [freshCode(), freshCode()];
  const receipt = await draft(
    main,
    '/receipt',
    { preset: 'collection', storeId },
    codes.map((code) => ({ code, kg: '400', location: 'A-01' })),
  );
  await main.call('POST', '/receipt/step', { id: receipt, step: 'post', ...withoutSource });
  const scraps = [];
  for (const code of codes) {
    const header = { preset: 'coded', storeId, reason: '壳体破损' };
    const id = await draft(staff, '/scrap', header, [{ code }]);
    const { list } = await staff.call<{ list: { no: string }[] }>('POST', '/scrap/step', {
      id,
      step: 'submit',
    });
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

test('the scan desk shows for each code whether it is valid, incomplete, or refused', async ({ page }) => {
  const main = await asUser('demo_main');
  const storeId = await newStore(main);
  const [existing, unknown] = [freshCode(), freshCode()];
  const receipt = await draft(main, '/receipt', { preset: 'collection', storeId }, [
    { code: existing, kg: '400', location: 'A-01' },
  ]);
  await main.call('POST', '/receipt/step', { id: receipt, step: 'post', ...withoutSource });
  const hold = await draft(main, '/conditionChange', { preset: 'hold', storeId }, []);

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
  await page.getByRole('button', { name: '过账', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '过账', exact: true }).click();
  await expect(title(page)).toContainText(/\d{8}-\d{4}/);
});
