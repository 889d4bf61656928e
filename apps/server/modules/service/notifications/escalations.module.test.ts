import { beforeEach, expect, test } from 'vitest';
import { startNoticeWorld } from '../../../testing/notice-world.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from '../../people/accounts/index.ts';

const world = setUp(startNoticeWorld);
let company: AccountRow;
let owner: AccountRow;
let thing: { id: string; devid: string };
let hook: string;

beforeEach(async () => {
  company = await world.server.account('company', world.main);
  owner = await world.server.account('installer', company);
  thing = await world.device(owner);
  hook = await world.addHook(owner, '/owner');
  world.got.length = 0;
  world.answer.status = 200;
});

const send = () => world.notifications.send();
const escalated = (more: object = {}) =>
  world.addRule(owner, hook, {
    on_end: false,
    escalate_min: 30,
    escalate_account_id: company.id,
    ...more,
  });

test('an event that is not acknowledged in time notifies the contact once, on each of their channels', async () => {
  await world.addHook(company, '/first');
  await world.addHook(company, '/second');
  expect(await escalated()).toMatchObject({ status: 200 });
  await world.begin(thing.id, 'OPEN');
  const seen = await world.begin(thing.id, 'SEEN');
  await world.begin(thing.id, 'OVER');
  await send();
  expect(world.saidAt('/owner')).toEqual(['OPEN begin, OVER begin, SEEN begin']);
  world.later(29);
  await send();
  expect(world.got).toEqual([]);
  await world.acknowledge(seen);
  await world.end(thing.id, 'OVER');
  world.later(2);
  const another = world.another();
  await Promise.all([send(), another.send(), send(), another.send()]);
  expect(world.saidAt('/first')).toEqual(['OPEN escalation']);
  expect(world.saidAt('/second')).toEqual(['OPEN escalation']);
  world.later(120);
  await another.send();
  expect(world.got).toEqual([]);
});

test('an escalation that a node has begun and not committed is decided by the next', async () => {
  await world.addHook(company, '/company');
  await escalated();
  await world.begin(thing.id, 'OPEN');
  await send();
  world.later(31);
  const { pool } = world.server.services;
  const node = await pool.connect();
  await node.query('begin');
  await node.query(
    `update notification_escalations set done_at = now() where account_id = $1 and done_at is null`,
    [company.id],
  );
  await send();
  expect(world.saidAt('/company')).toEqual([]);
  // The node dies: its transaction is rolled back.
  await node.query('rollback');
  node.release();
  await world.another().send();
  expect(world.saidAt('/company')).toEqual(['OPEN escalation']);
});

test('a contact that no longer sees the device, is disabled or is no longer named is not notified', async () => {
  await world.addHook(company, '/company');
  const below = await world.server.account('enduser', owner);
  await world.addHook(below, '/below');
  const own = await world.device(below);
  expect(await escalated({ escalate_account_id: below.id, name: 'Below' })).toMatchObject({ status: 200 });
  const { data } = await escalated({ codes: ['B'] });
  // The end user sees its own device but not the installer's.
  await world.begin(thing.id, 'A');
  await world.begin(own.id, 'A');
  await world.begin(thing.id, 'B');
  await send();
  world.got.length = 0;
  await world.call(owner, 'PUT', `/rules/${(data as { id: string }).id}`, {
    name: 'All',
    least_level: 1,
    channel_ids: [hook],
    codes: ['B'],
  });
  world.later(31);
  await send();
  expect(world.saidAt('/below')).toEqual(['A escalation']);
  expect(world.saidAt('/company')).toEqual([]);

  await world.begin(own.id, 'C');
  await send();
  await world.server.services.pool.query('update accounts set disabled_at = now() where id = $1', [below.id]);
  world.later(31);
  await send();
  expect(world.saidAt('/below')).toEqual([]);
});

test('quiet hours of the contact delay everything except faults', async () => {
  await world.addHook(company, '/company');
  await world.call(company, 'PUT', '/quiet-hours', { quiet_from: 22 * 60, quiet_to: 7 * 60 });
  await escalated({ faults_pass: false });
  world.server.clock.now = new Date(`${world.server.clock.now.toISOString().slice(0, 10)}T22:30:00Z`);
  await world.begin(thing.id, 'WARN');
  await world.begin(thing.id, 'FAULT', 3);
  await send();
  world.later(31);
  await send();
  expect(world.saidAt('/company')).toEqual(['FAULT escalation']);
  world.later(8 * 60);
  await send();
  expect(world.saidAt('/company')).toEqual(['WARN escalation']);
});

