import { cyclerFile } from '@voltloop/simulator/cycler/index.ts';
import { asUser, expect, say, signIn, test, title } from './ui.ts';

const words = (key: string, values?: Record<string, string | number>) => say('zh', `testing:${key}`, values);
const CELLS = 48;
const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date());

test('files of 48 cells become reports, are signed and graded, and the cells are matched into modules', async ({
  page,
}) => {
  const main = await asUser('demo_main');
  const key = Date.now().toString(36).toUpperCase().slice(-6);
  const codes = Array.from(
    { length: CELLS },
    (_, n) => `04QCB76836300JB63${String((Date.now() % 99_000) * 100 + n).padStart(7, '0')}`,
  );
  const make = (path: string, row: object) => main.call<{ id: string }>('POST', `${path}/insert`, row);
  const store = await make('/store', { code: `T${key}`, name: `检测库 ${key}`, kind: 4 });
  for (const batteryCode of codes) await make('/battery', { batteryCode, ratedCapacityAh: '280' });
  const receipt = await make('/receipt', { preset: 'collection', day, storeId: store.id });
  const lines = codes.map((code) => ({ clientKey: code, code, kg: '5.4' }));
  await main.call('POST', '/receipt/saveLines', { id: receipt.id, lines });
  await main.call('POST', '/receipt/step', { id: receipt.id, step: 'post' });
  const scheme = await make('/gradingScheme', {
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
  await main.call('POST', '/gradingScheme/step', { id: scheme.id, step: 'release' });
  const letters = key.slice(-1);
  const category = (categoryCode: string, productType: number) =>
    make('/DeviceCategory', { categoryName: `${categoryCode} ${key}`, categoryCode, productType });
  const [whole, part] = [await category(`X${letters}`, 2), await category(`Y${letters}`, 3)];
  const bomName = `16S1P ${key}`;
  await make('/bom', {
    name: bomName,
    parentId: whole.id,
    revision: '1',
    seriesCount: 16,
    parallelCount: 1,
    lines: [{ childId: part.id, quantity: 16 }],
  });

  await signIn(page, 'demo_main', '/backoffice/testReport', 'zh');
  await page.getByRole('button', { name: '导入充放电文件' }).click();
  await expect(title(page)).toHaveText(words('import.title'));
  await page.getByRole('textbox', { name: words('import.operator') }).fill('王小明');
  await page.getByRole('checkbox', { name: words('import.safe') }).check();
  // One file names no battery: it alone fails, and says so.
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
  await expect(page.getByText(say('zh', 'rules:rule.testing.noCode'))).toBeVisible();

  // One report is looked at and signed by hand, the others like it.
  await page
    .getByRole('link', { name: /^JC\d{8}-\d{4}$/ })
    .first()
    .click();
  await page.getByRole('tab', { name: '充放电曲线' }).click();
  // The page of the import stays behind this one, hidden.
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
  const table = page.getByRole('region', { name: words('matching.packs') }).getByRole('row');
  await expect(table).toHaveCount(1 + CELLS / 16);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: words('matching.csv') }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  // The run keeps its address.
  await page.reload();
  await expect(table).toHaveCount(1 + CELLS / 16);
});
