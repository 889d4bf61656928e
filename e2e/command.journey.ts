import type { Command, Page as Pages, Thing } from '@voltloop/contract';
import { asUser, expect, registerFor, signIn, simulated, strip, tenantPath, test, textOf } from './ui.ts';

interface Last {
  fields: Record<string, { value: number; time: number }>;
}

async function newestOf(devid: string, key: string) {
  const main = await asUser('demo_main');
  const [last] = await main.call<Last[]>('POST', '/v1/devices/batch/lastdata', [{ devid }]);
  return last?.fields[key];
}

async function ledgerOf(devid: string): Promise<Command[]> {
  const main = await asUser('demo_main');
  const page = await main.call<Pages<Command>>('GET', `${tenantPath(main)}/things/${devid}/messages`);
  return page.list;
}

test('a setting is sent, answered, recorded in the ledger, and contained in the next frames', async ({
  page,
}) => {
  const { devid } = await simulated(0);
  const before = (await newestOf(devid, 'E_SOC_RSV'))?.value ?? 10;
  const wanted = before === 37 ? 38 : 37;
  const former = await ledgerOf(devid);
  await signIn(page, 'demo_main', `/operationStatuss/thing/${devid}?tab=commands`);

  // An out-of-range value is reported beside the field, and nothing is sent.
  const reserve = page.getByRole('textbox', { name: 'SOC reserve', exact: true });
  await expect(page.getByText(`Now ${before} %`).first()).toBeVisible();
  await reserve.fill('95');
  await reserve.blur();
  await expect(page.getByText('At most 90')).toBeVisible();
  await page.getByRole('button', { name: 'Check and send', exact: true }).click();
  await expect(reserve).toBeFocused();
  expect(await ledgerOf(devid)).toEqual(former);

  const sent_ms = Date.now();
  await reserve.fill(String(wanted));
  // A look at another tab keeps what was typed; leaving the page needs confirmation.
  await page.getByRole('tab', { name: 'Bindings' }).click();
  await strip(page).close(devid);
  const leaving = page.getByRole('dialog', { name: textOf('en', 'tabs:leave.title') });
  await leaving.getByRole('button', { name: textOf('en', 'tabs:leave.stay') }).click();
  await page.getByRole('tab', { name: 'Commands' }).click();
  await page.getByRole('button', { name: 'Check and send 1 change' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send 1 value' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The device has executed it.' })).toBeVisible();
  const row = page.getByRole('grid', { name: 'Commands sent' }).getByRole('row').nth(1);
  await expect(row).toContainText('Change settings');
  await expect(row).toContainText(`SOC reserve ${wanted} %`);
  await expect(row).toContainText('Done');
  await expect(row).toContainText('demo_main');
  await expect(page.getByText(`Now ${wanted} %`).first()).toBeVisible();

  const [command] = await ledgerOf(devid);
  expect(command).toMatchObject({ cmd: 'set_config', params: { keys: { E_SOC_RSV: wanted } } });
  expect(command).toMatchObject({ state: 'answered', error: null, reply: { ok: true } });
  expect(command?.answered_at).toBeGreaterThanOrEqual(command?.sent_at ?? Number.POSITIVE_INFINITY);

  // A device reports each minute; request a report now.
  await page.getByRole('button', { name: 'Request a report' }).click();
  await expect.poll(() => newestOf(devid, 'E_SOC_RSV')).toMatchObject({ value: wanted });
  expect((await newestOf(devid, 'E_SOC_RSV'))?.time).toBeGreaterThan(sent_ms - 1000);
});

test('a reset is sent only after the id was typed into the confirmation', async ({ page }) => {
  const { devid } = await simulated(1);
  const former = await ledgerOf(devid);
  await signIn(page, 'demo_factory', `/operationStatuss/thing/${devid}?tab=commands`);
  const reset = page.getByRole('button', { name: 'Reset', exact: true });
  await reset.click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Reset', exact: true });
  await expect(dialog).toContainText('restarts and is offline for a minute');
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill('something else');
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(await ledgerOf(devid)).toEqual(former);

  await reset.click();
  await dialog.getByRole('textbox').fill(devid);
  await confirm.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: 'The device has executed it.' })).toBeVisible();
  const row = page.getByRole('grid', { name: 'Commands sent' }).getByRole('row').nth(1);
  await expect(row).toContainText('Restart');
  await expect(row).toContainText('Done');
  const [newest, ...rest] = await ledgerOf(devid);
  expect(newest).toMatchObject({ cmd: 'reset', params: { target: 'soft' }, requested_by: 'demo_factory' });
  expect(newest?.state).toBe('answered');
  expect(rest).toEqual(former);
});

test('an unanswered command causes a warning, and the form stays unchanged', { tag: '@slow' }, async ({
  page,
}) => {
  // A device that never connected: the server answers immediately instead of after half a minute.
  const { devid } = await registerFor('demo_agent1', { devname: 'Silent battery' });
  const main = await asUser('demo_main');
  const path = `${tenantPath(main)}/things/${devid}/messages?async=false&timeout=1000`;
  const reply = await main.raw('POST', path, { cmd: 'report', params: {} });
  expect(reply.status).toBe(504);
  expect(await reply.json()).toMatchObject({ code: 5040001, message: 'The device did not answer' });

  await page.route('**/messages?*', (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/timeout=\d+/, 'timeout=1000'),
    }),
  );
  await signIn(page, 'demo_main', `/operationStatuss/thing/${devid}?tab=commands`);
  await page.getByRole('textbox', { name: 'SOC reserve', exact: true }).fill('44');
  await page.getByRole('button', { name: 'Check and send 1 change' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send 1 value' }).click();
  await expect(page.getByText('The device did not answer').first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'SOC reserve', exact: true })).toHaveValue('44');
});

test('an account below an agent sees the ledger but no command panel, and the API refuses', async ({
  page,
}) => {
  const { devid } = await registerFor('demo_enduser');
  for (const user of ['demo_company', 'demo_installer', 'demo_enduser']) {
    const client = await asUser(user);
    const path = `${tenantPath(client)}/things/${devid}`;
    expect((await client.call<Thing>('GET', path)).devid).toBe(devid);
    for (const body of [
      { cmd: 'report', params: {} },
      { cmd: 'reset', params: { target: 'soft' } },
      { cmd: 'set_config', params: { keys: { E_SOC_RSV: 20 } } },
    ]) {
      const reply = await client.raw('POST', `${path}/messages?async=true`, body);
      expect(reply.status).toBe(403);
      expect(await reply.json()).toMatchObject({ code: 4030001, message: '当前用户没有权限', data: null });
    }
  }
  expect(await ledgerOf(devid)).toEqual([]);

  // A dictionary that cannot be loaded is an error with a retry, not endless loading.
  const models = /\/info-model\//;
  const json = { code: 5000001, message: 'server busy', data: null };
  await page.route(models, (route) => route.fulfill({ status: 500, json }));
  // The highest of these roles: the console compares roles with one limit.
  await signIn(page, 'demo_company', `/operationStatuss/thing/${devid}?tab=commands`);
  await expect(page.getByRole('heading', { name: 'Commands sent' })).toBeVisible();
  const retry = page.getByRole('main').getByRole('button', { name: textOf('en', 'ui:error.retry') });
  await expect(retry.last()).toBeVisible();
  await page.unroute(models);
  await retry.last().click();
  await expect(page.getByText('No commands yet')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Settings' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Actions' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Reset|Send|Ask/ })).toHaveCount(0);
});
