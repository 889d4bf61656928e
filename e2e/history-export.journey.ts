import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { register } from './api.ts';
import { readCsv, readSheet } from './spreadsheet.ts';
import { asUser, expect, instance, newDevid, signIn, switchLanguage, test, textOf } from './ui.ts';

const MINUTE_MS = 60_000;

/** A zone where it is daytime now, so that the last half hour lies within one day. */
function daytimeZone(): string {
  const hour = (zone: string) =>
    Number(new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format());
  const zone = ['Asia/Kathmandu', 'America/Los_Angeles'].find((each) => hour(each) >= 6 && hour(each) < 21);
  return zone as string;
}

/** `2026-11-21 10:05:08` in local time of a zone. */
function wallClock(time_ms: number, zone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return format.format(time_ms);
}

async function download(page: Page, button: string) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('history is selected, shown newest first, and saved as CSV and Excel with the same values', async ({
  page,
}) => {
  const zone = daytimeZone();
  const main = await asUser('demo_main');
  // A spreadsheet would take a text with this first character for a formula.
  const devid = `-${newDevid()}`;
  const { secret } = await register(main, devid, { devname: 'Exported battery', time_zone: zone });
  const newest_ms = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const sent = Array.from({ length: 30 }, (_, i) => ({
    ts: newest_ms - (29 - i) * MINUTE_MS,
    power_w: 1000 + 7 * i,
    volt_v: 350.1 + i / 10,
  }));
  // The newest half first: a file is ordered by device time, whatever the order of arrival.
  const shuffled = [...sent.slice(15), ...sent.slice(0, 15)];
  const frames = shuffled.map(({ ts, power_w, volt_v }, seq) => ({
    ts,
    seq,
    boot: 1,
    q: 1,
    data: { E_PV_P: power_w, E_PV1_V: volt_v, M_SOC: 50 },
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

  await signIn(page, 'demo_main', `/operationStatuss/thing/${devid}?tab=history`);
  await page.getByRole('combobox', { name: 'Group of points' }).selectOption({ label: 'Site · PV' });
  await expect(page.getByRole('status').filter({ hasText: '30 rows' })).toBeVisible();
  const table = page.getByRole('grid', { name: 'History' });
  await expect(table.getByRole('columnheader', { name: 'PV power (W)' })).toBeVisible();
  const firstRow = table.getByRole('row').nth(1);
  await expect(firstRow).toContainText(wallClock(newest_ms, zone));
  await expect(firstRow).toContainText('1,203');

  const csv = await download(page, 'CSV');
  expect(csv.name).toMatch(/\.csv$/);
  const [heading = [], ...lines] = readCsv(csv.bytes.toString('utf8'));
  expect(csv.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(heading.slice(0, 2)).toEqual(['Time', 'Device']);
  const power = heading.indexOf('PV power (W)');
  const volt = heading.findIndex((label) => /^PV.*1.* voltage \(V\)$/i.test(label));
  expect(heading.slice(2).every((label) => !label.includes('State of charge'))).toBe(true);
  expect(lines).toHaveLength(30);
  expect(lines.map((line) => Date.parse(line[0] as string))).toEqual(sent.map(({ ts }) => ts));
  expect(
    lines.every((line) => line[0]?.startsWith(wallClock(Date.parse(line[0]), zone).replace(' ', 'T'))),
  ).toBe(true);
  expect(lines.map((line) => Number(line[power]))).toEqual(sent.map(({ power_w }) => power_w));
  expect(lines.map((line) => Number(line[volt]))).toEqual(
    sent.map(({ volt_v }) => Number(volt_v.toFixed(1))),
  );
  expect(new Set(lines.map((line) => line[1]))).toEqual(new Set([`'${devid}`]));

  const xlsx = await download(page, 'Excel');
  expect(xlsx.name).toMatch(/\.xlsx$/);
  const [head = [], ...cells] = readSheet(xlsx.bytes);
  expect(head).toEqual([`Time (${zone})`, `Time (${zone}) (UTC±)`, ...heading.slice(1)]);
  expect(cells).toHaveLength(30);
  const days = cells.map((row) => row[0] as number);
  expect(days).toEqual([...days].sort((a, b) => a - b));
  // Spreadsheets count days of local time from 1899-12-30.
  const clocks = days.map((day) =>
    new Date((day - 25_569) * 86_400_000).toISOString().slice(0, 19).replace('T', ' '),
  );
  expect(clocks).toEqual(sent.map(({ ts }) => wallClock(ts, zone)));
  // The UTC offset is a column of its own.
  expect(cells.map((row) => row[power + 1])).toEqual(sent.map(({ power_w }) => power_w));
  // A text cell is never a formula, so it needs no apostrophe.
  expect(new Set(cells.map((row) => row[2]))).toEqual(new Set([devid]));

  // A reload, a bookmark and a link keep the period and the group.
  await page.getByText(textOf('en', 'ui:range.week'), { exact: true }).click();
  await expect(page).toHaveURL(/period=week/);
  await page.reload();
  await expect(page.getByRole('radio', { name: textOf('en', 'ui:range.week'), exact: true })).toBeChecked();
  await expect(
    page.getByRole('combobox', { name: 'Group of points' }).getByRole('option', { selected: true }),
  ).toHaveText('Site · PV');

  // The Chinese interface exports Chinese headings.
  await switchLanguage(page, 'zh');
  await expect(page.getByRole('combobox', { name: textOf('zh', 'things:history.group') })).toBeVisible();
  const chinese = readCsv((await download(page, 'CSV')).bytes.toString('utf8'));
  expect(chinese[0]?.slice(0, 2)).toEqual(['时间', '设备编号']);
  expect(chinese.slice(1)).toEqual(lines);
});
