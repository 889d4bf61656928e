import { readFile } from 'node:fs/promises';
import { findings } from './looks.ts';
import { insert } from './office.ts';
import { asUser, expect, signIn, test, textOf, today } from './ui.ts';

const words = (key: string, values?: Record<string, string | number>) =>
  textOf('zh', `passport:${key}`, values);

test('a battery sold to the EU gets its passport, its values and a code that anyone can read', async ({
  page,
  browser,
  baseURL,
}) => {
  const main = await asUser('demo_main');
  const key = Date.now().toString(36).toUpperCase().slice(-7);
  const categories = await main.call<{ list: { id: string; categoryCode: string }[] }>(
    'GET',
    '/DeviceCategory/findPage?size=100',
  );
  const used = new Set(categories.list.map(({ categoryCode }) => categoryCode));
  const categoryCode = ['Q1', 'Q2', 'Q3', 'Q4'].find((code) => !used.has(code));
  const categoryId = await insert('/DeviceCategory', {
    categoryName: `出口储能 ${key}`,
    categoryCode,
    productType: 1,
    chemistry: 'B',
    capacity: '100',
    voltage: '51.2',
    weight: '45',
  });
  const batteryCode = `04QPB12345678A6B9${String(Date.now() % 10_000_000).padStart(7, '0')}`;
  const battery = await insert('/battery', { batteryCode, categoryId });
  const modelId = await insert('/passportModel', {
    name: `出口型号 ${key}`,
    categoryId,
    euCategory: 'stationary',
  });

  // Values of the model, from one document.
  await signIn(page, 'demo_main', `/backoffice/passportModel/${modelId}`, 'zh');
  await page.getByRole('textbox', { name: words('form.source'), exact: true }).fill('碳足迹报告 7');
  await page.getByRole('textbox', { name: /^碳足迹 \(kgCO2e\/kWh\)/ }).fill('六十');
  await page.getByRole('textbox', { name: '碳足迹研究报告公开版' }).fill('https://example.com/study.pdf');
  const save = page.getByRole('button', { name: words('form.save') });
  await save.click();
  const footprint = page.getByRole('textbox', { name: /^碳足迹 \(kgCO2e\/kWh\)/ });
  await expect(footprint).toBeFocused();
  await expect(footprint).toHaveAttribute('aria-invalid', 'true');
  await footprint.fill('60.5');
  await save.click();
  await expect(page.getByText(words('form.changed_other', { count: 0 }))).toBeVisible();

  // The passport itself: existing and missing values, and links to their inputs.
  await page.goto(`/backoffice/passport/new?batteryId=${battery}&modelId=${modelId}&placedOn=${today()}`);
  await page.getByRole('button', { name: textOf('zh', 'backoffice:form.save'), exact: true }).click();
  await expect(page.getByText(words('duty.later', { day: '2027-02-18' }))).toBeVisible();
  await expect(page.getByText('60.5 kgCO2e/kWh')).toBeVisible();
  await page.getByRole('switch', { name: words('onlyMissing') }).check();
  await expect(page.getByText('60.5 kgCO2e/kWh')).toBeHidden();
  await page
    .getByRole('link', { name: words('enter.enteredForBattery') })
    .first()
    .click();
  await page.getByRole('textbox', { name: '事故记录' }).fill('运输中跌落，外壳完好');
  await page.getByRole('button', { name: words('form.save') }).click();
  await expect(page.getByText(words('form.changed_other', { count: 0 }))).toBeVisible();

  await page.getByRole('button', { name: '二维码' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: words('qr.labelSvg') }).click();
  const svg = await readFile(await (await download).path(), 'utf8');
  expect(svg).toContain(batteryCode);
  const shown = await page.getByRole('dialog').textContent();
  const url = /\/passport\/[0-9A-F]{20}/.exec(shown ?? '')?.[0];

  // Anyone with a phone, without signing in.
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'de-DE',
    ...(baseURL ? { baseURL } : {}),
  });
  const reader = await phone.newPage();
  const reply = await reader.goto(url as string);
  expect(reply?.headers()['content-security-policy']).toContain("script-src 'self'");
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(batteryCode);
  await expect(reader.getByText('60.5 kgCO2e/kWh')).toBeVisible();
  await expect(reader.getByText('运输中跌落')).toHaveCount(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await reader.emulateMedia({ colorScheme });
    expect(await findings(reader)).toEqual([]);
  }
  expect(
    await reader.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    ),
  ).toBe(0);
  await reader.getByRole('link', { name: '中文' }).click();
  await expect(reader.getByText('数字身份证编号').first()).toBeVisible();
  await reader.goto('/passport/00000000000000000000');
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(/passport at this address/);
  expect(await findings(reader)).toEqual([]);
  await phone.close();
});
