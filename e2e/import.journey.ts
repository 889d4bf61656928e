import { buffer } from 'node:stream/consumers';
import { connectAsync } from 'mqtt';
import type { TableCell } from '../apps/server/platform/table-export.ts';
import { workbookFile } from './spreadsheet.ts';
import { asUser, expect, instance, newDevid, signIn, tenantPath, test } from './ui.ts';

const workbook = (rows: TableCell[][]) =>
  workbookFile('batteries.xlsx', ['Device id', 'Device', 'Account', 'Time zone'], rows);

test('invalid rows are shown with their reasons, corrected, and imported; devices connect with the saved secrets', async ({
  page,
}) => {
  const [one, two] = [newDevid(), newDevid()];
  const main = await asUser('demo_main');
  const known = async (devid: string) =>
    (await main.raw('GET', `${tenantPath(main)}/things/${devid}`)).status === 200;

  await signIn(page, 'demo_main', '/deviceManager/index');
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog');
  const file = dialog.locator('input[type="file"]');

  // Not a workbook.
  await file.setInputFiles({ name: 'x.xlsx', mimeType: 'text/plain', buffer: Buffer.from('devid\nABCD') });
  await expect(dialog.getByRole('alert')).toContainText('cannot be read as an Excel workbook');

  await file.setInputFiles(
    await workbook([
      [one, 'Lake house', 'demo_enduser', 'Europe/Berlin'],
      [two, 'Mill', 'nobody_there', null],
      ['no good!', null, null, null],
    ]),
  );
  await expect(dialog).toContainText('3 rows');
  await expect(dialog).toContainText('2 rows are invalid');
  const rows = dialog.getByRole('grid').getByRole('row');
  await expect(rows.filter({ hasText: two })).toContainText('No account below yours has this user name');
  await expect(rows.filter({ hasText: 'no good!' })).toContainText('4 to 64 letters');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download wrong rows' }).click();
  expect((await download).suggestedFilename()).toBe('batteries_errors.xlsx');
  expect(await known(one)).toBe(false);

  await dialog.getByRole('button', { name: 'Choose another file' }).click();
  await file.setInputFiles(
    await workbook([
      [one, 'Lake house', 'demo_enduser', 'Europe/Berlin'],
      [two, 'Mill', null, null],
    ]),
  );
  await expect(dialog).toContainText('all good');
  expect(await known(one)).toBe(false);
  await dialog.getByRole('button', { name: 'Import 2 devices' }).click();
  await expect(dialog).toContainText('2 devices are registered');
  // A stray key does not close the secrets.
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeDisabled();
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save the secrets' }).click();
  const text = (await buffer(await (await saved).createReadStream())).toString('utf8');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toHaveCount(0);

  const owner = await asUser('demo_enduser');
  expect((await owner.raw('GET', `${tenantPath(owner)}/things/${one}`)).status).toBe(200);
  const secret = new RegExp(`"${two}","([^"]+)"`).exec(text)?.[1];
  const device = await connectAsync(`mqtt://127.0.0.1:${instance.mqttPort}`, {
    username: two,
    password: secret ?? '',
    clientId: two,
    reconnectPeriod: 0,
  });
  expect(device.connected).toBe(true);
  await device.endAsync();
});
