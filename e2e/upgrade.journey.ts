import { createHash, createPrivateKey, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firmwareStatement } from '@voltloop/protocol';
import { demoFleet } from '../simulator/demo-fleet.ts';
import { failsFirst } from '../simulator/upgrade.ts';
import { asUser, expect, instance, signIn, simulated, test, textOf } from './ui.ts';

const KIND = 'slave_firmware_6_3.0';
/** The packages of the demo's fleet (apps/server/demo/demo.ts). */
const FLEET_SEED = 2026;
const content = Buffer.alloc(40_000, 'firmware of a journey');

const seedOf = (devid: string) => demoFleet(24, FLEET_SEED).find((d) => d.devid === devid)?.seed ?? 0;

/** The signature of the file as this version, by the demo's key. */
async function signature(version: string): Promise<string> {
  const pem = await readFile(join(instance.dataDir, 'demo/firmware-key.pem'), 'utf8');
  const sha256 = createHash('sha256').update(content).digest('hex');
  const statement = firmwareStatement({ pkgtype: KIND, version, size: content.length, sha256 });
  return sign(null, Buffer.from(statement), createPrivateKey(pem)).toString('base64');
}

test('a signed package is uploaded and goes to two devices: one is upgraded, the other fails and is retried', async ({
  page,
}) => {
  // Both devices install for six seconds, one of them twice after failing half-way.
  test.setTimeout(300_000);
  const [good, bad] = [await simulated(5), await simulated(6)];
  const versions = Array.from({ length: 500 }, (_, n) => `9.${n}.${Date.now() % 10_000}`);
  const version =
    versions.find((v) => !failsFirst(seedOf(good.devid), v) && failsFirst(seedOf(bad.devid), v)) ?? '';
  const kinds = new Set<string | null>();
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/lastPackage')) kinds.add(searchParams.get('pkgtype'));
  });
  await signIn(page, 'demo_main', '/endUserPage/systemUpgrade/index?kind=slave&size=50');
  await expect.poll(() => kinds.size, { message: 'kinds whose last package was requested' }).toBe(3);

  // A signature for another version is refused beside its field.
  await page.getByRole('button', { name: textOf('en', 'firmware:upload.button') }).click();
  const uploading = page.getByRole('dialog');
  const [choosing] = await Promise.all([
    page.waitForEvent('filechooser'),
    uploading.getByRole('button', { name: textOf('en', 'firmware:upload.file') }).click(),
  ]);
  await choosing.setFiles({ name: 'packs.bin', mimeType: 'application/octet-stream', buffer: content });
  await uploading.getByRole('combobox', { name: textOf('en', 'firmware:upload.kind') }).click();
  await page.getByRole('option', { name: KIND }).click();
  await uploading.getByRole('textbox', { name: textOf('en', 'firmware:upload.version') }).fill(version);
  const field = uploading.getByRole('textbox', { name: textOf('en', 'firmware:upload.signature') });
  await field.fill(await signature('9.9.9'));
  const send = uploading.getByRole('button', { name: textOf('en', 'firmware:upload.submit'), exact: true });
  await send.click();
  await expect(uploading.getByText(textOf('en', 'fields:firmware.signature'))).toBeVisible();
  await field.fill(await signature(version));
  await send.click();
  await expect(uploading).toBeHidden();
  await expect(page.getByText(version, { exact: true }).first()).toBeVisible();

  const devices = page.getByRole('grid', { name: textOf('en', 'firmware:devices.title') });
  for (const { devid } of [good, bad])
    await devices.getByRole('row').filter({ hasText: devid }).getByRole('checkbox').click();
  await page.getByRole('button', { name: textOf('en', 'firmware:devices.upgrade') }).click();
  const starting = page.getByRole('dialog');
  await expect(starting.getByRole('combobox')).toHaveValue(new RegExp(`^${version} `));
  await starting.getByText(textOf('en', 'firmware:start.rollouts.all'), { exact: true }).click();
  await starting.getByLabel(textOf('en', 'firmware:start.maxFailed')).fill('100');
  await starting.getByLabel(textOf('en', 'firmware:start.minSoc')).fill('0');
  await expect(starting.getByText(`2 devices get Battery packs ${version}.`)).toBeVisible();
  await starting.getByRole('button', { name: 'Upgrade 2 devices' }).click();

  // The campaign opens and progresses without a click.
  const jobs = page.getByRole('grid', { name: textOf('en', 'firmware:job.title') });
  const rowOf = (devid: string) => jobs.getByRole('row').filter({ hasText: devid });
  await expect(rowOf(good.devid)).toContainText(/Downloading|Installing/, { timeout: 60_000 });
  await expect(rowOf(good.devid)).toContainText('Done', { timeout: 90_000 });
  await expect(rowOf(bad.devid)).toContainText(textOf('en', 'firmware:job.error.install'), {
    timeout: 60_000,
  });
  await rowOf(bad.devid)
    .getByRole('button', { name: textOf('en', 'firmware:job.retryOf', { devid: bad.devid }) })
    .click();
  await expect(rowOf(bad.devid)).toContainText('Done', { timeout: 90_000 });
  await expect(page.getByRole('dialog').getByText('Finished', { exact: true })).toBeVisible({
    timeout: 30_000,
  });

  // Both report their versions themselves.
  const main = await asUser('demo_main');
  await expect
    .poll(
      async () => {
        const list = await main.call<{ total: number }>(
          'GET',
          `/v1/upgrade/tenants/${main.login.tenant_id}/things?pkgtype=${KIND}&version=${version}`,
        );
        return list.total;
      },
      { timeout: 30_000 },
    )
    .toBe(2);
});

