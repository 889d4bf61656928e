import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { freshCode, words } from './office.ts';
import { asUser, DEMO_PASSWORD, expect, instance, signIn, test, title, today } from './ui.ts';

/** Delay between two keys of a scanner. */
const SCANNER_KEY_S = 0.005;

const freshCell = () => freshCode().replace('P', 'C');
async function makeBattery(batteryCode = freshCell()): Promise<{ id: string; batteryCode: string }> {
  const main = await asUser('demo_main');
  return main.call('POST', '/battery/insert', { batteryCode, ratedCapacityAh: '280' });
}

/**
 * Simulates a scanner: all keys at once, without waiting for the page, then Enter. The key timestamps are those of
 * a scanner, independent of the load of the machine.
 */
async function scan(page: Page, text: string): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  const began_s = Date.now() / 1000 - (text.length + 1) * SCANNER_KEY_S;
  const press = (key: string, written: string, index: number) => {
    const timestamp = began_s + index * SCANNER_KEY_S;
    const down = { type: 'keyDown', key, text: written, unmodifiedText: written, timestamp } as const;
    return [
      keyboard.send('Input.dispatchKeyEvent', down),
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key, timestamp }),
    ];
  };
  await Promise.all([
    ...[...text].flatMap((key, index) => press(key, key, index)),
    ...press('Enter', '\r', text.length),
  ]);
  await keyboard.detach();
}

