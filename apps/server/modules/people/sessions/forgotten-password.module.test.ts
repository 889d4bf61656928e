import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Mailbox } from '../../../demo/mailbox.ts';
import { until } from '../../../testing/devices.ts';
import { startMailWorld } from '../../../testing/mail-world.ts';
import { type TestServer, testPassword } from '../../../testing/server.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from '../accounts/index.ts';

const world = setUp(startMailWorld);
let mailbox: Mailbox;
let server: TestServer;
let main: AccountRow;
let owner: AccountRow;
const next = 'Chosen-5-tests';
const LINKS = '/v1/admin/control/password-links';

beforeAll(async () => {
  mailbox = world.mailbox;
  server = world.servers[0];
  main = await server.tenant();
});
beforeEach(async () => {
  owner = await server.account('installer', main);
  await sql`update accounts set email = ${`${owner.userName}@example.org`} where id = ${owner.id}`.execute(
    server.services.db,
  );
  mailbox.messages.length = 0;
});

const requestLink = (name: string, more: object = {}) => server.call(null, 'POST', LINKS, { name, ...more });
const use = (code: string, password = next) => server.call(null, 'POST', `${LINKS}/use`, { code, password });
/** The e-mails to the address of an account; late ones of earlier tests go to other addresses. */
const emailsTo = (userName: string) =>
  mailbox.messages.filter(({ to }) => to[0] === `${userName}@example.org`).map(({ email }) => email);
/** The code of the newest link that was sent. */
async function codeFor({ userName }: AccountRow, name = userName): Promise<string> {
  const before = emailsTo(userName).length;
  expect(await requestLink(name)).toMatchObject({ status: 200, data: null });
  await until(() => emailsTo(userName).length > before);
  const text = emailsTo(userName).at(-1)?.text ?? '';
  return /console\.example\.org\/reset#([\w-]+)/.exec(text)?.[1] ?? '';
}
const stored = async () =>
  (
    await server.services.pool.query('select code_hash from password_resets where account_id = $1', [
      owner.id,
    ])
  ).rows;

test('a link sets a new password once, ends every session, and the owner is notified', async () => {
  const { token } = await server.signIn(owner.userName);
  const code = await codeFor(owner, `${owner.userName}@example.org`);
  expect((await stored())[0].code_hash.toString()).not.toContain(code);
  expect(await use(code, 'short')).toMatchObject({ status: 400 });
  expect(await Promise.all([use(code), use(code)].map(async (each) => (await each).status))).toContain(200);
  expect(await use(code)).toMatchObject({ status: 404 });
  expect(await server.call(token, 'GET', '/v1/admin/tenant/users/self')).toMatchObject({ status: 401 });
  await expect(server.signIn(owner.userName, testPassword)).rejects.toThrow();
  expect((await server.signIn(owner.userName, next)).token).toBeTruthy();
  await until(() => emailsTo(owner.userName).length === 2);
  expect(emailsTo(owner.userName)[1]?.subject).toContain('was changed');
  const { rows } = await server.services.pool.query(
    `select action from audit where object_id = $1 and action like 'account.%password%' order by seq`,
    [owner.id],
  );
  expect(rows.map(({ action }) => action)).toEqual(['account.forgot_password', 'account.password_by_link']);
});

test('an account without a password, which uses single sign-on, gets no link', async () => {
  await server.services.pool.query("update accounts set password_hash = '!' where id = $1", [owner.id]);
  expect(await requestLink(owner.userName)).toMatchObject({ status: 200 });
  // The next request is answered after it.
  const other = await server.account('installer', main, { email: 'other.one@example.org' });
  expect(await requestLink(other.userName)).toMatchObject({ status: 200 });
  await until(() => mailbox.messages.some(({ to }) => to[0] === 'other.one@example.org'));
  expect(await stored()).toEqual([]);
  expect(emailsTo(owner.userName)).toEqual([]);
});

test('the e-mail shows the name of the nearest brand above, and the address of the instance', async () => {
  const { db, pool } = server.services;
  const agent = await server.account('agent1', main);
  owner = await server.account('installer', agent);
  const email = `${owner.userName}@example.org`;
  await sql`update accounts set email = ${email} where id = ${owner.id}`.execute(db);
  await pool.query(
    `insert into brands (account_id, name, updated_at) values ($1, 'Sun, "Co" <x@y>', now())`,
    [agent.id],
  );
  await codeFor(owner);
  const [sent] = emailsTo(owner.userName);
  expect(sent?.subject).toBe('Reset your Sun, "Co" <x@y> password');
  expect(sent?.from).toEqual({ name: 'Sun, "Co" <x@y>', address: 'no-reply@localhost' });
});

