import * as contract from '@voltloop/contract';
import { beforeAll, expect, test } from 'vitest';
import { setUp } from '../testing/set-up.ts';
import { testWorld } from '../testing/world.ts';
import { type Actor, type Answer, startWholeServer } from './whole-server.ts';

/** Limits on numbers of rows hold even under concurrent inserts. */

const world = setUp(async () => startWholeServer(await testWorld()));
let main: Actor;
let endUser: Actor;
let channelId = '';
beforeAll(() => {
  main = world.callers[0] as Actor;
  endUser = world.callers[5] as Actor;
}, 60_000);

const count = async (text: string, values: unknown[]): Promise<number> => {
  const { rows } = await world.test.services.pool.query<{ n: number }>(
    `select count(*)::int as n from ${text}`,
    values,
  );
  return rows[0]?.n ?? 0;
};
const ok = ({ status }: Answer) => status === 200;
/** Concurrent calls: as many as the server has connections, and some that wait. */
async function inBatches<T>(total: number, of: (i: number) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let at = 0; at < total; at += 25)
    all.push(...(await Promise.all(Array.from({ length: Math.min(25, total - at) }, (_, i) => of(at + i)))));
  return all;
}

interface Limited {
  most: number;
  add(i: number): Promise<Answer>;
  present(): Promise<number>;
}
const limits: Record<string, () => Limited> = {
  channels: () => ({
    most: contract.MAX_CHANNELS,
    add: (i) =>
      world.send(endUser.token, contract.insertChannel, {
        body: { kind: 'webhook', name: `Hook ${i}`, target: `https://hooks.example.org/${i}` },
      }),
    present: () =>
      count('notification_channels where account_id = $1 and deleted_at is null', [endUser.accountId]),
  }),
  'notification rules': () => ({
    most: contract.MAX_NOTIFICATION_RULES,
    add: (i) =>
      world.send(endUser.token, contract.insertNotificationRule, {
        body: { name: `Rule ${i}`, least_level: 3, channel_ids: [channelId] },
      }),
    present: () =>
      count('notification_rules where account_id = $1 and deleted_at is null', [endUser.accountId]),
  }),
  'views of a screen': () => ({
    most: contract.MAX_VIEWS_PER_SCREEN,
    add: (i) =>
      world.send(endUser.token, contract.saveView, {
        body: { screen: 'devices', name: `View ${i}`, state: { query: '' } },
      }),
    present: () => count("saved_views where account_id = $1 and screen = 'devices'", [endUser.accountId]),
  }),
  preferences: () => ({
    most: 200,
    add: (i) =>
      world.send(endUser.token, contract.putPreference, { params: { key: `key-${i}` }, body: { value: i } }),
    present: () => count('preferences where account_id = $1', [endUser.accountId]),
  }),
  'event rules': () => ({
    most: 200,
    add: (i) =>
      world.send(main.token, contract.insertRule, {
        params: { tenantId: main.tenantId },
        body: {
          name_en: `Rule ${i}`,
          name_zh: `规则 ${i}`,
          level: 1,
          point: 'M_SOC',
          comparison: 'below',
          threshold: 5,
          account_id: main.subId,
        },
      }),
    present: () => count('event_rules where tenant_id = $1 and deleted_at is null', [main.tenantId]),
  }),
};

test.each(Object.keys(limits))(
  '%s stay within their limit',
  async (name) => {
    const { most, add, present } = (limits[name] as () => Limited)();
    // Up to two below the limit, then more at once than fit.
    const before = await present();
    for (const reply of await inBatches(most - 2 - before, add)) expect(reply.status, reply.text).toBe(200);
    const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => add(1000 + i)));
    expect([await present(), replies.filter(ok).length]).toEqual([most, 2]);
    for (const { status } of replies) expect([200, 400, 409, 429]).toContain(status);
    if (name === 'channels') {
      const { rows } = await world.test.services.pool.query<{ id: string }>(
        'select id from notification_channels where account_id = $1 limit 1',
        [endUser.accountId],
      );
      channelId = rows[0]?.id ?? '';
    }
  },
  30_000,
);

test('sessions of an account are ended down to their limit', async () => {
  await world.test.services.pool.query(
    `insert into sessions (account_id, refresh_hash, created_at, refreshed_at, ends_at)
     select $1, sha256(i::text::bytea), now() - interval '1 hour', now() - interval '1 hour', now() + interval '1 hour'
     from generate_series(1, 60) i`,
    [main.accountId],
  );
  const signedIn = await Promise.all(Array.from({ length: 8 }, () => world.signIn(main.userName)));
  expect(new Set(signedIn.map(({ token }) => token)).size).toBe(8);
  expect(
    await count('sessions where account_id = $1 and revoked_at is null and ends_at > now()', [
      main.accountId,
    ]),
  ).toBe(50);
  main.token = signedIn[0]?.token ?? '';
});

test('newer import previews replace the oldest', async () => {
  const headers = { authorization: `Bearer ${main.token}`, platform: 'IOT' };
  const url = contract.uploadImport.path.replace(':tenantId', main.tenantId).replace(':kind', 'things');
  const upload = async (i: number) => {
    const form = new FormData();
    form.append('file', new Blob([`Device id,Device\nIMPORT-${i},Name\n`]), 'things.csv');
    return (await fetch(world.url + url, { method: 'POST', headers, body: form })).status;
  };
  const statuses: number[] = [];
  for (let i = 0; i < 4; i++)
    statuses.push(...(await Promise.all(Array.from({ length: 3 }, (_, n) => upload(3 * i + n)))));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(5);
  expect(await count("imports where account_id = $1 and state = 'open'", [main.accountId])).toBe(5);
});
