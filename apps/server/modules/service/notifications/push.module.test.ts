import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes } from 'node:crypto';
import { jwtVerify } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { type Got, startNoticeWorld } from '../../../testing/notice-world.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from '../../people/accounts/index.ts';

const world = setUp(startNoticeWorld);
let owner: AccountRow;
let thing: { id: string; devid: string };
let made = 0;

beforeEach(async () => {
  owner = await world.server.account('installer', world.main);
  thing = await world.device(owner);
  world.got.length = 0;
  world.answer.status = 201;
});

/** A browser from the view of its push service and the server. */
function browser() {
  const key = createECDH('prime256v1');
  key.generateKeys();
  const auth = randomBytes(16);
  const path = `/push/${++made}`;
  return {
    path,
    subscription: {
      name: 'Chrome',
      endpoint: world.hookUrl + path,
      keys: { p256dh: key.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    /** Decrypts a message by the receiver's side of RFC 8291, without any code of the sender. */
    read({ body }: Pick<Got, 'body'>) {
      const salt = body.subarray(0, 16);
      const keyLength = body[20] ?? 0;
      const sender = body.subarray(21, 21 + keyLength);
      const derive = (secret: Buffer, from: Buffer, info: Buffer, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, from, info, length));
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), key.getPublicKey(), sender]);
      const ikm = derive(key.computeSecret(sender), auth, info, 32);
      const cek = derive(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = derive(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
      const record = body.subarray(21 + keyLength);
      const decipher = createDecipheriv('aes-128-gcm', cek, nonce).setAuthTag(record.subarray(-16));
      const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')) as Record<string, string>;
    },
  };
}

const send = () => world.notifications.send();
const own = async (account: AccountRow) =>
  (await world.call(account, 'GET', '')).data as { push_key: string; channels: Record<string, unknown>[] };
const subscribe = (account: AccountRow, { subscription }: ReturnType<typeof browser>) =>
  world.call(account, 'POST', '/push-channels', subscription);
const idOf = (reply: { data: unknown }) => (reply.data as { id: string }).id;

test('a browser receives messages that only it can decrypt, signed by the key that it subscribed to', async () => {
  const chrome = browser();
  await world.addRule(owner, idOf(await subscribe(owner, chrome)), { on_end: false });
  const event = await world.begin(thing.id, 'HOT', 3);
  await send();
  expect(world.got).toHaveLength(1);
  const [message] = world.got as [Got];
  expect(message.path).toBe(chrome.path);
  expect(message.body.length).toBeLessThanOrEqual(4096);
  expect(message.body.toString('latin1')).not.toContain(thing.devid);
  expect(message.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' });
  expect(chrome.read(message)).toMatchObject({
    language: 'en',
    title: `Fault: Name HOT · ${thing.devid}`,
    path: `/endUserPage/faultyDevices/index?event=${event}`,
  });
  expect(() => browser().read(message)).toThrow();

  const { push_key } = await own(owner);
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(message.headers.authorization ?? '') ?? [];
  expect(key).toBe(push_key);
  const raw = Buffer.from(push_key, 'base64url');
  const [x, y] = [raw.subarray(1, 33), raw.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } as object });
  const { payload } = await jwtVerify(token, publicKey, { currentDate: world.server.clock.now });
  expect(payload).toMatchObject({ aud: world.hookUrl, sub: 'https://console.example.org' });
});

test('the key is created once for all nodes, and its private half is encrypted', async () => {
  const another = world.another();
  const chrome = browser();
  await subscribe(owner, chrome);
  const { push_key, channels } = await own(owner);
  await world.call(owner, 'POST', `/channels/${channels[0]?.id}/test`);
  await another.send();
  expect(world.got[0]?.headers.authorization).toContain(`k=${push_key}`);
  expect(chrome.read(world.got[0] as Got)).toMatchObject({ path: '/notifications/index' });
  const { rows } = await world.server.services.pool.query<{ value: { public: object; sealed: string } }>(
    `select value from instance_facts where key = 'vapid_key'`,
  );
  expect(rows).toHaveLength(1);
  expect(Object.keys(rows[0]?.value.public ?? {}).sort()).toEqual(['crv', 'kty', 'x', 'y']);
  expect(Buffer.from(rows[0]?.value.sealed ?? '', 'base64').toString('latin1')).not.toContain('"d"');
});

test('many long lines are cut to the size of one message', async () => {
  const chrome = browser();
  await world.server.services.pool.query(`update accounts set language = 'zh' where id = $1`, [owner.id]);
  await world.server.services.pool.query(`update things set devname = $2 where id = $1`, [
    thing.id,
    '很长的设备名称'.repeat(12),
  ]);
  await world.addRule(owner, idOf(await subscribe(owner, chrome)), { on_end: false });
  for (let i = 0; i < 30; i += 1) await world.begin(thing.id, `LINE${i}`);
  await send();
  const [message] = world.got as [Got];
  expect(message.body.length).toBeLessThanOrEqual(4096);
  const payload = chrome.read(message);
  expect(payload.title).toBe('30 条设备事件');
  expect(payload.body?.split('\n').length).toBeGreaterThan(5);
});

test.each([404, 410])(
  'an expired subscription (%i) stops the channel; subscribing again enables it',
  async (status) => {
    const chrome = browser();
    const id = idOf(await subscribe(owner, chrome));
    await world.addRule(owner, id, { on_end: false });
    world.answer.status = status;
    await world.begin(thing.id, 'A');
    await send();
    expect((await own(owner)).channels).toMatchObject([{ id, kind: 'push', stop_reason: `HTTP ${status}` }]);
    world.answer.status = 201;
    expect(idOf(await subscribe(owner, chrome))).toBe(id);
    await world.begin(thing.id, 'B');
    await send();
    expect(world.got).toHaveLength(2);
    expect(chrome.read(world.got[1] as Got).title).toContain('Name B');
  },
);

test('a sign-in at the same browser takes it over: messages of the other account stop', async () => {
  const shared = browser();
  const id = idOf(await subscribe(owner, shared));
  await world.addRule(owner, id, { on_end: false });
  const other = await world.server.account('installer', world.main);
  expect(await subscribe(other, shared)).toMatchObject({ status: 200 });
  await world.begin(thing.id, 'MINE');
  await send();
  expect(world.got).toEqual([]);
  expect((await own(owner)).channels).toMatchObject([{ id, stop_reason: 'error.taken' }]);
  expect(await world.call(owner, 'POST', `/channels/${id}/resume`)).toMatchObject({ status: 409 });
  const hash = Buffer.from(
    await crypto.subtle.digest('SHA-256', Buffer.from(shared.subscription.endpoint)),
  ).toString('hex');
  expect((await own(other)).channels).toMatchObject([{ stopped_time: null, browser: hash }]);
});

test('invalid keys are refused', async () => {
  const { subscription } = browser();
  const wrong = { ...subscription, endpoint: 'https://push.example.org/x' };
  for (const keys of [
    { ...subscription.keys, p256dh: 'AAAA' },
    { ...subscription.keys, auth: 'AAAA' },
  ])
    expect(await world.call(owner, 'POST', '/push-channels', { ...wrong, keys })).toMatchObject({
      status: 400,
      data: [{ path: 'keys', key: 'notification.pushKeys' }],
    });
  expect(
    await world.call(owner, 'POST', '/channels', { kind: 'push', name: 'x', target: wrong.endpoint }),
  ).toMatchObject({ status: 400 });
});
