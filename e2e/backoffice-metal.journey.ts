import { draft, freshKey, insert, step, words } from './office.ts';
import { asUser, expect, signIn, test, today } from './ui.ts';

test('electrode scrap is sold by metal content: free stock, a released claim, and the settlement of the delivery', {
  tag: '@slow',
}, async ({ page }) => {
  const main = await asUser('demo_main');
  const key = freshKey();
  const clientId = await insert('/client', { clientName: `极片客户 ${key}`, customerType: 1 });
  const storeId = await insert('/store', { code: `M${key}`, name: `极片库 ${key}`, kind: 1 });
  const { list } = await main.call<{ list: { id: string }[] }>(
    'GET',
    '/enterprise/findPage?status=1&kind=6&size=1',
  );
  const lotNo = `HF-${key}`;
  const receipt = await draft('/receipt', { preset: 'purchase', storeId, enterpriseId: list[0]?.id }, [
    { lotNo, material: 'electrode', chemistry: 'B', basis: 'dry', kg: '600' },
  ]);
  await step('/receipt', receipt, 'post');
  const orderId = await insert('/order', {
    clientId,
    lines: [{ material: 'electrode', unit: 'metal', quantity: '500', liPct: '3', liPrice: '2700' }],
  });
  const sell = async () => {
    const header = { preset: 'sale', storeId, customerId: clientId, orderId };
    const id = await draft('/issue', header, [{ lotNo, kg: '300' }]);
    await step('/issue', id, 'submit');
    return id;
  };
  await sell();

  // The claim is shown in the order and at the lot, and released there.
  await signIn(page, 'demo_main', `/backoffice/order/${orderId}?tab=progress`, 'zh');
  const stock = page.getByRole('region', { name: words('trade:stock.title') });
  await expect(stock.getByRole('row').nth(1)).toContainText('300');
  const contents = await main.call<{ list: { id: string }[] }>('GET', `/stock/contents?id=${storeId}`);
  await page.goto(`/backoffice/stock/item/${contents.list[0]?.id}`);
  await page.getByRole('button', { name: /^释放 CK/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: words('stock:claims.reason') }).fill('客户改期');
  await dialog.getByRole('button', { name: words('stock:claims.release') }).click();
  await expect(page.getByRole('button', { name: /^释放 CK/ })).toHaveCount(0);

  // Another account posts a sale; its amount is provisional until settlement.
  const posted = await sell();
  await step('/issue', posted, 'approve', 'demo_staff');
  await page.goto(`/backoffice/order/${orderId}?tab=progress`);
  const deliveries = page.getByRole('region', { name: words('trade:byMetal.title') });
  await expect(deliveries.getByRole('row').nth(1)).toContainText(words('trade:byMetal.provisional'));
  await expect(deliveries.getByRole('row').nth(1)).toContainText('2,430.00');
  await deliveries.getByRole('button', { name: /^结算/ }).click();
  await dialog.getByRole('textbox', { name: '客户过磅重量' }).fill('298');
  await dialog.getByRole('textbox', { name: '扣水' }).fill('2');
  await dialog.getByRole('textbox', { name: '锂品位' }).fill('3.1');
  await expect(dialog.getByText('292.04')).toBeVisible();
  await dialog.getByRole('button', { name: words('trade:byMetal.settle'), exact: true }).click();
  await expect(deliveries.getByRole('row').nth(1)).toContainText('2,444.37');
  await expect(deliveries.getByRole('row').nth(1)).toContainText(
    words('trade:byMetal.settled', { day: today() }),
  );
});
