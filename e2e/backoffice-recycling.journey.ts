import { optionLabel } from '@voltloop/domain/options/index.ts';
import { startSandbox } from '../platform-sandbox/index.ts';
import { approve, confirmStep, draft, freshKey, insert, receive, words } from './office.ts';
import { asUser, expect, signIn, test, title, today } from './ui.ts';

const SECRET = 'a secret of the journeys';
/** Nothing listens until a journey starts it. */
let platform: Awaited<ReturnType<typeof startSandbox>> | undefined;
test.afterEach(() => platform?.stop());

test('an unbalanced recycling run is refused, corrected and posted, and its output is reported', async ({
  page,
}) => {
  const key = freshKey();
  const serial = String(Date.now()).slice(-7);
  const enterpriseId = await insert('/enterprise', {
    name: `再生企业 ${key}`,
    kind: 6,
    duns: `16${serial}`,
    contact: '李经理',
    phone: '13900139000',
    address: '循环路8号',
  });
  const siteId = await insert('/recycle/site', {
    name: `再生基地 ${key}`,
    address: '循环路8号',
    enterpriseId,
  });
  const store = await insert('/store', { code: `R${key}`, name: `再生库 ${key}`, kind: 7, siteId });
  const lotNo = `BM-${key}`;
  await receive(store, [{ lotNo, material: 'black_mass', chemistry: 'B', kg: '1000' }]);
  const run = await draft('/recyclingRun', { preset: 'hydro', storeId: store, toStoreId: store }, [
    { side: 'in', lotNo, kg: '1000' },
    { side: 'out', lotNo: `LC-${key}`, material: 'lithium_carbonate', kg: '180' },
    { side: 'out', material: 'residue', kg: '500' },
  ]);

  await signIn(page, 'demo_main', `/backoffice/recyclingRun/${run}?tab=balance`, 'zh');
  await expect(page.getByText(words('works:balance.unbalanced'), { exact: true })).toBeVisible();
  await confirmStep(page, '过账');
  await expect(page.getByText(/物料不平衡：投入 1000 kg.*差额 320 kg，允差 50 kg/).first()).toBeVisible();
  await page.goto(`/backoffice/recyclingRun/${run}/edit`);
  await page.getByRole('textbox', { name: /^损耗/ }).fill('315');
  await page.getByRole('button', { name: words('backoffice:form.save'), exact: true }).click();
  await page.goto(`/backoffice/recyclingRun/${run}?tab=balance`);
  await expect(page.getByText(words('works:balance.balanced'), { exact: true })).toBeVisible();
  await confirmStep(page, '过账');
  await expect(title(page)).toContainText(/^ZS\d{8}-\d{4}/);

  // The trace of every kilogram, on the page of the lot.
  await page.goto(`/backoffice/recyclingRun/${run}?tab=lines`);
  await page.getByRole('link', { name: `LC-${key}` }).click();
  const from = page.getByRole('group', { name: words('stock:trace.from'), exact: true });
  await expect(from.getByRole('link', { name: lotNo })).toBeVisible();
  await expect(from.getByText('180 kg', { exact: true })).toBeVisible();

  // The sold part is reported, with the run that it came from.
  const sold = `LC-${key}`;
  for (const [lot, pct] of [
    [lotNo, '3'],
    [sold, '18.7'],
  ]) {
    const elements = [{ element: 'Li', pct }];
    await insert('/assay', { lotNo: lot, day: today(), laboratory: '某检测中心', elements });
  }
  const customerId = await insert('/client', {
    clientName: `材料公司 ${key}`,
    customerType: 1,
    duns: `17${serial}`,
  });
  const sale = { preset: 'sale', storeId: store, customerId };
  const issue = await draft('/issue', sale, [{ lotNo: sold, kg: '60' }]);
  await approve('/issue', issue);
  platform = await startSandbox({ secrets: { journey: SECRET } });
  const main = await asUser('demo_main');
  const config = await main.call<{ ids: string[] }>('POST', '/reportingConfig/insert', {
    types: [10],
    enterpriseId,
    channel: 'http',
    endpoint: platform.url,
    platformCode: `E${serial}`,
    keyId: 'journey',
    secret: SECRET,
  });
  await main.call('POST', '/reportingConfig/step', { ids: config.ids, step: 'activate' });
  await page.goto(`/backoffice/issue/${issue}?tab=reports`);
  await page.getByRole('link', { name: sold, exact: true }).filter({ visible: true }).last().click();
  await expect(title(page)).toHaveText(sold);
  // More lithium came out than went in: the link leads to the assay, and to its field.
  const report = page.url();
  await page.getByRole('link', { name: words('reporting:place.assay') }).click();
  const shown = { visible: true };
  await expect(page.getByRole('combobox', { name: /^元素/ }).filter(shown).first()).toBeFocused();
  await page
    .getByRole('textbox', { name: /^干基含量/ })
    .filter(shown)
    .fill('15');
  await page
    .getByRole('button', { name: words('backoffice:form.save'), exact: true })
    .filter(shown)
    .click();
  await expect(title(page)).toHaveText(sold);
  await page.goto(report);
  await page.getByRole('button', { name: words('reporting:submit.one'), exact: true }).click();
  await expect(
    page
      .getByText(optionLabel('reportedState', 3, 'zh'))
      .filter({ visible: true })
      .first(),
  ).toBeVisible({ timeout: 30_000 });
  expect(platform.records).toMatchObject([
    {
      status: 'accepted',
      payload: { lotNo: sold, inputMass: '1000', productMass: '60', residueMass: '500' },
    },
  ]);
});
