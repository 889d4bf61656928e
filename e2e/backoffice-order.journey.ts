import { asUser, expect, signIn, test } from './ui.ts';

test('the choices of an order depend on each other; a chosen customer keeps its name even if the server is slow', async ({
  page,
}) => {
  const name = `下单客户 ${Date.now().toString(36)}`;
  const main = await asUser('demo_main');
  await main.call('POST', '/client/insert', { clientName: name, customerType: 0 });
  // The name of a chosen row is requested, but never answered.
  await page.route(/\/client\/lookup\?ids=/, () => {});
  await signIn(page, 'demo_main', '/backoffice/order/new', 'zh');
  const form = page.getByRole('form', { name: '新增订单' });
  const field = (label: string) => form.getByRole('combobox', { name: label, exact: true });
  const choose = async (label: string, option: string) => {
    await field(label).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  await expect(field('客户')).toBeDisabled();
  await choose('客户类型', '个人');
  await field('客户').fill(name);
  await page.getByRole('option', { name }).click();
  await expect(field('客户')).toHaveValue(name);
  // Another type has other customers.
  await choose('客户类型', '企业');
  await expect(field('客户')).toHaveValue('');
  // Until a search is answered, only rows that match the typed text are offered.
  await page.route(/\/client\/lookup\?.*search=/, () => {});
  await choose('客户类型', '个人');
  await field('客户').click();
  await expect(page.getByRole('option', { name })).toBeVisible();
  await field('客户').fill(name.slice(1));
  await expect(page.getByRole('option')).toHaveText([name]);
  await field('客户').fill(`${name}无`);
  await expect(page.getByRole('option')).toHaveCount(0);

  // Separately in each line of the order.
  await form.getByRole('button', { name: '添加订单明细' }).click();
  const second = form.getByRole('group', { name: '订单明细 第 2 行' });
  await expect(second.getByRole('combobox', { name: '梯次利用方式' })).toBeDisabled();
  await second.getByRole('button', { name: '移除订单明细第 2 行' }).click();
  await expect(field('梯次利用方式')).toBeDisabled();
  await choose('产品类型', '电池包');
  await choose('梯次利用方式', '电池包直接利用');
  await choose('产品类型', '电池单体');
  await expect(field('梯次利用方式')).toHaveValue('');
  await field('梯次利用方式').click();
  await expect(page.getByRole('option')).toHaveText(['单体直接利用']);
});
