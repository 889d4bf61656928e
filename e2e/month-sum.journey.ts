import type { Frame } from '@voltloop/protocol';
import mqtt from 'mqtt';
import { createSystem, historyFrames } from '../simulator/index.ts';
import { register } from './api.ts';
import { asUser, dataPath, expect, instance, newDevid, signIn, test } from './ui.ts';

/** The time zone of the days, with clock changes in April and October. */
const ZONE = 'Australia/Sydney';
const STEP_S = 600;
const FRESH_MS = 30 * 60_000;
const HOUR_MS = 3_600_000;
const columns = [
  { key: 'E_E_PV', label: 'Solar' },
  { key: 'E_E_DIS', label: 'Discharged' },
  { key: 'E_E_IMP', label: 'Imported' },
  { key: 'E_E_LOAD', label: 'Consumed' },
  { key: 'E_E_CHG', label: 'Charged' },
  { key: 'E_E_EXP', label: 'Exported' },
] as const;

const dayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
/** yyyy-MM-dd in the device's zone. */
const dayOf = (time_ms: number) => dayFormat.format(time_ms);

/** Start of the day that contains `time_ms`, found by search rather than by arithmetic on offsets. */
function startOfDay(time_ms: number): number {
  const day = dayOf(time_ms);
  let at = Math.floor(time_ms / 900_000) * 900_000;
  while (dayOf(at - 900_000) === day) at -= 900_000;
  return at;
}

interface Day {
  day: string;
  /** Wh by counter key, and the first reading of the day. */
  energy_wh: Record<string, number>;
  first_wh: Record<string, number>;
}

/** Energy by calendar day: the last reading of a day less the last one before it. */
function expectedDays(frames: readonly Frame[], month: string): Day[] {
  const days: Day[] = [];
  let before: Frame | undefined;
  let lastOfFormerDay: Frame | undefined;
  for (const frame of frames) {
    const day = dayOf(frame.ts);
    if (before && dayOf(before.ts) !== day) lastOfFormerDay = before;
    before = frame;
    if (!day.startsWith(month) || !lastOfFormerDay) continue;
    let present = days.at(-1);
    if (present?.day !== day) {
      const fresh = startOfDay(frame.ts) - lastOfFormerDay.ts <= FRESH_MS;
      present = { day, energy_wh: {}, first_wh: { ...(fresh ? lastOfFormerDay : frame).data } };
      days.push(present);
    }
    for (const { key } of columns)
      present.energy_wh[key] = (frame.data?.[key] ?? 0) - (lastOfFormerDay.data?.[key] ?? 0);
  }
  return days;
}

