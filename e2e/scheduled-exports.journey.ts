import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { register } from './api.ts';
import { axeFindings } from './axe.ts';
import { horizontalOverflow } from './phone.ts';
import { readSheet } from './spreadsheet.ts';
import { asUser, expect, instance, newDevid, signIn, test, textOf } from './ui.ts';

const HOUR_MS = 3_600_000;

/** A device of the company whose solar meter rose by 1 kWh an hour for a day and a half. */
async function measuredDevice(userId: string): Promise<string> {
  const main = await asUser('demo_main');
  const devid = newDevid();
  const { secret } = await register(main, devid);
  await main.call('POST', `/v1/things/tenants/${main.login.tenant_id}/users/things?userIds=${userId}`, [
    devid,
  ]);
  const from_ms = Date.now() - 36 * HOUR_MS;
  const frames = Array.from({ length: 36 }, (_, i) => ({
    ts: from_ms + i * HOUR_MS,
    seq: i,
    boot: 1,
    q: 1,
    data: { M_SOC: 50, E_E_PV: 100_000 + i * 1000 },
  }));
  const reply = await fetch(`${instance.url}/v1/devices/${devid}/data`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${devid}:${secret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(frames),
  });
  expect(reply.status).toBe(200);
  return devid;
}

const findings = (page: Page) => axeFindings(page, ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']);

test('an export is scheduled, run immediately, downloaded, changed and deleted, also on a phone in Chinese', async ({
  page,
}) => {
  const company = await asUser('demo_company');
  const devid = await measuredDevice(company.login.user_id);
  try {
    await signIn(page, 'demo_company', '/sites/index');
    await page.getByRole('link', { name: 'Scheduled Exports' }).click();
    await expect(page.getByText('No scheduled exports yet')).toBeVisible();
    await page.getByRole('button', { name: 'New export' }).click();
    const form = page.getByRole('dialog', { name: 'New scheduled export' });
    // Missing values are reported beside their fields.
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('This field is required')).toBeVisible();
    await form.getByRole('textbox', { name: 'Name' }).fill('Energy of all homes');
    await form.getByRole('combobox', { name: 'Format' }).click();
    await page.getByRole('option', { name: 'Excel' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    const row = page.getByRole('listitem').filter({ hasText: 'Energy of all homes' });
    await expect(row).toContainText('Energy by days · all devices · Excel');
    await expect(row).toContainText('No file yet');

    await row.getByRole('button', { name: 'More actions for Energy of all homes' }).click();
    await page.getByRole('menuitem', { name: 'Run now' }).click();
    await expect(row.getByText('Done')).toBeVisible({ timeout: 30_000 });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: /^Download the file of/ }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^Energy of all homes_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.xlsx$/);
    const [head, ...rows] = await readSheet(await readFile(await file.path()));
    expect(head?.slice(2, 4)).toEqual(['Device', 'Solar (kWh)']);
    expect(rows.find(([, , device]) => device === devid)?.[3]).toBeGreaterThan(0);

    // Values of chosen devices as Parquet.
    await row.getByRole('button', { name: 'More actions for Energy of all homes' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit scheduled export' });
    await edit.getByRole('combobox', { name: 'Content' }).click();
    await page.getByRole('option', { name: 'History' }).click();
    await edit.getByRole('combobox', { name: 'Which devices' }).click();
    await page.getByRole('option', { name: 'Chosen devices' }).click();
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(edit.getByText('This field is required')).toBeVisible();
    await edit.getByRole('combobox', { name: 'Devices', exact: true }).click();
    await page.getByRole('option').first().click();
    await page.keyboard.press('Escape');
    expect(await findings(page)).toEqual([]);
    await edit.getByRole('combobox', { name: 'Format' }).click();
    await page.getByRole('option', { name: 'Parquet' }).click();
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('History by days · 1 device · Parquet');
    expect(await findings(page)).toEqual([]);

    // The same page on a phone, in Chinese.
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, 'demo_company', '/exports/index', 'zh');
    const narrow = page.getByRole('listitem').filter({ hasText: 'Energy of all homes' });
    await narrow
      .getByRole('button', { name: textOf('zh', 'exports:filesOf', { name: 'Energy of all homes' }) })
      .click();
    const files = page.getByRole('dialog');
    await expect(files.getByText(textOf('zh', 'exports:state.done'))).toBeVisible();
    expect(await horizontalOverflow(page)).toBe(0);
    expect(await findings(page)).toEqual([]);
    await files.getByRole('button', { name: /^删除/ }).click();
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: textOf('zh', 'exports:delete'), exact: true })
      .click();
    await expect(files.getByText(textOf('zh', 'exports:state.removed'))).toBeVisible();
    await page.keyboard.press('Escape');
    await narrow
      .getByRole('button', { name: textOf('zh', 'exports:more', { name: 'Energy of all homes' }) })
      .click();
    await page.getByRole('menuitem', { name: textOf('zh', 'exports:delete') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: textOf('zh', 'exports:delete') })
      .click();
    await expect(page.getByText(textOf('zh', 'exports:none'))).toBeVisible();
  } finally {
    const { list } = await company.call<{ list: { id: string }[] }>('GET', '/v1/exports/schedules');
    for (const { id } of list) await company.call('DELETE', `/v1/exports/schedules/${id}`);
  }
});
