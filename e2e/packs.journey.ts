import { readFile } from 'node:fs/promises';
import { readCsv } from './spreadsheet.ts';
import { expect, instance, registerFor, signIn, test } from './ui.ts';

const now_ms = Math.floor(Date.now() / 60_000) * 60_000;

/** A device of demo_agent1 with two packs of three cells each that has reported twice. */
async function packed(): Promise<string> {
  const { devid, secret } = await registerFor('demo_agent1', { devname: 'Two packs', time_zone: 'UTC' });
  const packs = (first: number[], second: number[]) => [
    { P_no: 1, P_SOC: 50, P_CELL_V: first },
    { P_no: 2, P_SOC: 48.5, P_CELL_V: second },
  ];
  const frames = [
    { ts: now_ms - 86_400_000, data: { M_SOC: 90 } },
    { ts: now_ms - 300_000, data: { M_SOC: 51 }, packs: packs([3300, 3310, 3305], [3200, 3201, 3202]) },
    { ts: now_ms, data: { M_SOC: 50 }, packs: packs([3300, 3325, 3305], [3200, 3201, 3204]) },
  ];
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

test('packs are shown side by side and over time, values newest and first, and a long range is saved as a file', async ({
  page,
}) => {
  const devid = await packed();
  await signIn(page, 'demo_agent1', `/operationStatuss/thing/${devid}?tab=packs`);
  const table = page.getByRole('grid', { name: 'Packs compared' });
  const row = (name: string) => table.getByRole('row').filter({ hasText: name });
  await expect(row('State of charge (%)').getByRole('gridcell')).toHaveText([
    'State of charge (%)',
    '50.0',
    '48.5',
  ]);
  await expect(row('Cell voltage, highest minus lowest').getByRole('gridcell').nth(1)).toHaveText('25');
  await expect(row('Cell voltage, highest minus lowest').getByRole('gridcell').nth(2)).toHaveText('4');

  const over = page.getByRole('region', { name: 'Packs over time' });
  await expect(over.getByRole('slider')).toHaveAttribute('aria-valuetext', /Pack 1: 10 – 25 mV|Pack 1: 25/);
  await over.getByRole('combobox', { name: 'What to show' }).selectOption('cells:P_CELL_V');
  await over.getByRole('combobox', { name: 'Pack' }).selectOption('2');
  await expect(over.getByRole('slider')).toHaveAttribute('aria-valuetext', /Cell 3: .*3,204 mV/);

  await page.getByRole('tab', { name: 'Values' }).click();
  await page.getByRole('searchbox', { name: 'Search points' }).fill('cell voltage @1.02');
  const latest = page.getByRole('grid', { name: 'Latest' });
  await expect(latest.getByRole('gridcell', { name: '3,325' })).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Which values' }).getByText('First').click();
  await page.getByRole('searchbox', { name: 'Search points' }).fill('');
  const first = page.getByRole('grid', { name: 'First' });
  await expect(first.getByRole('row').filter({ hasText: 'M_SOC' })).toContainText('90.0');
  await expect(page.getByText('1 value', { exact: true })).toBeVisible();

  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Up to a year…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Year', { exact: true }).click();
  await dialog.getByRole('combobox', { name: 'One row' }).selectOption({ label: 'for a month' });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  const [heading = [], ...lines] = readCsv((await readFile(await file.path())).toString('utf8'));
  expect(heading.slice(0, 3)).toEqual(['Time', 'Device', 'State of charge (%)']);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.every((line) => line[1] === devid && /-01T00:00:00\+00:00$/.test(line[0] ?? ''))).toBe(true);
  await expect(page.getByText('The file is saved')).toBeVisible();
});

test('an account without the right to send commands cannot request a report of packs', {
  tag: '@slow',
}, async ({ page }) => {
  const { devid, secret } = await registerFor('demo_enduser', { time_zone: 'UTC' });
  await fetch(`${instance.url}/v1/devices/${devid}/data`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${devid}:${secret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify([{ ts: now_ms, seq: 0, boot: 1, data: {}, packs: [{ P_no: 1, P_SOC: 33 }] }]),
  });
  await signIn(page, 'demo_enduser', `/operationStatuss/thing/${devid}?tab=packs`);
  await expect(page.getByRole('heading', { name: 'Pack 1' })).toBeVisible();
  await expect(page.getByRole('button', { name: /report now/i })).toHaveCount(0);
});