test('a month of frames, sent as back-fill, adds up on screen to the difference of the meter readings', {
  tag: '@slow',
}, async ({ page }) => {
  // The previous month, in the device's zone, with some days around it.
  const monthEnd_ms = startOfDay(Date.now() - (Number(dayOf(Date.now()).slice(8)) - 1) * 24 * HOUR_MS);
  const month = dayOf(monthEnd_ms - 24 * HOUR_MS).slice(0, 7);
  const devid = newDevid();
  const place = { lat: -33.76, lon: 150.69, tz: ZONE, country: 'AU' };
  const begin_ms = monthEnd_ms - 33 * 24 * HOUR_MS;
  const system = createSystem({ devid, seed: 7, packs: 3, place }, begin_ms);
  const keys = columns.map((column) => column.key);
  const made = historyFrames(system, begin_ms, monthEnd_ms + 6 * HOUR_MS, STEP_S, {
    keys,
    longest_step_s: 150,
  });
  // The device was offline from 21:00 on the 9th to 03:00 on the 10th, and stored nothing of that time.
  const silent = [`${month}-09`, `${month}-10`];
  const hourOf = (ms: number) => Math.floor((ms - startOfDay(ms)) / HOUR_MS);
  const frames = [...made]
    .filter(({ ts }) => {
      const at = silent.indexOf(dayOf(ts));
      return !(at === 0 ? hourOf(ts) >= 21 : at === 1 && hourOf(ts) < 3);
    })
    .map((frame): Frame => ({ ...frame, q: 1 }));
  const days = expectedDays(frames, month);
  expect(days.length).toBeGreaterThanOrEqual(28);

  const main = await asUser('demo_main');
  const { secret } = await register(main, devid, { devname: 'Back-fill battery', time_zone: ZONE });
  const device = await mqtt.connectAsync(`mqtt://127.0.0.1:${instance.mqttPort}`, {
    username: devid,
    password: secret,
    clientId: devid,
  });
  try {
    // The second half before the first, and one array twice: neither may change a sum.
    const arrays: Frame[][] = [];
    for (let i = 0; i < frames.length; i += 400) arrays.push(frames.slice(i, i + 400));
    const half = arrays.length >> 1;
    for (const array of [...arrays.slice(half), ...arrays.slice(0, half), arrays[half] as Frame[]])
      await device.publishAsync(`things/${devid}/telemetry`, JSON.stringify(array), { qos: 1 });
  } finally {
    await device.endAsync();
  }

  await signIn(page, 'demo_main', `/operationStatuss/thing/${devid}`);
  const card = page.getByRole('region', { name: 'Energy', exact: true });
  await card.getByRole('button', { name: 'Earlier' }).click();
  await card.getByRole('button', { name: 'Show as table' }).click();
  const table = card.getByRole('table');
  const kwh = (wh: number) =>
    (wh / 1000).toLocaleString('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  await expect(table.getByRole('columnheader').filter({ hasText: '(kWh)' })).toHaveText(
    columns.map((column) => `${column.label} (kWh)`),
  );
  await expect(table.getByRole('rowheader')).toHaveText(days.map(({ day }) => day));
  const expected = days.flatMap(({ energy_wh }) =>
    columns.map(({ key }) => kwh(energy_wh[key] ?? Number.NaN)),
  );
  await expect(table.getByRole('cell')).toHaveText(expected);
  await expect(card).toContainText('Some of the energy was consumed or produced during a gap in the data');

  // The totals above the chart; a different order of addition may change the last digit.
  await expect(card.getByRole('term')).toHaveText([...columns.map(({ label }) => label), 'Self-sufficiency']);
  const figures = await card.getByRole('definition').allInnerTexts();
  for (const [i, { key, label }] of columns.entries()) {
    const sum_kwh = days.reduce((sum, day) => sum + (day.energy_wh[key] ?? 0), 0) / 1000;
    const shown = Number(figures[i]?.replace(/[^\d.]/g, ''));
    expect(sum_kwh).toBeGreaterThan(10);
    expect(Math.abs(shown - sum_kwh), `${label}: ${shown}, by hand ${sum_kwh}`).toBeLessThanOrEqual(0.0501);
  }

  // The API's first reading of a day: the one at its beginning if fresh, else the first within.
  type Slot = { first: number; last: number; value: number; gap?: boolean };
  // Signed in again if sessions of the other journeys have displaced it.
  const rows = await (await asUser('demo_main')).call<({ key: number } & Record<string, Slot>)[]>(
    'GET',
    `${dataPath(main)}/info-model/HE_BAT/things/${devid}/_aggregations?agg_interval=1d&data_points=E_E_IMP` +
      `&begin_time=${startOfDay(monthEnd_ms - days.length * 24 * HOUR_MS + 2 * HOUR_MS)}&end_time=${monthEnd_ms}`,
  );
  expect(rows.map((row) => dayOf(row.key))).toEqual(days.map(({ day }) => day));
  expect(rows.map((row) => row.E_E_IMP?.first)).toEqual(days.map(({ first_wh }) => first_wh.E_E_IMP));
  expect(rows.filter((row) => row.E_E_IMP?.gap).map((row) => dayOf(row.key))).toEqual([`${month}-10`]);
});
