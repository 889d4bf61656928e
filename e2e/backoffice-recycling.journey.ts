import { asUser, expect, say, signIn, test, title } from './ui.ts';

const words = (key: string, values?: Record<string, string | number>) => say('zh', key, values);
const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date());

test('a recycling run that is out of balance is refused, corrected and posted', async ({ page }) => {
  const main = await asUser('demo_main');
  const key = Date.now().toString(36).toUpperCase();
  const made = async (path: string, body: object) =>
    (await main.call<{ id: string }>('POST', `${path}/insert`, body)).id;
  const store = await made('/store', { code: `R${key}`, name: `再生库 ${key}`, kind: 7 });
  const receipt = await made('/receipt', { day: today(), preset: 'collection', storeId: store });
  const lotNo = `BM-${key}`;
  await main.call('POST', '/receipt/saveLines', {
    id: receipt,
    lines: [{ clientKey: 'k', lotNo, material: 'black_mass', chemistry: 'B', kg: '1000' }],
  });
  await main.call('POST', '/receipt/step', { id: receipt, step: 'post' });
  const run = await made('/recyclingRun', {
    day: today(),
    preset: 'hydro',
    storeId: store,
    toStoreId: store,
  });
  await main.call('POST', '/recyclingRun/saveLines', {
    id: run,
    lines: [
      { clientKey: 'in', side: 'in', lotNo, kg: '1000' },
      { clientKey: 'li', side: 'out', lotNo: `LC-${key}`, material: 'lithium_carbonate', kg: '180' },
      { clientKey: 'rest', side: 'out', material: 'residue', kg: '500' },
    ],
  });

  await signIn(page, 'demo_main', `/backoffice/recyclingRun/${run}?tab=balance`, 'zh');
  await expect(page.getByText(words('works:balance.unbalanced'), { exact: true })).toBeVisible();
  const post = async () => {
    await page.getByRole('button', { name: '过账', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: '过账', exact: true }).click();
  };
  await post();
  await expect(page.getByText(/物料不平衡：投入 1000 kg.*差额 320 kg，允差 50 kg/).first()).toBeVisible();
  await page.goto(`/backoffice/recyclingRun/${run}/edit`);
  await page.getByRole('textbox', { name: /^损耗/ }).fill('315');
  await page.getByRole('button', { name: words('backoffice:form.save'), exact: true }).click();
  await page.goto(`/backoffice/recyclingRun/${run}?tab=balance`);
  await expect(page.getByText(words('works:balance.balanced'), { exact: true })).toBeVisible();
  await post();
  await expect(title(page)).toContainText(/^ZS\d{8}-\d{4}/);

  // The way of every kilogram, on the page of the lot.
  await page.goto(`/backoffice/recyclingRun/${run}?tab=lines`);
  await page.getByRole('link', { name: `LC-${key}` }).click();
  const from = page.getByRole('region', { name: words('stock:trace.from'), exact: true });
  await expect(from.getByRole('link', { name: lotNo })).toBeVisible();
  await expect(from.getByText('180 kg', { exact: true })).toBeVisible();
});
