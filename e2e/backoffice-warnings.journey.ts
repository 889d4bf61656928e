import { approve, draft, freshCode, freshKey, insert, receive, step, words } from './office.ts';
import { asUser, expect, signIn, test, title, today } from './ui.ts';

const newStore = () =>
  insert('/store', {
    code: freshKey(),
    name: `过磅库 ${freshKey()}`,
    kind: 1,
    locations: [{ code: 'A-01' }],
  });

test('a weigh ticket that differs by 3 % from the lines is confirmed, and the page shows by whom', {
  tag: '@slow',
}, async ({ page }) => {
  const storeId = await newStore();
  const customerId = await insert('/client', { clientName: `交售人 ${freshKey()}`, customerType: 0 });
  const weighed = { weighTicketNo: `BD-${freshKey()}`, grossKg: '11000', tareKg: '10000' };
  const id = await draft(
    '/receipt',
    { preset: 'collection', storeId, customerId, ...weighed },
    ['470', '500'].map((kg) => ({ code: freshCode(), kg, location: 'A-01' })),
  );
  await signIn(page, 'demo_main', `/backoffice/receipt/${id}`, 'zh', title(page));
  const differs = words('rules:rule.document.ticketDiffers', {
    net: '1000',
    sum: '970',
    pct: '3',
    limit: '2',
  });
  await page.getByRole('button', { name: words('documents:check'), exact: true }).click();
  await expect(page.getByText(words('documents:checkedWarned_other', { count: 1 }))).toBeVisible();

  await page.getByRole('button', { name: '确认入库', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '确认入库', exact: true }).click();
  await expect(dialog.getByRole('alert').first()).toContainText(differs);
  await expect(title(page)).not.toContainText('RK');
  await dialog
    .getByRole('button', { name: words('backoffice:warnings.confirm', { step: '确认入库' }) })
    .click();
  await expect(dialog).toBeHidden();
  await expect(title(page)).toContainText(/^RK/);
  const confirmed = page.getByRole('region', { name: words('documents:summary.confirmed') });
  await expect(confirmed).toContainText(differs);
  const main = await asUser('demo_main');
  const course = await main.call<{ events: { by: string }[] }>('GET', `/receipt/course?id=${id}`);
  await expect(confirmed).toContainText(course.events.at(-1)?.by ?? 'nobody');
});

test('a receiver without permits is refused with a link to it, and overridden with a reason', {
  tag: '@slow',
}, async ({ page }) => {
  const storeId = await newStore();
  const name = `无证再生厂 ${freshKey()}`;
  const enterpriseId = await insert('/enterprise', {
    name,
    kind: 6,
    duns: String(100_000_000 + (Date.now() % 800_000_000)),
    contact: '王',
    phone: '13800138000',
    address: '某路1号',
  });
  const code = freshCode();
  const line = { code, kg: '400', location: 'A-01' };
  await receive(storeId, [line]);
  await approve(
    '/scrap',
    await draft('/scrap', { preset: 'coded', storeId, reason: '壳体破损' }, [{ code }]),
  );
  const header = { preset: 'handover', storeId, enterpriseId };
  const id = await draft('/issue', header, [{ code }], 'demo_staff');
  await step('/issue', id, 'submit', 'demo_staff');

  await signIn(page, 'demo_main', `/backoffice/issue/${id}`, 'zh', title(page));
  await page.getByRole('button', { name: '审核并确认出库' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '审核并确认出库' }).click();
  const list = dialog.getByRole('alert').first();
  await expect(list).toContainText(`“${name}”在 ${today()} 没有有效的“排污许可证”`);
  await expect(list.getByRole('link', { name: '企业' }).first()).toHaveAttribute(
    'href',
    `/backoffice/enterprise/${enterpriseId}`,
  );
  const confirm = dialog.getByRole('button', {
    name: words('backoffice:warnings.confirm', { step: '审核并确认出库' }),
  });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill('应急处置，主管部门已同意');
  await confirm.click();
  await expect(dialog).toBeHidden();
  const kept = page.getByRole('region', { name: words('documents:summary.confirmed') });
  await expect(kept).toContainText('应急处置，主管部门已同意');
});
