import { optionLabel } from '@voltloop/domain/options/index.ts';
import { cyclerFile } from '@voltloop/simulator/cycler/index.ts';
import { startSandbox } from '../platform-sandbox/index.ts';
import { approve, draft, insert, receive, step } from './office.ts';
import { asUser, expect, signIn, test, textOf, title, today } from './ui.ts';

const words = (key: string, values?: Record<string, string | number>) =>
  textOf('zh', `testing:${key}`, values);
const CELLS = 48;
const SECRET = 'a secret of the journeys';

/** Nothing listens until a journey starts it. */
let platform: Awaited<ReturnType<typeof startSandbox>> | undefined;
test.afterEach(() => platform?.stop());

test('files of 48 cells become graded reports, the cells a module, and the module is reported once the platform accepts it', {
  tag: '@slow',
}, async ({ page }) => {
  const main = await asUser('demo_main');
  const key = Date.now().toString(36).toUpperCase().slice(-6);
  const codes = Array.from(
    { length: CELLS },
    (_, n) => `04QCB76836300JB63${String((Date.now() % 99_000) * 100 + n).padStart(7, '0')}`,
  );
  const serial = String(Date.now()).slice(-7);
  const contact = { contact: '李经理', phone: '13900139000', region: '440305', address: '循环路8号' };
  const enterpriseId = await insert('/enterprise', {
    name: `梯次企业 ${key}`,
    kind: 5,
    duns: `14${serial}`,
    makerCode: `Z${key.slice(-2)}`,
    ...contact,
  });
  const siteId = await insert('/recycle/site', { name: `基地 ${key}`, address: '循环路8号', enterpriseId });
  const storeId = await insert('/store', { code: `T${key}`, name: `检测库 ${key}`, kind: 4, siteId });
  for (const batteryCode of codes) await insert('/battery', { batteryCode, ratedCapacityAh: '280' });
  await receive(
    storeId,
    codes.map((code) => ({ code, kg: '5.4', condition: 'test' })),
  );
  const scheme = await insert('/gradingScheme', {
    name: `单体 ${key}`,
    revision: '1',
    productType: 3,
    chemistry: 'B',
    firstDay: '2026-01-01',
    bands: [
      { grade: 'A', fromPct: '80' },
      { grade: 'B', fromPct: '0' },
    ],
  });
  await step('/gradingScheme', scheme, 'release');
  const letters = key.slice(-1);
  const category = (categoryCode: string, productType: number, more: object) =>
    insert('/DeviceCategory', { categoryName: `${categoryCode} ${key}`, categoryCode, productType, ...more });
  const rated = { chemistry: 'B', capacity: '280', voltage: '51.2' };
  const [whole, part] = [await category(`X${letters}`, 2, rated), await category(`Y${letters}`, 3, {})];
  const bomName = `16S1P ${key}`;
  const bom = await insert('/bom', {
    name: bomName,
    parentId: whole,
    revision: '1',
    seriesCount: 16,
    parallelCount: 1,
    lines: [{ childId: part, quantity: 16 }],
  });
  await step('/bom', bom, 'release');

  await signIn(page, 'demo_main', '/backoffice/testReport', 'zh');
  await page.getByRole('button', { name: '导入充放电文件' }).click();
  await expect(title(page)).toHaveText(words('import.title'));
  await page.getByRole('textbox', { name: words('import.operator') }).fill('王小明');
  await page.getByRole('checkbox', { name: words('import.safe') }).check();
  // One file does not name a battery: only this file fails, with a reason.
  const files = codes.map((code, n) => ({
    name: `${code}.csv`,
    text: cyclerFile('neware', {
      code,
      rows: 1500,
      capacity_Ah: 236 + (n % 4) * 0.3,
      dcir_mOhm: 0.44 + (n % 3) * 0.005,
      seed: n + 1,
    }),
  }));
  files.push({ name: 'unnamed.csv', text: files[0]?.text ?? '' });
  await page
    .getByLabel(words('import.choose'))
    .last()
    .setInputFiles(
      files.map(({ name, text }) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })),
    );
  await page.getByRole('button', { name: words('import.start') }).click();
  await expect(
    page.getByText(words('import.progress', { done: CELLS, failed: 1, total: CELLS + 1 })),
  ).toBeVisible({
    timeout: 180_000,
  });
  await expect(page.getByText(textOf('zh', 'rules:rule.testing.noCode'))).toBeVisible();

  // One report is reviewed and signed individually, the others together.
  await page
    .getByRole('link', { name: /^JC\d{8}-\d{4}$/ })
    .first()
    .click();
  await page.getByRole('tab', { name: '充放电曲线' }).click();
  // The page of the import stays mounted behind this one, hidden.
  await expect(page.getByText(words('figure.capacity')).filter({ visible: true }).first()).toBeVisible();
  await page.getByRole('button', { name: '签发', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '签发', exact: true }).click();
  await expect(page.getByText('已签发').filter({ visible: true }).first()).toBeVisible();
  const filter = encodeURIComponent(JSON.stringify([{ field: 'status', op: 'equals', value: 'draft' }]));
  const { list } = await main.call<{ list: { id: string; batteryCode: string }[] }>(
    'GET',
    `/testReport/findPage?size=500&filter=${filter}`,
  );
  const ids = list.filter(({ batteryCode }) => codes.includes(batteryCode)).map(({ id }) => id);
  expect(ids.length).toBe(CELLS - 1);
  await main.call('POST', '/testReport/step', { ids, step: 'sign' });
  const graded = await main.call<{ list: { grade: string }[] }>(
    'GET',
    `/battery/findPage?batteryCode=${codes[5]}`,
  );
  expect(graded.list).toMatchObject([{ grade: expect.stringMatching(/^[AB]$/) }]);

  await page.goto('/backoffice/matching');
  const choose = async (label: string, name: string) => {
    await page.getByRole('combobox', { name: label }).fill(name);
    await page.getByRole('option', { name: new RegExp(name) }).click();
  };
  await choose(words('matching.store'), `检测库 ${key}`);
  await choose(words('matching.bom'), bomName);
  await page.getByRole('button', { name: words('matching.run') }).click();
  const table = page.getByRole('group', { name: words('matching.packs') }).getByRole('row');
  await expect(table).toHaveCount(1 + CELLS / 16);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: words('matching.csv') }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  // The run keeps its URL.
  await page.reload();
  await expect(table).toHaveCount(1 + CELLS / 16);

  // The cells of its first pack become a module with its own code, which is sold.
  const run = new URL(page.url()).searchParams.get('run');
  const matched = await main.call<{ packs: { groups: string[][] }[]; cells: { id: string; code: string }[] }>(
    'GET',
    `/matching/findById?id=${run}`,
  );
  const members = new Set(matched.packs[0]?.groups.flat());
  const production = await insert('/production', {
    day: today(),
    productType: 2,
    categoryId: whole,
    bomId: bom,
    planned: 1,
    enterpriseId,
    storeId,
    toStoreId: storeId,
    cascadeType: 3,
    echelonUseType: '1',
    targetStandard: 'GB/T 36276',
    saleRegion: '440305',
  });
  const { codes: proposed } = await main.call<{ codes: string[] }>(
    'GET',
    `/production/proposeCodes?id=${production}&count=1`,
  );
  const product = proposed[0] as string;
  await main.call('POST', '/production/saveLines', {
    id: production,
    lines: [product, ...matched.cells.flatMap(({ id, code }) => (members.has(id) ? [code] : []))].map(
      (code) => ({
        clientKey: code,
        code,
      }),
    ),
  });
  await step('/production', production, 'post');
  await page.goto(`/backoffice/labels?codes=${product}`);
  await expect(page.getByText(/梯次利用 · 电池模块/).first()).toBeVisible();
  const customerId = await insert('/client', {
    clientName: `储能公司 ${key}`,
    customerType: 1,
    duns: `15${serial}`,
  });
  const sale = { preset: 'sale', storeId, customerId };
  await approve('/issue', await draft('/issue', sale, [{ code: product }]));

  // It is reported unchanged; the platform refuses it once.
  platform = await startSandbox({ secrets: { journey: SECRET } });
  const config = await main.call<{ ids: string[] }>('POST', '/reportingConfig/insert', {
    types: [4],
    enterpriseId,
    channel: 'http',
    endpoint: platform.url,
    platformCode: `E${serial}`,
    keyId: 'journey',
    secret: SECRET,
  });
  await main.call('POST', '/reportingConfig/step', { ids: config.ids, step: 'activate' });
  platform.fault({ kind: 'refuse', field: 'saleArea', message: '销售区域与备案不符' });
  await page.goto(`/backoffice/reporting?search=${product}`);
  const row = page.getByRole('row').filter({ hasText: product });
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: '上报 1 条' }).click();
  await expect(row).toContainText(optionLabel('reportedState', 4, 'zh'), { timeout: 30_000 });
  await row.click();
  await expect(page.getByText('销售区域与备案不符').filter({ visible: true }).first()).toBeVisible();
  await page.getByRole('button', { name: textOf('zh', 'reporting:correct.button') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '销售区域' }).fill('广东省-深圳市-宝安区');
  await dialog
    .getByRole('textbox', { name: textOf('zh', 'reporting:correct.reason') })
    .fill('按备案区域更正');
  await dialog.getByRole('button', { name: textOf('zh', 'reporting:correct.save') }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: textOf('zh', 'reporting:submit.again') }).click();
  await expect(
    page
      .getByText(optionLabel('reportedState', 3, 'zh'))
      .filter({ visible: true })
      .first(),
  ).toBeVisible({ timeout: 30_000 });
  expect(platform.records.map(({ status }) => status)).toEqual(['refused', 'accepted']);
  expect(platform.records[1]?.payload).toMatchObject({
    productCode: product,
    saleArea: '广东省-深圳市-宝安区',
  });
});
