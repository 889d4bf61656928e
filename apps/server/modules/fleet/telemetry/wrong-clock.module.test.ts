import { beforeAll, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { telemetryFixture } from '../../../testing/telemetry.ts';
import { countRejects, retryRejects } from './index.ts';

/** A host whose clock is wrong, with a database on another host. */

const DAY_MS = 86_400_000;
let ahead_ms = 0;
const f = setUp(() => telemetryFixture({ now: () => new Date(Date.now() + ahead_ms), watchClock: true }));
const frame = () => ({ ts: Date.now(), q: 0, data: { M_SOC: 50 } });

beforeAll(async () => {
  await f.services.clockWatch?.check();
});

test.each([-40 * DAY_MS, 200 * DAY_MS])('a clock that is off by %i ms loses no frame', async (ms) => {
  const devid = `CLOCK-${Math.abs(ms)}`;
  const thing = await f.thing(devid);
  ahead_ms = ms;
  expect(f.services.clockWatch?.fault()).not.toBeNull();
  const post = () =>
    f.app.inject({
      method: 'POST',
      url: `/v1/devices/${devid}/data`,
      payload: frame(),
      headers: { authorization: `Basic ${Buffer.from(`${devid}:${thing.secret}`).toString('base64')}` },
    });
  const refused = await post();
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([503, true]);
  // Sent again on each connection, until it is acknowledged.
  const client = await f.connect(devid, thing.secret, { reconnectPeriod: 100 });
  let isAcknowledged = false;
  const acknowledged = client
    .publishAsync(`things/${devid}/telemetry`, JSON.stringify(frame()), { qos: 1 })
    .then(() => {
      isAcknowledged = true;
    });
  await new Promise((resolve) => client.once('close', () => resolve(undefined)));
  expect(isAcknowledged).toBe(false);
  await expect(f.services.clockWatch?.check()).resolves.toBeUndefined();
  ahead_ms = 0;
  await f.services.clockWatch?.check();
  expect(f.services.clockWatch?.fault()).toBeNull();
  expect((await post()).json().data).toEqual({ accepted: 1 });
  await acknowledged;
});

test('rejected frames are read again after the cause was fixed, and once however often', async () => {
  const { clickhouse, db, log } = f.services;
  const thing = await f.thing('AGAIN-1');
  const ahead = { ...frame(), ts: Date.now() + 5 * DAY_MS };
  await f.send('AGAIN-1', ahead);
  await f.send('AGAIN-1', { ...frame(), data: { M_SOC: 500 } });
  const stored = async () =>
    (
      await (
        await clickhouse.client.query({
          query: `select count() as n from frames final where thing = ${thing.key}`,
          format: 'JSONEachRow',
        })
      ).json<{ n: string }>()
    ).map(({ n }) => Number(n))[0];
  const before = await stored();
  expect(await countRejects(clickhouse, { devid: 'AGAIN-1' })).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ name: 'in_future', messages: 1, devices: 1 })]),
  );
  const services = {
    clickhouse,
    db,
    log,
    config: f.services.config,
    clock: () => new Date(Date.now() + 5 * DAY_MS),
  };
  for (let i = 0; i < 2; i++)
    expect(await retryRejects(services, { reason: 'in_future', devid: 'AGAIN-1' })).toEqual({
      messages: 1,
      points: 1,
      unreadable: 0,
      cut: 0,
    });
  expect(await stored()).toBe((before ?? 0) + 1);
  expect(await retryRejects(services, { reason: 'out_of_range', devid: 'AGAIN-1' })).toMatchObject({
    unreadable: 1,
  });
});
