import type { Locator, Page } from '@playwright/test';
import type {
  Page as Pages,
  ParamBatch,
  ParamJob,
  ParamReading,
  ParamTemplate,
  Thing,
} from '@voltloop/contract';
import { asUser, expect, registerFor, signIn, simulated, tenantPath, test } from './ui.ts';

const api = async () => {
  const main = await asUser('demo_main');
  return { main, path: `/v1/params/tenants/${main.login.tenant_id}` };
};

async function readNow(devid: string): Promise<ParamReading['values']> {
  const { main, path } = await api();
  return (await main.call<ParamReading>('POST', `${path}/things/${devid}/read`)).values;
}

/** Sets values by the API and waits until the device has them. */
async function setNow(devid: string, values: Record<string, number>): Promise<void> {
  const { main, path } = await api();
  const { id } = await main.call<ParamBatch>('POST', `${path}/batches`, { things: [devid], values });
  const state = async () =>
    (await main.call<Pages<ParamJob>>('GET', `${path}/batches/${id}/jobs`)).list[0]?.state;
  await expect.poll(state, { timeout: 20_000 }).toBe('verified');
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const result = (page: Page) => page.getByRole('region', { name: 'Result of the change' });
const verified = (page: Page) =>
  expect(result(page)).toContainText('The device has the requested values', { timeout: 20_000 });

test('two values are read, changed, reviewed, sent and verified, and the earlier set is restored', async ({
  page,
}) => {
  const { devid } = await simulated(5);
  await setNow(devid, { E_SOC_RSV: 12, E_RPT_INT: 60 });
  await signIn(page, 'demo_main', '/paramSet/index');
  await page.getByRole('combobox', { name: 'Device', exact: true }).fill(devid);
  await page.getByRole('option', { name: new RegExp(devid) }).click();
  await page.getByRole('button', { name: 'Read from device' }).click();
  await expect(page.getByText('The device has reported its parameters')).toBeVisible({ timeout: 20_000 });
  await expect(field(page, 'SOC reserve')).toHaveValue('12');

  await field(page, 'SOC reserve').fill('95');
  await page.getByRole('button', { name: 'Check and send' }).click();
  await expect(page.getByText('At most 90')).toBeVisible();
  await expect(field(page, 'SOC reserve')).toBeFocused();
  await field(page, 'SOC reserve').fill('23');
  await page.getByRole('combobox', { name: 'Group' }).selectOption({ label: 'Reporting' });
  await field(page, 'Report interval').fill('75');
  await page.getByRole('button', { name: 'Check and send 2 changes' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'SOC reserve' })).toContainText(/12 %.*23 %/);
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Report interval' })).toContainText(
    /60 s.*75 s/,
  );
  await dialog.getByRole('button', { name: 'Send 2 values' }).click();
  await verified(page);
  expect(await readNow(devid)).toMatchObject({ E_SOC_RSV: 23, E_RPT_INT: 75 });

  await page.getByRole('tab', { name: 'History' }).click();
  const changes = page.getByRole('grid', { name: 'Changes' });
  await expect(changes.getByRole('row').filter({ hasText: '12 % → 23 %' }).first()).toContainText(
    'demo_main',
  );
  const set = page.getByRole('listitem').filter({ hasText: 'Before a change' }).first();
  await set.getByRole('button', { name: 'Go back to this' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'SOC reserve' })).toContainText(/23 %.*12 %/);
  await dialog.getByRole('button', { name: 'Send 2 values' }).click();
  await expect(changes.getByRole('row').filter({ hasText: '23 % → 12 %' }).first()).toContainText(
    'Went back',
    {
      timeout: 20_000,
    },
  );
  await verified(page);
  expect(await readNow(devid)).toMatchObject({ E_SOC_RSV: 12, E_RPT_INT: 60 });
});

