import type { Page } from '@playwright/test';
import { asUser, expect, newDevid, registerFor, signIn, tenantPath, test, textOf } from './ui.ts';

const LIST = '/deviceManager/index';
const rowOf = (page: Page, text: string) =>
  page.getByRole('grid', { name: 'Device List' }).getByRole('row').filter({ hasText: text });
const act = async (page: Page, devid: string, action: string) => {
  await rowOf(page, devid)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};

test('a device is registered, bound, edited, unbound and deleted from the list', async ({ page }) => {
  const devid = newDevid();
  await signIn(page, 'demo_main', `${LIST}?search=${devid}`);
  await page.getByRole('button', { name: 'Register device' }).click();
  const dialog = page.getByRole('dialog');
  // Errors are shown beside the field before anything is sent.
  await dialog.getByLabel('Device id').fill('a b');
  await dialog.getByRole('button', { name: 'Register' }).click();
  await expect(dialog.getByLabel('Device id')).toBeFocused();
  await expect(dialog.getByLabel('Device id')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Device id').fill(devid);
  await dialog.getByLabel('Mobile').fill('+49 170 1234567');
  await dialog.getByRole('button', { name: 'Register' }).click();
  await expect(dialog.locator('[data-secret]')).toHaveText(/^[A-Za-z0-9_-]{43}$/);
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  // A stray Escape does not close the secret.
  await page.keyboard.press('Escape');
  await expect(dialog.locator('[data-secret]')).toBeVisible();
  await dialog.getByRole('button', { name: 'I have saved it' }).click();

  const row = rowOf(page, devid);
  await expect(row).toContainText('Not activated');
  await act(page, devid, 'Bind…');
  // Its code is loaded now, for the first time; the menu must not cover it again.
  await expect(dialog.getByText('To these accounts').first()).toBeVisible();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await dialog.getByRole('combobox', { name: 'To these accounts' }).fill('demo_enduser');
  await page.getByRole('option', { name: /demo_enduser/ }).click();
  // The list of accounts stays open for further choices; Tab leaves it.
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Bind', exact: true }).click();
  await expect(dialog).toContainText('1 new binding');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(row).toContainText('demo_enduser');

  // Deletion requires typing the id, and is refused while an account has the device.
  await act(page, devid, 'Delete…');
  await expect(dialog.getByRole('button', { name: 'Delete device' })).toBeDisabled();
  await dialog.getByRole('textbox').fill(devid);
  await dialog.getByRole('button', { name: 'Delete device' }).click();
  await expect(dialog.getByRole('alert')).toContainText('unbind it first');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // The form shows what the list masks, and cleared fields are empty.
  await act(page, devid, 'Edit…');
  await expect(dialog.getByLabel('Mobile')).toHaveValue('+49 170 1234567');
  await dialog.getByLabel('Mobile').fill('');
  await dialog.getByLabel('Device name').fill(`Boathouse ${devid}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Boathouse');
  const main = await asUser('demo_main');
  const kept = await main.call<{ desc: object }>('GET', `${tenantPath(main)}/things/${devid}`);
  expect(kept.desc).toEqual({});

  const owner = await asUser('demo_enduser');
  await main.call('POST', `${tenantPath(main)}/users/things/unbind?userIds=${owner.login.user_id}`, [devid]);
  await act(page, devid, 'Delete…');
  await dialog.getByRole('textbox').fill(devid);
  await dialog.getByRole('button', { name: 'Delete device' }).click();
  await expect(row).toHaveCount(0);
});

test('filters are kept in the URL, shown as chips and removed one by one; the export contains the filtered rows', async ({
  page,
}) => {
  const { devid } = await registerFor('demo_enduser', { desc: { installTime: '2020-02-29' } });
  await signIn(page, 'demo_main', LIST);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Filter', exact: true });
  await panel.getByLabel('Installed from').fill('2020-02-29');
  await panel.getByLabel('Installed until').fill('2020-03-01');
  // A typed day closes the calendar, which would cover the button.
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/from=2020-02-29&to=2020-03-01/);
  await page.getByRole('searchbox').fill(devid);
  await expect(rowOf(page, devid)).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Device List' }).getByRole('row')).toHaveCount(2);

  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV file' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^devices_\d{4}-\d{2}-\d{2}\.csv$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString('utf8').trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('Device,Device id,State,');
  expect(lines[0]).not.toContain('Mobile');
  expect(lines[1]).toContain(devid);

  await page.getByRole('button', { name: /^Remove filter: Installed until/ }).click();
  await expect(page).not.toHaveURL(/to=/);
  await expect(page).toHaveURL(/from=2020-02-29/);

  // A link to the same list with another filter: nothing of the former one stays selected.
  const selected = page.getByRole('region', { name: textOf('en', 'list:bulk.label') });
  await rowOf(page, devid).getByRole('checkbox').check();
  await expect(selected).toContainText('1 selected');
  await page.getByRole('navigation').getByRole('link', { name: 'Device List' }).click();
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));
  await expect(selected).toHaveCount(0);
});

test('an end user sees only own devices, and no actions without permission', async ({ page }) => {
  const { devid } = await registerFor('demo_enduser');
  await signIn(page, 'demo_enduser', `${LIST}?search=${devid}`);
  await expect(rowOf(page, devid)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Register device' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Import' })).toHaveCount(0);
  await rowOf(page, devid)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await expect(page.getByRole('menuitem')).toHaveText(['Open']);
});

test('a list that fails to load shows an error, and Retry works', async ({ page }) => {
  let broken = true;
  await page.route('**/v1/things/tenants/*/things?*', (route) =>
    broken
      ? route.fulfill({
          status: 400,
          json: { code: 4000001, message: 'Bad Request', result: false, data: null },
        })
      : route.continue(),
  );
  await signIn(page, 'demo_main', LIST);
  await expect(page.getByRole('alert').filter({ hasText: 'This could not be loaded' })).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('grid', { name: 'Device List' }).getByRole('gridcell').first()).toBeVisible();
});