test('only the parent and accounts below are offered and accepted, each with whether it can be reached', async () => {
  const below = await world.server.account('enduser', owner);
  const beside = await world.server.account('installer', company);
  await world.addHook(below, '/below');
  const people = (await world.call(owner, 'GET', '/people')).data as { list: object[] };
  expect(people.list).toMatchObject([
    { id: company.id, is_parent: true, reachable: false },
    { id: below.id, is_parent: false, reachable: true },
  ]);
  for (const id of [beside.id, world.main.id, owner.id, 'none'])
    expect(await escalated({ escalate_account_id: id })).toMatchObject({
      status: 400,
      data: [{ path: 'escalate_account_id', key: 'notification.escalatePerson' }],
    });
  expect(await escalated({ escalate_account_id: below.id, devid: thing.devid })).toMatchObject({
    data: [{ path: 'escalate_account_id', key: 'notification.escalateSight' }],
  });
  expect(await escalated({ escalate_min: null })).toMatchObject({
    data: [{ path: 'escalate_min' }],
  });
  await escalated();
  const { rules } = (await world.call(owner, 'GET', '')).data as { rules: object[] };
  expect(rules).toMatchObject([{ escalate_min: 30, escalate_name: company.name }]);
});

test('a problem whose level rises is sent again, once per rise', async () => {
  await world.addRule(owner, hook, { on_end: false });
  const faults = await world.addHook(owner, '/faults');
  await world.addRule(owner, faults, { least_level: 3 });
  const { pool } = world.server.services;
  const event = await world.begin(thing.id, 'P', 1);
  const rise = (level: number) => pool.query('update events set level = $2 where id = $1', [event, level]);
  await send();
  expect(world.saidAt('/owner')).toEqual(['P begin']);
  await rise(2);
  const another = world.another();
  await Promise.all([send(), another.send()]);
  await rise(1);
  await rise(2);
  await send();
  expect(world.saidAt('/owner')).toEqual(['P rise']);
  expect(world.saidAt('/faults')).toEqual([]);
  await rise(3);
  await send();
  expect(world.saidAt('/owner')).toEqual(['P rise']);
  expect(world.saidAt('/faults')).toEqual(['P rise']);

  // Two rises before the next message are one line, and none next to the beginning.
  const other = await world.begin(thing.id, 'Q', 1);
  await pool.query('update events set level = 2 where id = $1', [other]);
  await pool.query('update events set level = 3 where id = $1', [other]);
  await send();
  expect(world.saidAt('/owner')).toEqual(['Q begin']);
  expect(world.saidAt('/faults')).toEqual(['Q rise']);
});

test('a rule for a site applies to its current devices', async () => {
  const { pool } = world.server.services;
  const away = await world.device(owner);
  const { rows } = await pool.query<{ id: string }>(
    `insert into sites (tenant_id, account_id, name, time_zone)
     values ($1, $2, 'Home', 'UTC') returning id`,
    [owner.tenantId, owner.id],
  );
  const site_id = rows[0]?.id as string;
  await pool.query(
    `insert into site_devices (site_id, thing_id, since, until)
     values ($1, $2, '2026-01-01T00:00:00Z', null), ($1, $3, '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z')`,
    [site_id, thing.id, away.id],
  );
  expect(await world.addRule(owner, hook, { site_id })).toMatchObject({ status: 200 });
  await world.begin(thing.id, 'HERE');
  await world.begin(away.id, 'AWAY');
  await send();
  expect(world.saidAt('/owner')).toEqual(['HERE begin']);
  const { rules } = (await world.call(owner, 'GET', '')).data as { rules: object[] };
  expect(rules).toMatchObject([{ site_id, site_name: 'Home' }]);
  const stranger = await world.server.account('installer', company);
  const other = await world.addHook(stranger, '/stranger');
  expect(await world.addRule(stranger, other, { site_id })).toMatchObject({
    status: 400,
    data: [{ path: 'site_id', key: 'notification.site' }],
  });
});
