import type { Page } from '@playwright/test';
import { serveWidgets } from '../apps/web/testing/serve-widgets.ts';
import { axeFindings } from './axe.ts';
import { test as base, DEMO_PASSWORD, expect, instance, textOf } from './ui.ts';

/** The shared components on a page of their own, with a real server: no screen shows all of them in full. */
const test = base.extend<object, { served: { url: string } }>({
  served: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from the pattern
    async ({}, use) => {
      const served = await serveWidgets(instance.url);
      await use(served);
      await served.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ served }, use) => use(served.url),
});

/** Opens one group of components as a signed-in account. */
async function open(page: Page, name: string, language: 'en' | 'zh' = 'en') {
  const reply = await page.request.post('/v1/admin/control/sessions', {
    headers: { platform: 'IOT', language: 'en_US' },
    data: { username: 'demo_factory', password: DEMO_PASSWORD, type: 'password' },
  });
  expect(reply.status(), await reply.text()).toBe(200);
  await page.addInitScript(`localStorage.setItem('voltloop.language', '${language}')`);
  await page.goto(`/testing/widgets.html#${name}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

const reported = (page: Page, name: string) =>
  expect.poll(async () => {
    const text = await page.getByTestId(name).textContent();
    return text === 'nothing' ? undefined : (JSON.parse(text ?? '') as unknown);
  });

const findings = (page: Page) => axeFindings(page, ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']);

/** The smallest PNG: one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const png = (name: string, size = PNG.length) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.concat([PNG, Buffer.alloc(size - PNG.length)]),
});
const MIB = 1024 * 1024;

test('a list keeps the type of its values, including 0, and dependent fields are cleared with it', async ({
  page,
}) => {
  await open(page, 'options');
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await expect(page.getByRole('combobox', { name: 'Customer type' })).toHaveValue('Individual');
  await reported(page, 'customer').toBe(0);
  await choose('Customer type', 'Company');
  await reported(page, 'customer').toBe(1);

  await page.getByRole('combobox', { name: 'Cascade type' }).click();
  await expect(page.getByRole('option')).toHaveCount(0);
  await choose('Product type', 'Battery module');
  await page.getByRole('combobox', { name: 'Cascade type' }).click();
  await expect(page.getByRole('option')).toHaveText(['Direct module use', 'Direct cell use']);
  await page.getByRole('option', { name: 'Direct cell use' }).click();
  await reported(page, 'battery').toEqual({ productType: 2, cascadeType: 3 });
  await choose('Product type', 'Battery cell');
  await reported(page, 'battery').toEqual({ productType: 3 });
  await expect(page.getByRole('combobox', { name: 'Cascade type' })).toHaveValue('');
  await expect(page.getByRole('combobox', { name: 'Fixed product' })).toBeDisabled();
  expect(await findings(page)).toEqual([]);
});

test('a check shows its error beside the field, with its limits, in the language of the interface', {
  tag: '@slow',
}, async ({ page }) => {
  await open(page, 'form', 'zh');
  await page.getByLabel('Credit code').fill('91350100M000100Y53');
  await page.getByLabel('Count').fill('9');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Credit code')).toHaveAccessibleDescription(
    textOf('zh', 'checks:check.creditCode.organisation'),
  );
  await expect(page.getByLabel('Count')).toHaveAccessibleDescription('请输入 1 至 5 之间的数字');
  await expect(page.getByLabel('Battery code', { exact: true })).toHaveAccessibleDescription(
    '请输入电池编码',
  );
  await expect(page.getByRole('combobox', { name: 'Chemistry' })).toHaveValue('其他');
  await expect(page.getByLabel('Credit code')).toBeFocused();
});

test('an address is chosen level by level or by search; a city without districts completes it', async ({
  page,
}) => {
  await open(page, 'address');
  const asked: string[] = [];
  page.on('request', (request) =>
    asked.push(new URL(request.url()).pathname + new URL(request.url()).search),
  );
  const field = page.getByRole('button', { name: /Address/ });
  await field.click();
  await page.getByRole('option', { name: '广东省' }).click();
  await page.getByRole('option', { name: '深圳市' }).click();
  await page.getByRole('option', { name: '南山区' }).click();
  await reported(page, 'address').toEqual({
    names: ['广东省', '深圳市', '南山区'],
    codes: ['440000', '440300', '440305'],
  });
  expect(asked).toContain('/area/getCityByProvId?provId=440000');
  expect(asked).toContain('/area/getAreaByCityId?cityId=440300');
  await expect(field).toBeFocused();

  // It opens at the present value; back a level, to a city that has no districts.
  await field.press('Enter');
  await expect(page.getByRole('option', { name: '宝安区' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: '深圳市' }).click();
  await page.getByRole('option', { name: '东莞市' }).click();
  await reported(page, 'address').toEqual({ names: ['广东省', '东莞市'], codes: ['440000', '441900'] });
  await expect(page.getByRole('listbox')).toBeHidden();

  // With the keyboard only.
  await field.press('Enter');
  await page.getByRole('searchbox').or(page.getByPlaceholder('Search for a place')).first().fill('重庆 两江');
  await expect(page.getByRole('option')).toHaveText(['重庆市 / 两江新区']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await reported(page, 'address').toEqual({
    names: ['重庆市', '重庆市', '两江新区'],
    codes: ['500000', '500100', '500157'],
  });
});

test('pictures are checked, uploaded, counted, shown and removed', async ({ page }) => {
  await open(page, 'uploads');
  const add = (label: string) => page.getByLabel(new RegExp(`(Add|Replace).*: ${label}$`));
  const textOf = (text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  const box = await add('Damage').locator('xpath=ancestor::label').boundingBox();
  expect([box?.width, box?.height]).toEqual([148, 148]);

  await add('Damage').setInputFiles([
    { name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') },
  ]);
  await textOf('Support JPEG and JPG other picture formats!');
  await add('Damage').setInputFiles([png('big.png', 2 * MIB)]);
  await textOf('Upload picture size cannot exceed 2MB!');
  await add('Few').setInputFiles([{ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }]);
  await textOf('only JPG and PNG format images allowed');
  await add('Few').setInputFiles([png('big.png', 3 * MIB)]);
  await textOf('image size must not exceed 2MB');
  await add('Few').setInputFiles([png('1.png'), png('2.png'), png('3.png')]);
  await textOf('at most 2 images can be uploaded');
  await expect(page.getByRole('button', { name: /^Show Few/ })).toHaveCount(2);
  await reported(page, 'pictures').toEqual([]);

  await add('Damage').setInputFiles([png('a.png', 2 * MIB - 1), png('b.png')]);
  await reported(page, 'pictures').toHaveLength(2);
  const thumb = page.getByRole('button', { name: 'Show Damage 1' });
  await expect(thumb.locator('img')).toHaveJSProperty('height', 100);
  expect(await findings(page)).toEqual([]);
  await thumb.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  // It handles keys once it is open.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden({ timeout: 1000 });
  }).toPass();
  await expect(thumb).toBeFocused();
  await page.getByRole('button', { name: 'Remove Damage 1' }).click();
  await reported(page, 'pictures').toHaveLength(1);

  // Limited to one picture: another replaces it.
  await add('Licence').setInputFiles([png('first.png')]);
  await reported(page, 'one').toMatch(/^\/files\//);
  const first = JSON.parse((await page.getByTestId('one').textContent()) ?? '') as string;
  await add('Licence').setInputFiles([png('second.png')]);
  await reported(page, 'one').not.toBe(first);
  await expect(page.getByRole('button', { name: /^Show Licence/ })).toHaveCount(1);
});

test('a failed upload can be retried; a hanging one can be cancelled', { tag: '@slow' }, async ({ page }) => {
  await open(page, 'uploads');
  const add = page.getByLabel('Add pictures: Damage');
  await page.route('**/common/uploadFile', (route) => route.abort('connectionfailed'), { times: 1 });
  await add.setInputFiles([png('a.png')]);
  await expect(page.getByText('Upload failed')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await reported(page, 'pictures').toHaveLength(1);

  // A reply without a URL is a failure, whatever its code.
  const empty = { code: 0, message: 'ok', result: true, data: '' };
  await page.route('**/common/uploadFile', (route) => route.fulfill({ json: empty }), { times: 1 });
  await add.setInputFiles([png('b.png')]);
  await expect(page.getByText('Upload failed')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel b.png' }).click();
  await expect(page.getByText('Upload failed')).toBeHidden();

  await page.route('**/common/uploadFile', () => {}, { times: 1 });
  await add.setInputFiles([png('c.png')]);
  await expect(page.getByRole('progressbar', { name: 'Uploading c.png' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel c.png' }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await reported(page, 'pictures').toHaveLength(1);
});

test('a file must be of an allowed kind, is sent immediately or by a button, and is dropped when that fails', {
  tag: '@slow',
}, async ({ page }) => {
  await open(page, 'uploads');
  const note = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('a note') });
  const contract = page.getByLabel('Contract');
  await expect(contract).toHaveAttribute('accept', '.pdf,.txt');
  await contract.setInputFiles([note('list.csv')]);
  await expect(page.getByText('Only these kinds of files: .pdf,.txt')).toBeVisible();
  await reported(page, 'file').toBeUndefined();
  await contract.setInputFiles([note('note.txt')]);
  await reported(page, 'file').toEqual({ name: 'note.txt', address: expect.stringMatching(/^\/files\//) });

  await page.route('**/common/uploadFile', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await contract.setInputFiles([note('other.txt')]);
  await expect(page.getByText('attachment upload failed', { exact: true })).toBeVisible();
  await reported(page, 'file').toBeUndefined();
  await expect(page.getByText('other.txt')).toHaveCount(0);

  await page.getByLabel('Later').setInputFiles([note('later.txt')]);
  await expect(page.getByText('later.txt')).toBeVisible();
  await reported(page, 'later').toBeUndefined();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await reported(page, 'later').toMatchObject({ name: 'later.txt' });
});

test('the picture viewer works inline or as an overlay: strip, tools, keyboard, and returned focus', {
  tag: '@slow',
}, async ({ page }) => {
  await open(page, 'pictures', 'zh');
  const inline = page.locator('.viewer-container.viewer-inline, .viewer-container').first();
  await expect(inline.getByRole('button', { name: '放大' })).toBeVisible();
  await expect(inline.getByRole('button', { name: 'Drawing' })).toHaveCount(3);

  const opener = page.getByRole('button', { name: 'Open the viewer' });
  await opener.click();
  const viewer = page.locator('.viewer-container.viewer-fixed');
  await expect(viewer).toBeVisible();
  const picture = viewer.locator('.viewer-canvas img');
  await expect(picture).toHaveAttribute('alt', 'Drawing 2');
  for (const name of ['放大', '缩小', '向左旋转', '向右旋转', '水平翻转', '垂直翻转', '全屏', '还原', '关闭'])
    await expect(viewer.getByRole('button', { name, exact: true })).toBeVisible();

  // The caption appears when the picture has come to rest; until then the tools are inactive too.
  await expect(viewer.locator('.viewer-title')).toHaveText('Drawing 2');
  const width = async () => (await picture.boundingBox())?.width ?? 0;
  const before = await width();
  expect(before).toBeGreaterThan(0);
  await viewer.getByRole('button', { name: '放大' }).press('Enter');
  await expect.poll(width).toBeGreaterThan(before);
  await viewer.getByRole('button', { name: '向右旋转' }).click();
  await expect(picture).toHaveAttribute('style', /rotate\(90deg\)/);
  await page.keyboard.press('ArrowRight');
  await expect(picture).toHaveAttribute('alt', 'Drawing 3');
  await viewer.getByRole('button', { name: '全屏' }).click();
  await expect.poll(() => page.evaluate('document.fullscreenElement !== null')).toBe(true);
  await viewer.getByRole('button', { name: '全屏' }).click();
  await expect.poll(() => page.evaluate('document.fullscreenElement !== null')).toBe(false);
  await viewer.getByRole('button', { name: '关闭' }).click();
  await expect(viewer).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('the paginator switches pages, stays within range when their size changes, and scrolls to the top', {
  tag: '@slow',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 500 });
  await open(page, 'paging');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await reported(page, 'page').toEqual({ page: 1, size: 10 });
  await expect(pages.getByRole('combobox')).toContainText('10 / page20 / page30 / page50 / page');
  await pages.getByRole('textbox').fill('99');
  await pages.getByRole('textbox').press('Enter');
  await reported(page, 'page').toEqual({ page: 10, size: 10 });
  await expect(pages.getByRole('button', { name: 'Next page' })).toBeDisabled();

  await expect.poll(() => page.evaluate('scrollY')).toBe(0);
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  expect(await page.evaluate<number>('scrollY')).toBeGreaterThan(100);
  await pages.getByRole('button', { name: 'Previous page' }).click();
  await reported(page, 'page').toEqual({ page: 9, size: 10 });
  await expect.poll(() => page.evaluate('scrollY')).toBe(0);

  await pages.getByRole('combobox').selectOption('50');
  await reported(page, 'page').toEqual({ page: 2, size: 50 });

  // With reduced motion the page is at the top immediately.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await pages.getByRole('button', { name: 'Previous page' }).click();
  expect(await page.evaluate('scrollY')).toBe(0);
});

test('a failing form or confirmation stays open and shows the error in the language of the interface', {
  tag: '@slow',
}, async ({ page }) => {
  await open(page, 'failures');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toHaveText('In words for the reader');

  await page.getByRole('button', { name: 'Ask' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sure?' });
  await dialog.getByRole('button', { name: 'Do it' }).click();
  // A thrown error keeps its own message.
  await expect(dialog.getByRole('alert')).toHaveText('In the words of the page');
});

test('charts are read by arrow keys and as tables, and toggle their series', async ({ page }) => {
  await open(page, 'charts');
  const chart = page.getByRole('figure', { name: 'Months', exact: true });
  const points = chart.getByRole('slider');
  await expect(chart.locator('svg path[fill="#0f9686"]')).toHaveCount(6);
  await points.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(points).toHaveAttribute('aria-valuetext', 'Feb, In 900 kg, Out 1,000 kg, Yield 92 %');
  await expect(chart.getByText('1,000')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('selected')).toHaveText('Feb');

  await chart.getByRole('button', { name: 'Out' }).click();
  await expect(chart.locator('svg path[fill="#0f9686"]')).toHaveCount(0);
  await chart.getByRole('button', { name: 'Show as table' }).click();
  await expect(chart.getByRole('row', { name: 'Feb 900 1,000 92' })).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(
    page.getByRole('figure', { name: 'Ages' }).locator('svg path[stroke="#5aa9ff"]').first(),
  ).toBeAttached();
  for (const name of ['Work', 'Flow', 'Net'])
    await expect(page.getByRole('figure', { name }).getByRole('slider')).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
