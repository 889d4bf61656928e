import type { DeviceModelSummary } from '@voltloop/contract';
import type { DeviceModelInput } from '@voltloop/device-models';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { type TestWorld, testWorld } from '../../../testing/world.ts';
import type { AccountRow } from '../../people/accounts/index.ts';
import { createDeviceModels, type DeviceModels } from './index.ts';

let world: TestWorld;
let server: TestServer;
/** The models as another node knows them. */
let elsewhere: DeviceModels;
beforeAll(async () => {
  world = await testWorld();
  server = await startTestServer(world.databaseUrl);
  elsewhere = createDeviceModels(server.services);
  await elsewhere.start?.();
});
afterAll(async () => {
  await elsewhere?.stop?.();
  await server?.stop();
  await world?.stop();
});

let main: AccountRow;
let token: string;
beforeEach(async () => {
  main = await server.tenant();
  token = (await server.signIn(main.userName)).token;
});

const document = (more: Partial<DeviceModelInput> = {}): DeviceModelInput => ({
  id: 'METER',
  name: { en: 'Meter', zh: '电表' },
  points: [{ key: 'phase_angle', label: { en: 'Phase angle', zh: '相位角' }, unit: '°', step: 1 }],
  mapping: {
    messages: [
      {
        topic: 'meter/{device}/data',
        format: 'json',
        fields: [
          { to: 'grid_power', path: '/p', scale: 1000 },
          { to: 'phase_angle', path: '/a' },
        ],
      },
    ],
  },
  samples: [
    {
      messages: [{ topic: 'meter/1/data', payload: '{"p":1.2,"a":7}' }],
      expect: { grid_power: 1200, phase_angle: 7 },
    },
  ],
  ...more,
});

const path = (more = '', of = main) => `/v1/device-models/tenants/${of.tenantId}${more}`;
const create = (body: object) => server.call(token, 'POST', path('/models'), body);
const activate = (revision = 1) => server.call(token, 'POST', path('/models/METER/activate'), { revision });
const active = async (model: DeviceModelInput = document()) => {
  expect((await create(model)).status).toBe(200);
  expect((await activate()).status).toBe(200);
};
const ids = async (of: DeviceModels = elsewhere) =>
  new Map((await of.dictionary(main.tenantId, 'METER'))?.model.points.map(({ key, id }) => [key, id]));

describe('device models', () => {
  it('are unknown until they are activated; then points with a role are those of the core', async () => {
    await create(document());
    expect(await elsewhere.dictionary(main.tenantId, 'METER')).toBeUndefined();
    expect((await server.things.modelNames(main.tenantId)).has('METER')).toBe(false);
    await activate();
    await vi.waitFor(async () => expect((await ids()).size).toBe(2));
    expect([...(await ids())]).toEqual([
      ['E_GRID_P', 440],
      ['phase_angle', 1000],
    ]);
    const [registered] = await server.things.register(server.as(main), [
      { devid: 'METER-1', devtype: 'METER' },
    ]);
    expect(registered?.thing.info_model_id).toBe('METER');
  });

  it('keep the id of a point through versions, and give it another one when its unit changes', async () => {
    await active();
    const next = (unit: string) => {
      const { points: [point] = [] } = document();
      return document({
        points: [{ ...(point as object), label: { en: 'Angle', zh: '角' }, unit } as never],
      });
    };
    for (const [unit, id] of [
      ['°', 1000],
      ['rad', 1001],
      ['°', 1000],
    ] as const) {
      const saved = await server.call(token, 'PUT', path('/models/METER/draft'), {
        document: next(unit),
        revision: null,
      });
      expect(saved.status).toBe(200);
      expect((await activate()).status).toBe(200);
      await vi.waitFor(async () => expect((await ids()).get('phase_angle')).toBe(id));
    }
  });

  it('are not activated while a sample gives another reading', async () => {
    const wrong = document();
    wrong.samples = [
      { messages: [{ topic: 'meter/1/data', payload: '{"p":1}' }], expect: { grid_power: 1 } },
    ];
    await create(wrong);
    const refused = await activate();
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused)).toContain('samples.0.expect.grid_power');
    expect(await server.things.dictionary(main.tenantId, 'METER')).toBeUndefined();
  });

  it('name the field that is wrong', async () => {
    const bad = document();
    const refused = await create({ ...bad, points: [{ ...bad.points?.[0], key: 'M_SOC' }] });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused)).toContain('points.0.key');
  });

  it('refuse a change of a draft that somebody else has changed', async () => {
    await create(document());
    const save = (revision: number) =>
      server.call(token, 'PUT', path('/models/METER/draft'), { document: document(), revision });
    expect((await save(1)).status).toBe(200);
    expect((await save(1)).status).toBe(409);
    expect((await activate(1)).status).toBe(409);
    expect((await activate(2)).status).toBe(200);
  });

  it('belong to their tenant alone, and only main account and factory change them', async () => {
    await active();
    const stranger = await server.tenant();
    const strange = (await server.signIn(stranger.userName)).token;
    expect((await server.call(strange, 'GET', path('/models/METER', stranger))).status).toBe(404);
    expect((await server.call(strange, 'GET', path('/models/METER'))).status).not.toBe(200);
    expect(await server.things.dictionary(stranger.tenantId, 'METER')).toBeUndefined();
    const agent = await server.account('agent1', await server.account('factory', main));
    const below = (await server.signIn(agent.userName)).token;
    expect((await server.call(below, 'GET', path('/models'))).status).toBe(200);
    expect((await server.call(below, 'GET', path('/models/METER'))).status).toBe(200);
    expect((await server.call(below, 'POST', path('/models'), document())).status).toBe(403);
  });

  it('are not retired while a device has them', async () => {
    await active();
    await server.things.register(server.as(main), [{ devid: 'METER-2', devtype: 'METER' }]);
    const retire = () => server.call(token, 'POST', path('/models/METER/retire'));
    expect((await retire()).status).toBe(409);
    await server.things.remove(server.as(main), 'METER-2');
    expect((await retire()).status).toBe(200);
    await vi.waitFor(async () => expect(await elsewhere.dictionary(main.tenantId, 'METER')).toBeUndefined());
  });

  it('of the catalogue are installed with one call, all of them', async () => {
    const { data } = await server.call(token, 'GET', path('/catalogue'));
    for (const { id } of data as { id: string }[])
      expect((await server.call(token, 'POST', path(`/catalogue/${id}`))).status, id).toBe(200);
    const list = (await server.call(token, 'GET', path('/models'))).data as DeviceModelSummary[];
    expect(list.filter(({ active_version }) => active_version === 1).length).toBe(
      (data as unknown[]).length + 1,
    );
  });

  it('show what they would make of messages', async () => {
    const { data } = await server.call(token, 'POST', path('/preview'), {
      document: document(),
      messages: [
        { topic: 'meter/1/data', payload: '{"p":"x","a":3}' },
        { topic: 'other', payload: '' },
      ],
    });
    expect(data).toEqual([
      {
        readings: [{ key: 'phase_angle', value: 3, unit: '°' }],
        refusals: [{ reason: 'bad_value', about: 'messages.0.fields.0' }],
      },
      { readings: [], refusals: [{ reason: 'no_topic', about: 'other' }] },
    ]);
  });
});
