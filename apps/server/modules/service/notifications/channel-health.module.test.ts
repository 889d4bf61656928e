import { beforeEach, expect, test } from 'vitest';
import { startNoticeWorld } from '../../../testing/notice-world.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from '../../people/accounts/index.ts';

const world = setUp(startNoticeWorld);
let owner: AccountRow;
let thing: { id: string; devid: string };
let hook: string;

beforeEach(async () => {
  owner = await world.server.account('installer', world.main);
  thing = await world.device(owner);
  hook = await world.addHook(owner);
  await world.addRule(owner, hook, { on_end: false });
  world.got.length = 0;
  world.answer.status = 200;
});

const send = () => world.notifications.send();
const channels = async () =>
  ((await world.call(owner, 'GET', '')).data as { channels: Record<string, unknown>[] }).channels;
const log = async () =>
  ((await world.call(owner, 'GET', '/messages')).data as { list: Record<string, unknown>[] }).list;
const audited = async () =>
  (
    await world.server.services.pool.query<{ action: string; actor: string | null; details: object }>(
      `select action, actor_name as actor, details from audit
       where object_id = $1 and action in ('notification.channel.stop', 'notification.channel.resume') order by seq`,
      [hook],
    )
  ).rows;
/** Fails a message until all retries are used, and advances the clock by some days. */
async function failFor(days: number) {
  const until = world.server.clock.now.getTime() + days * 86_400_000;
  while (world.server.clock.now.getTime() < until) {
    await world.begin(thing.id, `F${world.server.clock.now.getTime()}`);
    for (let i = 0; i < 9; i += 1) {
      await send();
      world.later(61);
    }
    world.later(12 * 60);
  }
}

test.each([404, 410])(
  'a channel that answers %i is stopped immediately, and resumes when its owner enables it',
  async (status) => {
    world.answer.status = status;
    await world.begin(thing.id, 'A');
    await world.begin(thing.id, 'B');
    await send();
    expect(world.got).toHaveLength(1);
    expect(await channels()).toMatchObject([
      { stopped_time: world.server.clock.now.getTime(), stop_reason: `HTTP ${status}` },
    ]);
    expect(await log()).toMatchObject([{ state: 'dead', error: `HTTP ${status}`, tries: 1 }]);
    expect(await world.call(owner, 'POST', `/channels/${hook}/test`)).toMatchObject({ status: 409 });

    // Changes in between are not stored for later.
    world.answer.status = 200;
    await world.begin(thing.id, 'C');
    world.later(60);
    await send();
    expect(world.saidAt('/hook').slice(1)).toEqual([]);
    const stranger = await world.server.account('installer', world.main);
    expect(await world.call(stranger, 'POST', `/channels/${hook}/resume`)).toMatchObject({ status: 404 });
    expect(await world.call(owner, 'POST', `/channels/${hook}/resume`)).toMatchObject({ status: 200 });
    expect(await world.call(owner, 'POST', `/channels/${hook}/resume`)).toMatchObject({ status: 200 });
    expect(await channels()).toMatchObject([{ stopped_time: null, stop_reason: null }]);
    await world.begin(thing.id, 'D');
    await send();
    expect(world.saidAt('/hook')).toEqual(['D begin']);
    expect(await audited()).toEqual([
      {
        action: 'notification.channel.stop',
        actor: null,
        details: { kind: 'webhook', name: 'Hook /hook', reason: `HTTP ${status}` },
      },
      { action: 'notification.channel.resume', actor: owner.userName, details: {} },
    ]);
  },
);

test('a channel without a delivery for three days is stopped, and its pending messages are dropped', async () => {
  world.answer.status = 500;
  await failFor(2);
  expect(await channels()).toMatchObject([{ stopped_time: null }]);
  await failFor(1.5);
  expect(await channels()).toMatchObject([{ stop_reason: 'HTTP 500' }]);
  expect(await audited()).toHaveLength(1);
});

test('one delivered message restarts the count of days, and one failure after a quiet week does not stop the channel', async () => {
  world.answer.status = 500;
  await failFor(2);
  world.answer.status = 200;
  await world.begin(thing.id, 'OK');
  await send();
  world.answer.status = 500;
  await failFor(2);
  world.later(7 * 24 * 60);
  await world.begin(thing.id, 'FIRST');
  await send();
  expect(await channels()).toMatchObject([{ stopped_time: null }]);
  expect(await log()).toContainEqual(expect.objectContaining({ state: 'waiting', tries: 1 }));
});

test('pending messages of a stopped channel are dropped with the reason', async () => {
  const { pool } = world.server.services;
  world.answer.status = 503;
  await world.begin(thing.id, 'A');
  await send();
  world.answer.status = 410;
  await world.call(owner, 'POST', `/channels/${hook}/test`);
  await send();
  expect((await log()).map(({ what, state, error }) => [what, state, error]).sort()).toEqual([
    ['events', 'dropped', 'error.stopped'],
    ['test', 'dead', 'HTTP 410'],
  ]);
  const { rows } = await pool.query(
    'select 1 from notification_items where channel_id = $1 and message_id is null',
    [hook],
  );
  expect(rows).toEqual([]);
});

test('a message that cannot be built is given up like one that is refused, with a reason in the log', async () => {
  await world.server.services.pool.query('update notification_channels set secret = $2 where id = $1', [
    hook,
    Buffer.from('not sealed by this instance'),
  ]);
  await world.begin(thing.id, 'UNBUILT');
  await send();
  expect((await log())[0]).toMatchObject({ state: 'waiting', error: 'error.internal' });
  for (let i = 0; i < 9; i += 1) {
    world.later(61);
    await send();
  }
  expect((await log())[0]).toMatchObject({ state: 'dead', error: 'error.internal' });
  expect(world.got.filter(({ body }) => body.toString().includes('UNBUILT'))).toEqual([]);
});
