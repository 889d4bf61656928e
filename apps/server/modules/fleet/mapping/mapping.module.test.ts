import type { DeviceModelInput } from '@voltloop/device-models';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { UplinkRouter } from '../../../platform/uplink.ts';
import { type Fixture, telemetryFixture } from '../../../testing/telemetry.ts';
import { createMapping } from './index.ts';

let f: Fixture;
beforeAll(async () => {
  f = await telemetryFixture();
});
afterAll(() => f?.stop());

const tenant = (more: string) => `/v1/device-models/tenants/${f.main.tenantId}${more}`;

let made = 0;
/** An active model with these parts of a mapping, and its id. */
async function model(mapping: DeviceModelInput['mapping'], points: DeviceModelInput['points'] = []) {
  const id = `MODEL_${++made}`;
  const document = { id, name: { en: id, zh: id }, points, mapping };
  expect(await f.call(f.main, tenant('/models'), document)).toMatchObject({ status: 200 });
  expect(await f.call(f.main, tenant(`/models/${id}/activate`), { revision: 1 })).toMatchObject({
    status: 200,
  });
  return id;
}

const device = async (devtype: string) => {
  const devid = `FOREIGN_${++made}`;
  return { ...(await f.thing(devid, 'Europe/Berlin', devtype)), devid };
};
const newest = async (devid: string) => {
  const { data } = await f.call(f.main, '/v1/devices/batch/lastdata', [{ devid }]);
  const fields = (data as { fields: Record<string, { value: number; time: number }> }[])[0]?.fields ?? {};
  return Object.fromEntries(Object.entries(fields).map(([key, { value }]) => [key, value]));
};
const rejects = async (devid: string) => {
  const { data } = await f.call(f.main, `/v1/data-mgmt/tenants/${f.main.tenantId}/rejects?devid=${devid}`);
  return (data as { list: { topic: string; reason: string }[] }).list.map(({ topic, reason }) => [
    topic,
    reason,
  ]);
};
const publish = (client: MqttClient, topic: string, payload: string, qos: 0 | 1 = 1) =>
  client.publishAsync(topic, payload, { qos });