test('an agent upgrades devices of the list with two clicks after the selection; a company may not', {
  tag: '@slow',
}, async ({ page }) => {
  await signIn(page, 'demo_agent1', '/deviceManager/index');
  const list = page.getByRole('grid', { name: 'Device List' });
  for (const n of [1, 2]) await list.getByRole('row').nth(n).getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Upgrade', exact: true }).click();
  const starting = page.getByRole('dialog');
  await expect(starting.getByText(/^Expected end: /)).toBeVisible();
  await expect(starting.getByRole('button', { name: 'Upgrade 2 devices' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(starting).toBeHidden();
  await page.reload();
  await expect(page.getByRole('region', { name: 'EMS', exact: true })).toBeVisible();
  await expect(starting).toHaveCount(0);

  // The devices selected in Monitoring are passed to Parameter Setting and to the comparison.
  await page.goto('/operationStatuss/index');
  const fleet = page.getByRole('grid', { name: 'Monitoring' });
  for (const n of [1, 2]) await fleet.getByRole('row').nth(n).getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Parameters', exact: true }).click();
  await expect(starting.getByText('2 selected devices')).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page).toHaveURL(/compare\?things=[^,%]+(%2C|,)/);
});

test('package cards say that devices are up to date only when that is known', { tag: '@slow' }, async ({
  page,
}) => {
  const current = page.getByText(textOf('en', 'firmware:package.allNew'));
  const errors = page.getByRole('alert').filter({ hasText: textOf('en', 'ui:error.title') });
  let answer = () => {};
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/v1/upgrade/tenants/*/versions', async (route) => {
    await late;
    await route.fulfill({ status: 500, json: {} });
  });
  await signIn(page, 'demo_agent1', '/endUserPage/systemUpgrade/index');
  // The packages are shown, the versions of the fleet are not known yet.
  await expect(page.getByRole('button', { name: /: all versions$/ })).toHaveCount(3);
  await expect(page.getByText(/^\d+\.\d+\.\d+$/).first()).toBeVisible();
  await expect(current).toHaveCount(0);
  answer();
  await expect(errors.first()).toBeVisible();
  await expect(current).toHaveCount(0);
});

test('an agent cannot upload a package; a company does not see the page', async ({ page }) => {
  await signIn(page, 'demo_agent1', '/endUserPage/systemUpgrade/index');
  await expect(page.getByRole('region', { name: 'EMS', exact: true })).toContainText('2.5.0');
  await expect(page.getByRole('button', { name: textOf('en', 'firmware:upload.button') })).toHaveCount(0);
  await expect(page.getByRole('button', { name: textOf('en', 'firmware:keys.button') })).toHaveCount(0);
  const company = await asUser('demo_company');
  const reply = await page.request.get(`/v1/upgrade/tenants/${company.login.tenant_id}/campaigns`, {
    headers: { authorization: `Bearer ${company.login.token}` },
  });
  expect(reply.status()).toBe(403);
});
