import type { Page } from '@playwright/test';
import { expect, registerFor, settled, signIn, test } from './ui.ts';

/** An installer and an owner with a phone: no mouse, no keyboard, no camera in tests. */
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const FINGER_PX = 40;

/** Visible controls that are smaller than a finger, except links within a sentence and boxes with a larger cell. */
const smallTargets = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('button, a[href], [role="menuitem"]')]
    .filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((each) => !each.closest('[inert], p') && getComputedStyle(each).clipPath === 'none')
    .map((each) => [each, each.getBoundingClientRect()])
    .filter(([, { bottom, height }]) => bottom > 0 && height > 0 && height < ${FINGER_PX} - 1)
    .map(([each, { height }]) => each.textContent.trim() + ' ' + each.className + ' ' + height)`);

test('controls, links and menu items are large enough for a finger', async ({ page }) => {
  await registerFor('demo_installer');
  for (const path of ['/home/index', '/deviceManager/index', '/userManager/index']) {
    await signIn(page, 'demo_installer', path);
    await settled(page);
    expect(await smallTargets(page), path).toEqual([]);
  }
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .tap();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  expect(await smallTargets(page), 'menu of a row').toEqual([]);
});

test('a code from the camera’s dialog finds a device, and fills the field for binding without sending it', {
  tag: '@slow',
}, async ({ page }) => {
  const { devid } = await registerFor('demo_installer');
  await signIn(page, 'demo_installer', '/deviceManager/index');
  const scanner = page.getByRole('dialog', { name: 'Scan a code' });
  const read = async (code: string) => {
    await page.getByRole('button', { name: 'Scan a code' }).tap();
    await scanner.getByLabel('Or type the code').fill(code);
    await scanner.getByRole('button', { name: 'Find' }).tap();
    await expect(scanner).toHaveCount(0);
  };
  await read(` ${devid} `);
  await expect(page.getByRole('searchbox')).toHaveValue(devid);
  await expect(page.getByRole('status').filter({ hasText: /^1 device$/ })).toBeVisible();

  await page.goto('/userManager/index');
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .tap();
  await page.getByRole('menuitem', { name: 'Devices' }).tap();
  await read('NOT-MINE-1');
  const serial = page.getByLabel('Bind by serial number');
  await expect(serial).toHaveValue('NOT-MINE-1');
  await expect(serial).not.toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Auto-bind' }).tap();
  await expect(page.getByText('You have no device with this serial number.')).toBeVisible();
  await expect(serial).toHaveAttribute('aria-invalid', 'true');
});

test('a refused price is reported at its own field', { tag: '@slow' }, async ({ page }) => {
  await registerFor('demo_enduser');
  await signIn(page, 'demo_enduser', '/sites/index');
  await page.getByRole('grid').getByRole('row').nth(1).tap();
  await page.getByRole('button', { name: 'Tariffs' }).tap();
  const dialog = page.getByRole('dialog');
  const newOne = dialog.getByRole('button', { name: 'New tariff' });
  const price = dialog.getByLabel('Price per kWh').first();
  await expect(newOne.or(price)).toBeVisible();
  if (await newOne.isVisible()) await newOne.tap();
  await price.fill(' 0,31 ');
  const standing = dialog.getByLabel('Standing charge per day');
  await standing.fill('99999999999');
  await dialog.getByRole('button', { name: 'Save' }).tap();
  await expect(standing).toHaveAttribute('aria-invalid', 'true');
  await expect(price).not.toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByText('A number with at most six decimals')).toHaveCount(1);
});

test('packs wait for the dictionary instead of showing keys and rounded values', { tag: '@slow' }, async ({
  page,
}) => {
  const { devid, secret } = await registerFor('demo_agent1', { time_zone: 'UTC' });
  await page.request.post(`/v1/devices/${devid}/data`, {
    headers: { authorization: `Basic ${Buffer.from(`${devid}:${secret}`).toString('base64')}` },
    data: [{ ts: Date.now(), seq: 1, boot: 1, data: {}, packs: [{ P_no: 1, P_VOLT: 53.56 }] }],
  });
  let answer = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/info-model/**', async (route) => {
    await slow;
    await route.continue();
  });
  const values = page.waitForResponse((reply) => reply.url().includes('/batch/') && reply.ok());
  await signIn(page, 'demo_agent1', `/operationStatuss/thing/${devid}?tab=packs`);
  await expect(page.getByRole('tab', { name: 'Packs' })).toHaveAttribute('aria-selected', 'true');
  await values;
  await expect(page.getByText('P_VOLT')).toHaveCount(0);
  answer();
  await expect(page.getByText('53.56 V')).toBeVisible();
});

test('Back closes the search and a sheet, and only then leaves the page', { tag: '@slow' }, async ({
  page,
}) => {
  await signIn(page, 'demo_installer', '/home/index');
  const dialog = page.getByRole('dialog');
  await page.getByRole('link', { name: 'Event', exact: true }).tap();
  await page.getByRole('button', { name: /^Search: pages/ }).tap();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/faultyDevices\/index$/);

  await page.getByRole('link', { name: 'Device List', exact: true }).tap();
  // The page of events has a filter too, and stays until this one has loaded.
  await expect(page.getByRole('heading', { name: 'Device List', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Filter' }).tap();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/deviceManager\/index$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/faultyDevices\/index$/);
});