describe('messages of a foreign device', () => {
  it('are acknowledged when their readings are stored, on the points of their roles', async () => {
    const devtype = await model(
      {
        merge_s: 0,
        messages: [
          {
            topic: 'inverter/{device}',
            format: 'json',
            time: { path: '/t', unit: 'local' },
            fields: [
              { to: 'battery_power', path: '/b', scale: -1000 },
              { to: 'soc', path: '/soc' },
              { to: 'humidity', path: '/h' },
            ],
          },
        ],
      },
      [{ key: 'humidity', label: { en: 'Humidity', zh: '湿度' }, unit: '%' }],
    );
    const { devid, secret } = await device(devtype);
    const client = await f.connect(devid, secret, { clientId: 'any client id' });
    const at = new Date(Date.now() - 60_000);
    const local = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Europe/Berlin',
      dateStyle: 'short',
      timeStyle: 'medium',
    }).format(at);
    await publish(client, 'inverter/7', JSON.stringify({ t: local, b: 1.25, soc: 81, h: 44.5 }));
    expect(await newest(devid)).toEqual({ E_BAT_P: -1250, M_SOC: 81, humidity: 44.5 });
    const { data } = await f.call(f.main, '/v1/devices/batch/lastdata', [{ devid }]);
    expect((data as { time: number }[])[0]?.time).toBe(Math.floor(at.getTime() / 1000) * 1000);
  });

  it('with one value each become one frame, with sums of what is known', async () => {
    const devtype = await model({
      merge_s: 0.3,
      messages: [
        {
          topic: 'N/{device}/{...rest}',
          format: 'json',
          fields: [
            { to: 'soc', at: 'soc', path: '/value' },
            { to: 'pv_power', at: 'pv', path: '/value' },
            { to: 'battery_power', at: 'battery', path: '/value', scale: -1 },
            { to: 'grid_power', at: 'grid', path: '/value' },
          ],
        },
      ],
      derive: [
        { to: 'load_power', sum: [{ of: 'pv_power' }, { of: 'battery_power' }, { of: 'grid_power' }] },
      ],
    });
    const { devid, secret, key } = await device(devtype);
    const client = await f.connect(devid, secret);
    await Promise.all(
      Object.entries({ soc: 50, pv: 2000, battery: 500, grid: -300, other: 1 }).map(([name, value]) =>
        publish(client, `N/x/${name}`, JSON.stringify({ value })),
      ),
    );
    expect(await newest(devid)).toEqual({
      M_SOC: 50,
      E_PV_P: 2000,
      E_BAT_P: -500,
      E_GRID_P: -300,
      E_LOAD_P: 1200,
    });
    const frames = await f.services.clickhouse.query(
      {
        name: 'frames of a thing',
        sql: 'select count() as frames from frames final where thing = {thing:UInt32}',
        row: z.object({ frames: z.coerce.number() }),
      },
      { thing: key },
    );
    expect(frames).toEqual([{ frames: 1 }]);
  });

  it('that cannot be read are among the rejects with the place in the mapping; the rest is stored', async () => {
    const devtype = await model({
      merge_s: 0,
      messages: [
        {
          topic: 'a/b',
          format: 'json',
          fields: [
            { to: 'soc', path: '/soc' },
            { to: 'pv_power', path: '/pv' },
          ],
        },
      ],
    });
    const { devid, secret } = await device(devtype);
    const client = await f.connect(devid, secret);
    await publish(client, 'a/b', '{"soc":120,"pv":"much"}');
    await publish(client, 'a/b', '{"soc":50,"pv":"much"}');
    await publish(client, 'a/c', 'x');
    await publish(client, 'a/b', '{');
    expect(await newest(devid)).toEqual({ M_SOC: 50 });
    const found = await rejects(devid);
    expect(found).toHaveLength(6);
    expect(found).toEqual(
      expect.arrayContaining([
        ['a/b', 'out_of_range: M_SOC 120 (0 to 100)'],
        ['a/b', 'bad_value: messages.0.fields.1'],
        ['a/c', 'unknown_topic'],
        ['a/b', 'not_json: messages.0'],
      ]),
    );
  });

  it('over HTTP are read by their name', async () => {
    const devtype = await model({
      merge_s: 0,
      messages: [{ topic: 'status', format: 'json', fields: [{ to: 'soc', path: '/USOC' }] }],
    });
    const { devid, secret } = await device(devtype);
    const send = (password: string, name = 'status') =>
      f.app.inject({
        method: 'POST',
        url: `/v1/devices/${devid}/raw/${name}`,
        headers: { authorization: `Basic ${Buffer.from(`${devid}:${password}`).toString('base64')}` },
        payload: { USOC: 77 },
      });
    expect((await send('wrong')).statusCode).toBe(401);
    expect((await send(secret)).json().data).toEqual({ accepted: 1 });
    expect((await send(secret, 'other')).json().data).toEqual({ accepted: 0 });
    expect(await newest(devid)).toEqual({ M_SOC: 77 });
  });

  it('say whether it is connected, also by any last will', async () => {
    const devtype = await model({
      merge_s: 0,
      messages: [{ topic: 'x/data', format: 'number', fields: [{ to: 'soc' }] }],
      online: { topic: 'x/status', on: 'online', off: 'offline' },
    });
    const { devid, secret, id } = await device(devtype);
    const client = await f.connect(devid, secret, {
      will: { topic: 'x/status', payload: Buffer.from('offline'), qos: 1, retain: true },
    });
    const online = async () => {
      await f.telemetry.flush();
      const { rows } = await f.services.pool.query('select online from thing_state where thing_id = $1', [
        id,
      ]);
      return rows[0]?.online;
    };
    await publish(client, 'x/data', '55');
    expect(await online()).toBe(true);
    client.stream.destroy();
    await vi.waitFor(async () => expect(await online()).toBe(false));
  });

  it('are not read as another device, and topics of the server stay closed', async () => {
    const devtype = await model({
      merge_s: 0,
      messages: [{ topic: '{...rest}', format: 'number', fields: [{ to: 'soc', at: 'soc' }] }],
    });
    const { devid, secret } = await device(devtype);
    const victim = await f.thing(`VICTIM_${++made}`);
    for (const topic of [`things/${victim.devid}/telemetry`, '$SYS/x', 'voltloop/live/state']) {
      const client = await f.connect(devid, secret);
      const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
      client.publish(topic, '{"ts":1,"data":{"M_SOC":1}}', { qos: 0 });
      await closed;
    }
    const native = await f.connect(victim.devid, victim.secret);
    const closed = new Promise<void>((resolve) => native.once('close', () => resolve()));
    native.publish('soc', '5', { qos: 0 });
    await closed;
    expect(await newest(victim.devid)).toEqual({});
  });
});

describe('derived counters', () => {
  const integrating = {
    merge_s: 0,
    messages: [
      {
        topic: 'p',
        format: 'json' as const,
        time: { path: '/t', unit: 'ms' as const },
        fields: [{ to: 'battery_power', path: '/w' }],
      },
    ],
    derive: [{ to: 'discharge', integrate: 'battery_power', only: 'positive' as const }],
  };

  it('continue on another node after a kill, from the stored readings', async () => {
    const devtype = await model(integrating);
    const { devid, secret } = await device(devtype);
    const start_ms = Date.now() - 3_600_000;
    const client = await f.connect(devid, secret);
    const send = (minute: number) => JSON.stringify({ t: start_ms + minute * 60_000, w: 600 });
    for (let minute = 0; minute <= 5; minute++) await publish(client, 'p', send(minute));
    expect((await newest(devid)).E_E_DIS).toBe(50);
    // The first node never wrote its state: it was killed.
    const uplink = new UplinkRouter();
    createMapping(f.services, { things: f.things, models: f.models, telemetry: f.telemetry, uplink });
    for (let minute = 6; minute <= 10; minute++)
      await uplink.deliver({
        devid,
        kind: 'raw',
        topic: 'p',
        payload: Buffer.from(send(minute)),
        retained: false,
      });
    expect((await newest(devid)).E_E_DIS).toBe(100);
  });

  it('do not count what nobody measured', async () => {
    const devtype = await model(integrating);
    const { devid, secret } = await device(devtype);
    const start_ms = Date.now() - 3_600_000;
    const client = await f.connect(devid, secret);
    for (const minute of [0, 10, 40, 50])
      await publish(client, 'p', JSON.stringify({ t: start_ms + minute * 60_000, w: 600 }));
    expect((await newest(devid)).E_E_DIS).toBe(200);
  });
});
