import { vinCheckCharacter } from '@voltloop/domain/checks/machines.ts';
import { approve, draft, insert, step, words } from './office.ts';
import { asUser, expect, signIn, test, title, today } from './ui.ts';

test('a vehicle is traced forwards to the product of a customer, and from there backwards', async ({
  page,
}) => {
  const main = await asUser('demo_main');
  const serial = Date.now() % 9_000_000;
  const key = serial.toString(36).toUpperCase();
  const unchecked = `LVT00000${'0'}T${String(serial).padStart(7, '0')}`;
  const vin = unchecked.slice(0, 8) + vinCheckCharacter(unchecked) + unchecked.slice(9);
  const vehicle = await insert('/vehicle', { vin, category: 'BEV', scrapDate: '2026-01-15' });
  const store = await insert('/store', { code: `T${key}`, name: `追溯库 ${key}`, kind: 5 });
  const enterpriseId = await insert('/enterprise', {
    name: `拆解厂 ${key}`,
    kind: 5,
    duns: String(100_000_000 + serial),
    contact: '王小明',
    phone: '13800138000',
    region: '440305',
    address: '科技园路1号',
    makerCode: `T${key.slice(-2)}`,
  });
  const customerId = await insert('/client', { clientName: `李晓华 ${key}`, customerType: 0 });
  // Codes of categories have two characters, and some are taken.
  const category = (n: number): Promise<string> =>
    insert('/DeviceCategory', {
      categoryName: `梯次模块 ${key}`,
      categoryCode: n.toString(36).slice(-2).toUpperCase(),
      productType: 2,
      chemistry: 'B',
    }).catch((error) => (n > serial + 20 ? Promise.reject(error) : category(n + 1)));
  const categoryId = await category(serial);
  const cells = [1, 2].map((n) => `001CB240000006B3C${String(serial + n).padStart(7, '0')}`);
  for (const batteryCode of cells) await insert('/battery', { batteryCode, vehicleId: vehicle });
  const bought = { preset: 'purchase', storeId: store, enterpriseId };
  const incoming = cells.map((code) => ({ code, kg: '5.5' }));
  await step('/receipt', await draft('/receipt', bought, incoming), 'post');
  const production = await insert('/production', {
    day: today(),
    productType: 2,
    categoryId,
    planned: 1,
    storeId: store,
    toStoreId: store,
    enterpriseId,
    cascadeType: 3,
    echelonUseType: '1',
    targetStandard: 'GB/T 36276',
  });
  const { codes } = await main.call<{ codes: [string] }>('GET', `/production/proposeCodes?id=${production}`);
  const [module] = codes;
  const lines = [module, ...cells].map((code) => ({ clientKey: code, code }));
  await main.call('POST', '/production/saveLines', { id: production, lines });
  await step('/production', production, 'post');
  const sale = { preset: 'sale', storeId: store, customerId };
  await approve('/issue', await draft('/issue', sale, [{ code: module }]));

  await signIn(page, 'demo_main', '/backoffice/query', 'zh');
  const field = page.getByRole('textbox', { name: words('traceability:query.label') });
  await expect(field).toBeFocused();
  await field.pressSequentially(vin);
  await field.press('Enter');
  await expect(title(page)).toHaveText(vin);
  const graph = page.getByRole('region', { name: words('traceability:graph.title'), exact: true });
  const ways = page.getByRole('radiogroup', { name: words('traceability:way.label') });
  await ways.getByText(words('traceability:way.on'), { exact: true }).click();
  await expect(graph.getByRole('link', { name: `李晓华 ${key}` })).toBeVisible();
  await expect(graph.getByText(`拆解厂 ${key}`)).toHaveCount(0);
  const timeline = page.getByRole('region', { name: words('traceability:timeline.title'), exact: true });
  await expect(timeline.getByText('销售出库', { exact: true })).toBeVisible();

  // The customer's module, and back.
  await graph.getByRole('link', { name: module }).click();
  await expect(title(page)).toHaveText(module);
  await ways.getByText(words('traceability:way.back'), { exact: true }).click();
  await expect(graph.getByRole('link', { name: vin })).toBeVisible();
  await expect(graph.getByText(`拆解厂 ${key}`)).toBeVisible();
  await expect(
    timeline.getByText(words('traceability:event.vehicleScrapped'), { exact: true }),
  ).toBeVisible();
  const gaps = page.getByRole('region', { name: words('traceability:gaps.title'), exact: true });
  await expect(gaps.getByText(words('traceability:gap.untested'), { exact: true })).toBeVisible();

  await page.getByRole('button', { name: words('traceability:print.button') }).click();
  const paper = page.getByRole('dialog').getByRole('article');
  await expect(paper.getByText('溯源报告', { exact: true })).toBeVisible();
  await expect(paper.getByRole('cell', { name: /^RK\d{8}-\d{4}$/ })).toBeVisible();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf).toMatch(/\/MediaBox \[0 0 59[45](\.\d+)? 84[12](\.\d+)?\]/);
});