test('a template goes to several devices; one refuses, and its message is shown', { tag: '@slow' }, async ({
  page,
}) => {
  const [good, bad] = [await simulated(6), await simulated(7)];
  await setNow(bad.devid, { E_SOC_MAX: 60, E_SOC_RSV: 10 });
  await setNow(good.devid, { E_SOC_MAX: 100, E_SOC_RSV: 10 });
  const { main, path } = await api();
  const name = `Storm ${Date.now().toString(36)}`;
  const template = { name, values: { E_SOC_RSV: 70 } };
  const { id } = await main.call<ParamTemplate>('POST', `${path}/templates`, template);
  await signIn(page, 'demo_main', '/paramSet/index?tab=templates');
  await page.getByRole('button', { name: `Send ${name} to devices` }).click();
  const dialog = page.getByRole('dialog');
  // Until a search is answered, only rows that match the typed text are offered.
  const onlyMatching = async (of: string, search: Locator, part: string) => {
    const options = page.getByRole('listbox').getByRole('option');
    await expect(options.first()).toBeVisible();
    await page.route(of, () => {});
    await search.fill(part);
    await expect(options.filter({ hasText: part }).first()).toBeVisible();
    await expect(options.filter({ hasNotText: part })).toHaveCount(0);
    await search.fill(`${part}-nothing`);
    await expect(options).toHaveCount(0);
    await page.unroute(of);
  };
  await dialog.getByText('All that match').click();
  const account = dialog.getByRole('combobox', { name: 'Bound to, or below' });
  await account.click();
  await onlyMatching('**/users?**', account, 'demo_agent');
  await dialog.getByText('Chosen ones').click();
  const picker = dialog.getByRole('combobox', { name: 'Choose devices' });
  await picker.click();
  await onlyMatching('**/things?**', picker, 'HB25');
  for (const { devid } of [good, bad]) {
    await picker.fill(devid);
    await page.getByRole('option', { name: new RegExp(devid) }).click();
  }
  // The suggested devices cover the button until the focus moves.
  await field(page, 'Name of this change').fill(name);
  await expect(dialog.getByText('Reaches 2 devices')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send to 2 devices' }).dblclick();
  const devices = page.getByRole('grid', { name: 'Devices of this change' });
  const row = (devid: string) => devices.getByRole('row').filter({ hasText: devid });
  await expect(row(good.devid)).toContainText('Verified', { timeout: 20_000 });
  await expect(row(bad.devid)).toContainText('Failed', { timeout: 20_000 });
  await expect(row(bad.devid)).toContainText('E_SOC_RSV must stay below E_SOC_MAX');
  expect(await readNow(bad.devid)).toMatchObject({ E_SOC_RSV: 10 });
  // The double click has sent once.
  // Other journeys may have displaced the session: an account keeps fifty.
  const { list } = await (await api()).main.call<Pages<ParamBatch>>('GET', `${path}/batches`);
  expect(list.filter((batch) => batch.name === name)).toHaveLength(1);
  await main.call('DELETE', `${path}/templates/${id}`);
  await setNow(bad.devid, { E_SOC_MAX: 100 });
  await setNow(good.devid, { E_SOC_RSV: 10 });
});

test("high-risk changes require typing the device's number, and leaving unsent changes needs confirmation", {
  tag: '@slow',
}, async ({ page }) => {
  const { devid } = await registerFor('demo_agent1', { devname: 'Never connected' });
  const other = await simulated(5);
  await signIn(page, 'demo_main', `/paramSet/index?device=${devid}&group=grid`);
  await expect(page.getByText('The device is offline and cannot be read now')).toBeVisible();
  await page.getByRole('combobox', { name: 'Grid code' }).selectOption({ label: 'VDE-AR-N 4105 (Germany)' });
  await page.getByRole('button', { name: 'Check and send 1 change' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Dangerous');
  const send = dialog.getByRole('button', { name: 'Send 1 value' });
  await expect(send).toBeDisabled();
  await dialog.getByRole('textbox').fill(devid);
  await expect(send).toBeEnabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('combobox', { name: 'Device', exact: true }).fill(other.devid);
  await page.getByRole('option', { name: new RegExp(other.devid) }).click();
  await expect(dialog).toContainText('1 change for Never connected has not been sent');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(new RegExp(`device=${devid}`));
  await expect(page.getByRole('combobox', { name: 'Grid code' })).toHaveValue('4');
});

/** A simulated online device, and the end user whose home it is in. */
async function home(): Promise<{ devid: string; user: string }> {
  const { main } = await api();
  const path = `/v1/admin/tenant/tenants/${main.login.tenant_id}/users?search=home_&page_size=50`;
  const { list } = await main.call<Pages<{ user_name: string }>>('GET', path);
  const { list: online } = await main.call<Pages<Thing>>(
    'GET',
    `${tenantPath(main)}/things?page_size=999&search=HB25&state=1`,
  );
  for (const { user_name: user } of list) {
    const found = online.find(({ devid }) => `home_${devid.replace(/\D/g, '')}` === user);
    if (found) return { devid: found.devid, user };
  }
  throw new Error('no home is online');
}

test('an owner sets the reserve within the limits of the installer, and the device confirms it', async ({
  page,
}) => {
  const main = await asUser('demo_main');
  const { devid, user } = await home();
  const path = `/v1/owner-control/tenants/${main.login.tenant_id}/things/${devid}`;
  await signIn(page, user, `/operationStatuss/thing/${devid}`);
  const card = page.getByRole('region', { name: 'Battery settings' });
  await expect(card).toContainText('Your installation company manages these settings');
  await expect(card.getByRole('button', { name: 'Change' })).toHaveCount(0);

  await main.call('PUT', `${path}/limits`, {
    limits: {
      enabled: true,
      reserve_min_pct: 20,
      reserve_max_pct: 40,
      modes: [0, 1],
      windows_max: 0,
      grid_charge: false,
      power_max_w: 0,
    },
    version: 0,
  });
  await page.reload();
  await card.getByRole('button', { name: 'Read now' }).click();
  await expect(card.getByText('Not read from the device yet.')).toHaveCount(0);
  await card.getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: 'Back-up' })).toHaveCount(0);
  const reserve = dialog.getByRole('textbox', { name: 'Reserve' });
  await reserve.fill('41');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByText('Above the highest reserve that is allowed')).toBeVisible();
  await reserve.fill('33');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(card.getByText('The device confirmed the settings.')).toBeVisible();
  await expect(card).toContainText('33 %');
  await main.call('PUT', `${path}/limits`, { limits: null, version: 1 });
});
