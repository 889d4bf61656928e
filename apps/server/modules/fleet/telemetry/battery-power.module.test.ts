import { expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { telemetryFixture } from '../../../testing/telemetry.ts';

const MINUTE = 60_000;
const now = Date.parse('2026-06-15T12:00:00Z');
const begin = now - 60 * MINUTE;
const f = setUp(() => telemetryFixture({ now: () => new Date(now) }));

/** The battery power of a site with one device that reports this, at each quarter-hour. */
async function powerOf(devid: string, data: object): Promise<(number | undefined)[]> {
  const { key } = await f.thing(devid);
  const times = [0, 15, 30].map((minute) => begin + minute * MINUTE);
  await f.send(
    devid,
    times.map((ts, i) => ({ ts, seq: i + 1, boot: 1, data })),
  );
  const rows = await f.telemetry.memberPower([{ key, since_ms: begin, until_ms: null }], begin, now);
  return rows.map(({ bat_power_w }) => bat_power_w);
}

test('the power of a site includes a battery that reports only its own power', async () => {
  expect(await powerOf('OWN-1', { M_POWER: -1500 })).toEqual([-1500, -1500, -1500]);
});

test('the power of a site is that of the inverter where the device reports both', async () => {
  expect(await powerOf('BOTH-1', { M_POWER: -1500, E_BAT_P: -1600 })).toEqual([-1600, -1600, -1600]);
});
