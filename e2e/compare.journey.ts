import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readCsv } from './spreadsheet.ts';
import { expect, instance, registerFor, signIn, test } from './ui.ts';

const MINUTE_MS = 60_000;

interface Frame {
  ts: number;
  data: Record<string, number>;
  packs?: Record<string, unknown>[];
}

/** A device of demo_agent1 with these frames sent. */
async function reporting(devname: string, frames: Frame[]): Promise<string> {
  const { devid, secret } = await registerFor('demo_agent1', { devname, time_zone: 'UTC' });
  const reply = await fetch(`${instance.url}/v1/devices/${devid}/data`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${devid}:${secret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(frames.map((frame, seq) => ({ ...frame, seq, boot: 1, q: 1 }))),
  });
  expect(reply.status).toBe(200);
  return devid;
}

/** Yesterday at noon, UTC: in the past, so that nothing on the screen changes during the test. */
const noon_ms = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 43_200_000;
const day = new Date(noon_ms).toISOString().slice(0, 10);

const figures = (page: Page) => page.getByRole('grid', { name: 'Figures' });
const cells = async (page: Page) => {
  const texts = await figures(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
    .all();
  return Promise.all(
    texts.map(async (row) => (await row.getByRole('gridcell').allInnerTexts()).map((text) => text.trim())),
  );
};

test('two devices are compared: picked, drawn by unit, listed, kept in the URL, saved as a file', async ({
  page,
}) => {
  const first = await reporting('Left battery', [
    { ts: noon_ms, data: { M_SOC: 40, M_POWER: 100 } },
    { ts: noon_ms + MINUTE_MS, data: { M_SOC: 41, M_POWER: 200 } },
  ]);
  const second = await reporting('Right battery', [{ ts: noon_ms + MINUTE_MS, data: { M_SOC: 70 } }]);

  await signIn(page, 'demo_agent1', `/operationStatuss/compare?from=${day}`);
  for (const [devid, name] of [
    [first, 'Left battery'],
    [second, 'Right battery'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Devices' }).fill(devid);
    await page.getByRole('option', { name: `${name} · ${devid}` }).click();
  }
  await page.getByRole('combobox', { name: 'Points' }).fill('M_SOC');
  await page.getByRole('option', { name: /M_SOC$/ }).click();
  await page.getByRole('combobox', { name: 'Points' }).fill('M_POWER');
  await page.getByRole('option', { name: /M_POWER$/ }).click();
  await page.keyboard.press('Escape');

  // One chart for each unit.
  await expect(page.getByRole('slider')).toHaveCount(2);
  await expect(figures(page)).toBeVisible();
  const time = (minute: number) => `${day} 12:0${minute}:00`;
  await expect
    .poll(() => cells(page))
    .toEqual([
      [time(0), '40.0', '100', '–'],
      [time(1), '41.0', '200', '70.0'],
    ]);

  // The URL holds the whole state.
  await page.getByRole('combobox', { name: 'Every' }).selectOption({ label: 'hour' });
  await expect(page).toHaveURL(/every=1h/);
  await page.reload();
  await expect.poll(() => cells(page)).toEqual([[time(0), '40.5', '150', '70.0']]);

  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV file' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`comparison_${day}_${day}.csv`);
  expect(readCsv((await readFile(await file.path())).toString('utf8'))).toEqual([
    [
      'Time',
      `${first} · State of charge (%)`,
      `${first} · Battery power (W)`,
      `${second} · State of charge (%)`,
    ],
    [`${day}T12:00:00+00:00`, '40.5', '150', '70'],
  ]);
});

test('a link with another account’s device shows only visible devices', { tag: '@slow' }, async ({
  page,
}) => {
  const foreign = await reporting('Not yours', [{ ts: noon_ms, data: { M_SOC: 12.3 } }]);
  await signIn(page, 'demo_agent2', `/operationStatuss/compare?from=${day}&things=${foreign}&points=M_SOC`);
  await expect(page.getByRole('alert')).toContainText(foreign);
  await expect(page.getByRole('main')).not.toContainText('12.3');
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled();
});
