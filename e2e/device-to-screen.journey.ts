import type { Page as Pages } from '@voltloop/contract';
import { register } from './api.ts';
import { frameOf, mosquittoPub } from './mosquitto.ts';
import { asUser, dataPath, expect, newDevid, settled, signIn, tenantPath, test, title } from './ui.ts';

test("a published frame appears on the device's open page immediately, without a reload", async ({
  page,
}) => {
  const main = await asUser('demo_main');
  const { thing, secret } = await register(main, newDevid(), { devname: 'Laptop battery' });
  const topic = `things/${thing.devid}/telemetry`;
  await signIn(page, 'demo_main', `/operationStatuss/thing/${thing.devid}`);
  await expect(title(page)).toHaveText('Laptop battery');
  await expect(page.getByRole('main')).toContainText('Not activated');
  // A device that has never reported is not an error: its charts are empty.
  await settled(page);
  await expect(page.getByText('No data in this period')).toHaveCount(2);
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });

  const first = { M_SOC: 61.3, E_PV_P: 3210, E_LOAD_P: 1200, E_BAT_P: -1500, E_GRID_P: -510 };
  const sent = await mosquittoPub(thing.devid, secret, topic, frameOf(first));
  expect(sent).toEqual({ code: 0, errors: '' });
  await expect(page.getByText('61.3', { exact: true })).toBeVisible();
  await expect(
    page.getByText(
      'Solar 3.21 kW. Load 1.20 kW. Battery charging, 1.50 kW, state of charge 61 %. Grid exporting, 0.51 kW.',
    ),
  ).toBeAttached();
  await expect(page.getByRole('main')).toContainText('Online');
  await expect(page.getByRole('main')).not.toContainText('Not activated');

  await mosquittoPub(thing.devid, secret, topic, frameOf({ ...first, M_SOC: 48.7 }));
  await expect(page.getByText('48.7', { exact: true })).toBeVisible();
  await expect(page.getByText('61.3', { exact: true })).toHaveCount(0);
  expect(loads).toBe(0);
});

test('a device that is not registered, or has the wrong secret, is refused at connect', async () => {
  const main = await asUser('demo_main');
  const unknown = newDevid();
  const known = await register(main, newDevid());
  const topic = (devid: string) => `things/${devid}/telemetry`;
  const refused = { code: 4, errors: expect.stringContaining('bad user name or password') };
  expect(await mosquittoPub(unknown, 'secret', topic(unknown), frameOf({ M_SOC: 50 }))).toEqual(refused);
  const { devid } = known.thing;
  expect(await mosquittoPub(devid, `${known.secret}x`, topic(devid), frameOf({ M_SOC: 50 }))).toEqual(
    refused,
  );
});

test('a device cannot publish for another one', async () => {
  const main = await asUser('demo_main');
  const [mine, other] = [await register(main, newDevid()), await register(main, newDevid())];
  const topic = `things/${other.thing.devid}/telemetry`;
  await mosquittoPub(mine.thing.devid, mine.secret, topic, frameOf({ M_SOC: 12.3 }));
  // The other device's own frame follows, so that a refused one would have arrived by now.
  await mosquittoPub(other.thing.devid, other.secret, topic, frameOf({ M_SOH: 99 }));
  const last = () =>
    main.call<{ fields: Record<string, unknown> }[]>('POST', '/v1/devices/batch/lastdata', [
      { devid: other.thing.devid },
    ]);
  await expect.poll(async () => Object.keys((await last())[0]?.fields ?? {})).toEqual(['M_SOH']);
});

test('a frame with a bad key is recorded with its reason, and its valid values are stored', async ({
  page,
}) => {
  const main = await asUser('demo_main');
  const { thing, secret } = await register(main, newDevid(), { devname: 'Odd battery' });
  await signIn(page, 'demo_main', `/operationStatuss/thing/${thing.devid}`);
  await expect(title(page)).toHaveText('Odd battery');
  const topic = `things/${thing.devid}/telemetry`;
  const odd = frameOf({ M_SOC: 33.4, M_NO_SUCH_POINT: 7 });
  expect((await mosquittoPub(thing.devid, secret, topic, odd)).code).toBe(0);
  expect((await mosquittoPub(thing.devid, secret, topic, 'this is no JSON')).code).toBe(0);
  await expect(page.getByText('33.4', { exact: true })).toBeVisible();

  const rejects = () =>
    main.call<Pages<{ reason: string; payload: string }> & { reasons: Record<string, number> }>(
      'GET',
      `${dataPath(main)}/rejects?devid=${thing.devid}`,
    );
  await expect.poll(async () => (await rejects()).reasons).toEqual({ unknown_key: 1, not_json: 1 });
  const { list, total } = await rejects();
  expect(total).toBe(2);
  const unknown = list.find((reject) => reject.reason.startsWith('unknown_key'));
  expect(unknown?.reason).toContain('M_NO_SUCH_POINT');
  expect(JSON.parse(unknown?.payload ?? '')).toEqual(odd);
  expect(list.find((reject) => reject.reason.startsWith('not_json'))?.payload).toBe('this is no JSON');

  // Other accounts see only rejects of their own devices.
  const agent = await asUser('demo_agent1');
  expect((await agent.raw('GET', `${dataPath(agent)}/rejects?devid=${thing.devid}`)).status).toBe(404);
  expect((await agent.raw('GET', `${tenantPath(agent)}/things/${thing.devid}`)).status).toBe(404);
});
