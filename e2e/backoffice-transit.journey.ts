import {
  batteryOf,
  confirmStep,
  draft,
  freshCode,
  freshKey,
  insert,
  receive,
  step,
  words,
} from './office.ts';
import { expect, signIn, test, title } from './ui.ts';

test('a transfer arrives in parts: the rest stays in transit', { tag: '@slow' }, async ({ page }) => {
  const key = freshKey();
  const newStore = (code: string) => insert('/store', { code, name: `库 ${code}`, kind: 1 });
  const [from, to] = [await newStore(`F${key}`), await newStore(`T${key}`)];
  const lines = [freshCode(), freshCode()].map((code) => ({ code, kg: '400' }));
  const codes = lines.map(({ code }) => code);
  await receive(from, lines);
  const header = { preset: 'transfer', plate: '闽D12345', storeId: from, toStoreId: to };
  const transfer = await draft(
    '/movement',
    header,
    codes.map((code) => ({ code })),
  );
  await step('/movement', transfer, 'post');

  await signIn(page, 'demo_main', `/backoffice/movement/${transfer}?tab=lines`, 'zh');
  await expect(page.getByText(words('documents:transit.open_other', { count: 2, kg: '800' }))).toBeVisible();
  const number = (await title(page).textContent())?.match(/DB\d{8}-\d{4}/)?.[0] ?? '';
  await page.getByRole('button', { name: '登记到货' }).click();
  const form = page.getByRole('form', { name: '新增移库单' });
  await expect(form.getByRole('combobox', { name: '调拨单' })).toHaveValue(number);
  await expect(form.getByRole('combobox', { name: '移入仓库' })).toHaveValue(`库 T${key}`);
  await form.getByRole('button', { name: words('backoffice:form.create'), exact: true }).click();
  await expect(page.getByText('共 2 行，2 件').filter({ visible: true })).toBeVisible();
  // One has not arrived: its line is removed, and it stays in transit.
  await page.getByRole('button', { name: words('documents:remove', { number: 2 }) }).click();
  await expect(page.getByText('共 1 行，1 件').filter({ visible: true })).toBeVisible();
  await confirmStep(page, '过账');
  await expect(title(page)).toContainText(/^YK\d{8}-\d{4}/);

  await page.goto(`/backoffice/movement/${transfer}?tab=lines`);
  await expect(page.getByText(words('documents:transit.open_other', { count: 1, kg: '400' }))).toBeVisible();
  const shown = page.getByRole('row').filter({ visible: true });
  await expect(shown.filter({ hasText: codes[0] as string })).not.toContainText(
    words('documents:transit.line'),
  );
  await expect(shown.filter({ hasText: codes[1] as string })).toContainText(words('documents:transit.line'));
  expect(await batteryOf(codes[0])).toMatchObject({ state: 'in_stock', storeId: to });
  expect(await batteryOf(codes[1])).toMatchObject({ state: 'in_transit', storeId: null });
  // It leads to its arrival, which the destination store lists.
  await page.getByRole('link', { name: /^YK\d{8}-\d{4}$/ }).click();
  await expect(title(page)).toContainText(/^YK\d{8}-\d{4}/);
  const arrival = (await title(page).textContent())?.match(/YK\d{8}-\d{4}/)?.[0] ?? '';
  await page.goto(`/backoffice/store/${to}?tab=movement-toStoreId`);
  await expect(page.getByRole('link', { name: arrival })).toBeVisible();
});