test('a typing scanner opens the page of the battery, wherever the focus is', async ({ page }) => {
  const battery = await makeBattery();
  // The scanner's listener is still loading: nothing is lost.
  await page.route('**/scan-anywhere-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await signIn(page, 'demo_main', '/backoffice/battery', 'zh');
  await expect(title(page)).toBeVisible();
  await scan(page, battery.batteryCode);
  await expect(page).toHaveURL(new RegExp(`/backoffice/battery/${battery.id}`));
  await expect(title(page)).toContainText(battery.batteryCode);

  // In the search field of a list the characters are removed.
  const other = await makeBattery();
  await page.goto('/backoffice/battery');
  const search = page.locator('#main input[type="search"]').first();
  await search.click();
  await scan(page, other.batteryCode);
  await expect(page).toHaveURL(new RegExp(`/backoffice/battery/${other.id}`));

  // A VIN is not a battery code, and leads to its vehicle.
  const main = await asUser('demo_main');
  const [vehicle] = (
    await main.call<{ list: { id: string; vin: string }[] }>('GET', '/vehicle/findPage?page=1&size=1')
  ).list;
  await expect(title(page)).toContainText(other.batteryCode);
  await scan(page, vehicle?.vin ?? '');
  await expect(page).toHaveURL(new RegExp(`/backoffice/vehicle/${vehicle?.id}`));

  // With a draft open, it becomes a line of the draft; the characters do not stay in the line's mass.
  const [store] = (await main.call<{ list: { id: string }[] }>('GET', '/store/findPage?page=1&size=1')).list;
  const draft = { preset: 'collection', day: today(), storeId: store?.id };
  const { id } = await main.call<{ id: string }>('POST', '/receipt/insert', draft);
  await page.goto(`/backoffice/receipt/${id}`);
  await expect(page.getByText(words('documents:none'))).toBeVisible();
  await scan(page, freshCell());
  const mass = page.getByRole('textbox', { name: '第 1 行 重量' });
  await mass.focus();
  await scan(page, freshCell());
  await expect(page.getByRole('textbox', { name: '第 2 行 重量' })).toBeVisible();
  await expect(mass).toHaveValue('');
  await expect(page).toHaveURL(new RegExp(`/backoffice/receipt/${id}`));
});

test('an unknown code is explained, with suggestions', { tag: '@slow' }, async ({ page }) => {
  const battery = await makeBattery();
  await signIn(page, 'demo_main', '/backoffice/battery', 'zh');
  await expect(title(page)).toBeVisible();
  const misread = `${battery.batteryCode.slice(0, 17)}${battery.batteryCode.slice(17).replaceAll('0', 'O')}`;
  const dialog = page.getByRole('dialog', { name: words('codes:unknown.title') });
  // A number without a zero gets a letter at its end instead.
  await scan(page, misread === battery.batteryCode ? `${misread}X` : misread);
  const hint = dialog.getByRole('button', { name: battery.batteryCode });
  await expect(hint).toContainText(words('codes:kept'));
  await hint.click();
  await expect(page).toHaveURL(new RegExp(`/backoffice/battery/${battery.id}`));

  // A record can be created for a valid but unknown code.
  const fresh = freshCell();
  await scan(page, fresh);
  await expect(dialog).toContainText('宁德时代');
  await dialog.getByRole('button', { name: words('codes:unknown.create') }).click();
  await expect(page).toHaveURL(/\/backoffice\/battery\/new/);
  await expect(page.getByRole('textbox', { name: '电池编码' }).first()).toHaveValue(fresh);
});

test(
  'a label in front of the camera opens its battery, and the camera is switched off',
  { tag: '@slow' },
  async ({ page, baseURL, playwright }, info) => {
    const battery = await makeBattery();
    await signIn(page, 'demo_main', `/backoffice/labels?ids=${battery.id}`, 'zh');
    const preview = page.getByRole('region', { name: words('labels:preview.title') }).last();
    const label = await preview.getByRole('img', { name: battery.batteryCode }).screenshot();
    // The whole sheet is visible, however wide the window.
    const right = (selector: string) =>
      page.evaluate<number>(`document.querySelector('${selector}').getBoundingClientRect().right`);
    expect(await right('section > div [data-sheet]')).toBeLessThanOrEqual(
      await right('section:has(> div [data-sheet])'),
    );
    // The camera picture: the label in the middle of a grey table.
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto('about:blank');
    await page.setContent(
      `<body style="margin:0;height:100vh;display:grid;place-items:center;background:#888">
      <img width="640" src="data:image/png;base64,${label.toString('base64')}">`,
    );
    const seen = await page.screenshot({ type: 'jpeg', quality: 90 });
    const film = info.outputPath('label.mjpeg');
    await writeFile(film, Buffer.concat([seen, seen]));

    const { launchOptions = {} } = info.project.use;
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${film}`,
      ],
    });
    try {
      const desk = await browser.newPage({ ...(baseURL && { baseURL }) });
      await desk.addInitScript(`const { mediaDevices } = navigator;
      const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
      window.tracks = [];
      mediaDevices.getUserMedia = async (constraints) => {
        const stream = await getUserMedia(constraints);
        window.tracks.push(...stream.getTracks());
        return stream;
      };`);
      const openCamera = () => desk.getByRole('button', { name: words('shell:scan') }).click();
      const lights = () => desk.evaluate('window.tracks.map((track) => track.readyState)');

      // Nothing is read without a decoder: a lost camera is reported, and retried.
      await desk.route('**/zxing_reader*', () => {});
      await signIn(desk, 'demo_main', '/backoffice/home', 'zh');
      const menu = desk.getByRole('navigation', { name: words('shell:menu') });
      await menu.getByRole('link', { name: '电池', exact: true }).click();
      await expect(title(desk)).toContainText('电池');
      await openCamera();
      await expect.poll(lights).toEqual(['live']);
      const dialog = desk.getByRole('dialog', { name: words('codes:scan.title') });
      await desk.evaluate("window.tracks[0].dispatchEvent(new Event('ended'))");
      await expect(dialog).toContainText(words('codes:scan.trouble.lost'));
      await dialog.getByRole('button', { name: words('codes:scan.retry') }).click();
      await expect.poll(lights).toEqual(['ended', 'live']);
      // Back closes it.
      await desk.goBack();
      await expect(dialog).toBeHidden();
      await expect.poll(lights).toEqual(['ended', 'ended']);

      await desk.unrouteAll();
      await desk.goto('/backoffice/home');
      await openCamera();
      await expect(desk).toHaveURL(new RegExp(`/backoffice/battery/${battery.id}`));
      await expect.poll(lights).toEqual(['ended']);
    } finally {
      await browser.close();
    }
  },
);

test('labels print at their real size, and the camera dialog reads one back', async ({ page }) => {
  const battery = await makeBattery();
  await signIn(page, 'demo_main', `/backoffice/labels?ids=${battery.id}`, 'zh');
  const preview = page.getByRole('region', { name: words('labels:preview.title') }).last();
  const drawn = preview.getByRole('img', { name: battery.batteryCode });
  await expect(drawn).toBeVisible();
  const picture = await drawn.screenshot();

  // The roll: each label is a page of 60 by 40 mm, and nothing else is printed.
  await page.getByText(words('labels:paper.roll'), { exact: true }).click();
  await expect(preview.locator('[data-label]')).toHaveCount(1);
  const roll = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(boxesOf(roll)).toEqual([[60, 40]]);
  await page.emulateMedia({ media: 'print' });
  const printed = page.locator('[data-print] [data-label] svg');
  const box = await printed.boundingBox();
  expect(box && [mm(box.width), mm(box.height)]).toEqual([60, 40]);
  await page.emulateMedia({ media: null });

  // The sheet: one page of A4 for one label.
  await page.getByText(words('labels:paper.sheet'), { exact: true }).click();
  await expect(preview.locator('[data-label]')).toHaveCount(1);
  expect(boxesOf((await page.pdf({ preferCSSPageSize: true })).toString('latin1'))).toEqual([[210, 297]]);

  await page.getByRole('button', { name: words('shell:scan') }).click();
  const dialog = page.getByRole('dialog', { name: words('codes:scan.title') });
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: 'label.png', mimeType: 'image/png', buffer: picture });
  await expect(page).toHaveURL(new RegExp(`/backoffice/battery/${battery.id}`));
});

const mm = (px: number) => Math.round((px / 96) * 25.4);
/** The pages of a PDF, width and height in mm. */
const boxesOf = (pdf: string) =>
  [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map((found) =>
    found.slice(1).map((points) => Math.round((Number(points) / 72) * 25.4)),
  );

test('a code typed into the palette leads to its battery in the list', { tag: '@slow' }, async ({ page }) => {
  const { batteryCode } = await makeBattery();
  await signIn(page, 'demo_main', '/backoffice/home', 'zh');
  await expect(title(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: words('palette:title') }).fill(batteryCode.toLowerCase());
  await page.getByRole('option', { name: words('palette:action.batteries', { code: batteryCode }) }).click();
  await expect(page).toHaveURL(new RegExp(`/backoffice/battery\\?search=${batteryCode}`));
  await expect(page.getByRole('grid').getByText(batteryCode)).toBeVisible();
});

test('a session that is ended under a scanner asks for another sign-in, and keeps every scan', {
  tag: '@slow',
}, async ({ page }) => {
  const main = await asUser('demo_main');
  const [store] = (await main.call<{ list: { id: string }[] }>('GET', '/store/findPage?page=1&size=1')).list;
  const { id } = await main.call<{ id: string }>('POST', '/receipt/insert', {
    preset: 'collection',
    day: today(),
    storeId: store?.id,
  });
  await signIn(page, 'demo_main', `/backoffice/receipt/${id}`, 'zh');
  await expect(page.getByText(words('documents:none'))).toBeVisible();
  const codes = Array.from({ length: 3 }, freshCell);
  await scan(page, codes[0] as string);
  await expect(page.getByRole('textbox', { name: '第 1 行 重量' })).toBeVisible();

  const token = await page.evaluate(() => sessionStorage.getItem('loginJWT'));
  const sessions = await fetch(`${instance.url}/v1/admin/control/sessions`, {
    headers: { platform: 'IOT', authorization: `Bearer ${token}` },
  });
  const { data } = (await sessions.json()) as { data: { id: string; current: boolean }[] };
  const own = data.find(({ current }) => current);
  await main.call('DELETE', `/v1/admin/control/sessions/${own?.id}`);
  const signIns: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/sessions$/.test(request.url())) signIns.push(request.url());
  });

  await scan(page, codes[1] as string);
  const dialog = page.getByRole('dialog', { name: words('password:again.title') });
  await expect(dialog).toContainText(words('errors:sessionRevoked'));
  const password = dialog.getByLabel(words('password:again.password'), { exact: true });
  await expect(password).toBeFocused();
  await scan(page, codes[2] as string);
  await expect(password).toHaveValue('');
  expect(signIns).toEqual([]);

  await password.fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: '第 3 行 重量' })).toBeVisible();
  await expect
    .poll(async () => {
      const { list } = await main.call<{ list: { code: string }[] }>('GET', `/receipt/lines?id=${id}`);
      return list.map(({ code }) => code);
    })
    .toEqual(codes);
});