test('unknown, disabled and addressless accounts get the same answer and no e-mail', async () => {
  const { db } = server.services;
  await sql`update accounts set disabled_at = ${new Date()} where id = ${owner.id}`.execute(db);
  const bare = await server.account('installer', main);
  await sql`update accounts set email = null where id = ${bare.id}`.execute(db);
  for (const name of [owner.userName, 'nobody_at_all', bare.userName])
    expect(await requestLink(name)).toMatchObject({ status: 200, data: null });
  // This one is sent; the others would have been sent before it.
  await codeFor(await addressed());
  for (const { userName } of [owner, bare]) expect(emailsTo(userName)).toEqual([]);
});

async function addressed(): Promise<AccountRow> {
  const account = await server.account('installer', main);
  const email = `${account.userName}@example.org`;
  await sql`update accounts set email = ${email} where id = ${account.id}`.execute(server.services.db);
  return account;
}

test('a link is valid for thirty minutes, and a newer one replaces it', async () => {
  const first = await codeFor(owner);
  const second = await codeFor(owner);
  expect(await use(first)).toMatchObject({ status: 404 });
  const { now } = server.clock;
  server.clock.now = new Date(now.getTime() + 30 * 60_000);
  expect(await use(second)).toMatchObject({ status: 404 });
  server.clock.now = now;
  expect(await use(second)).toMatchObject({ status: 200 });
});

test('a link is void after its owner has changed the password', async () => {
  const code = await codeFor(owner);
  const { token } = await server.signIn(owner.userName);
  const { now } = server.clock;
  server.clock.now = new Date(now.getTime() + 60_000);
  const change = { password: 'Changed-6-tests', origin_password: testPassword };
  const changed = await server.app.inject({
    method: 'PUT',
    url: '/v1/admin/tenant/users/self/password',
    payload: change,
    headers: { authorization: `Bearer ${token}`, platform: 'IOT' },
  });
  expect(changed.statusCode).toBe(204);
  expect(await use(code)).toMatchObject({ status: 404 });
  expect((await server.signIn(owner.userName, change.password)).token).toBeTruthy();
  server.clock.now = now;
});

test('a link is void after the account’s e-mail address has changed', async () => {
  const code = await codeFor(owner);
  const { token } = await server.signIn(owner.userName);
  const email = `${owner.userName}@example.net`;
  const change = { email, origin_password: testPassword };
  expect(await server.call(token, 'PUT', '/v1/admin/tenant/users/self', change)).toMatchObject({
    status: 200,
  });
  expect(await use(code)).toMatchObject({ status: 404 });
  await server.signIn(owner.userName);
});

test('changing the e-mail address needs the password, and the former address is notified', async () => {
  const { token } = await server.signIn(owner.userName);
  const put = (body: object) => server.call(token, 'PUT', '/v1/admin/tenant/users/self', body);
  const former = `${owner.userName}@example.org`;
  const email = `${owner.userName}@example.net`;
  for (const [given, key] of [
    [{}, 'account.password.needed'],
    [{ origin_password: '' }, undefined],
    [{ origin_password: 'Wrong-pass-1' }, 'account.password.wrong'],
  ] as const) {
    const reply = await put({ email, city: 'Hobart', ...given });
    expect(reply).toMatchObject({
      status: 400,
      data: [{ path: 'origin_password', ...(key ? { key } : {}) }],
    });
  }
  // The same address in any case and other fields need no password; nothing of a refused change was stored.
  expect(await put({ email: former.toUpperCase(), name: 'Ann' })).toMatchObject({
    status: 200,
    data: { city: null },
  });
  expect(emailsTo(owner.userName)).toEqual([]);
  expect(await put({ email, origin_password: testPassword })).toMatchObject({ status: 200, data: { email } });
  const sent = () => mailbox.messages.filter(({ to }) => to[0]?.toLowerCase() === former);
  await until(() => sent().length === 1);
  expect(sent()[0]?.email).toMatchObject({ subject: 'Your Voltloop e-mail address was changed' });
  expect(sent()[0]?.email.text).toContain('***@example.net');
  expect(sent()[0]?.email.text).not.toContain(email);
});

test('a name may request five links in a run, with or without an account', async () => {
  for (const name of [owner.userName, 'another_nobody']) {
    const answers = [];
    for (let i = 0; i < 6; i++) answers.push((await requestLink(name)).status);
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
  }
});

test('e-mails are in the language of the account, else of the page', async () => {
  await requestLink(owner.userName, { language: 'zh' });
  await until(() => emailsTo(owner.userName).length > 0);
  expect(emailsTo(owner.userName)[0]?.subject).toBe('重置您的 Voltloop 密码');
});
