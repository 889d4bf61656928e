import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Mailbox } from '../../../demo/mailbox.ts';
import { until } from '../../../testing/devices.ts';
import { startMailWorld } from '../../../testing/mail-world.ts';
import { type TestServer, testPassword } from '../../../testing/server.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from '../accounts/index.ts';

/** E-mails about accounts while the mail server is unreachable, between two nodes, and after one of them was killed. */

const MINUTE = 60_000;
const world = setUp(() => startMailWorld({ more: 1 }));
let mailbox: Mailbox;
let nodes: TestServer[];
let server: TestServer;
let main: AccountRow;
let owner: AccountRow;

beforeAll(async () => {
  mailbox = world.mailbox;
  nodes = world.servers;
  server = world.servers[0];
  main = await server.tenant();
});
beforeEach(async () => {
  await server.services.pool.query('delete from account_emails');
  mailbox.refuse = null;
  mailbox.messages.length = 0;
  owner = await server.account('company', main, { name: 'Solar Nord' });
  await server.services.pool.query('update accounts set email = $2 where id = $1', [
    owner.id,
    `${owner.userName}@example.org`,
  ]);
});

interface Row {
  state: string;
  tries: number;
  content: Buffer | null;
  error: string | null;
}
const rows = async (): Promise<Row[]> =>
  (
    await server.services.pool.query<Row>(
      'select state, tries, content, error from account_emails order by created_at, id',
    )
  ).rows;
const later = (ms: number) => {
  for (const node of nodes) node.clock.now = new Date(node.clock.now.getTime() + ms);
};
const forgot = () => server.call(null, 'POST', '/v1/admin/control/password-links', { name: owner.userName });
const runAll = () => Promise.all(nodes.map((node) => node.mail.outbox.run()));
const messageIds = () => mailbox.messages.map(({ email }) => email.messageId);
const linkIn = (text = '') => /console\.example\.org\/(?:reset|invite)#([\w-]+)/.exec(text)?.[1] ?? '';
const away = { code: 451, text: 'try again later' };
const invite = async (token: string, email: string) =>
  (await server.call(token, 'POST', `/v1/admin/tenant/tenants/${main.tenantId}/invitations`, {
    kind: 'enduser',
    email,
    language: 'en',
  })) as { status: number; data: { sent: boolean | null; code: string; invitation: { id: string } } };

describe('while the mail server is unreachable', () => {
  test('a link for a new password waits, sealed, and is sent once with one id when it is back', async () => {
    mailbox.refuse = away;
    expect((await forgot()).status).toBe(200);
    await until(async () => (await rows())[0]?.error != null);
    const [waiting] = await rows();
    expect(waiting).toMatchObject({ state: 'waiting', tries: 1 });
    expect(waiting?.content?.toString('latin1')).not.toMatch(/reset#|example\.org|Solar/);
    // Not before its pause is over.
    await runAll();
    expect((await rows())[0]?.tries).toBe(1);
    later(15_000);
    await runAll();
    expect((await rows())[0]).toMatchObject({ state: 'waiting', tries: 2 });

    mailbox.refuse = null;
    later(30_000);
    await runAll();
    expect(mailbox.messages).toHaveLength(1);
    expect(await rows()).toMatchObject([{ state: 'sent', tries: 3, content: null, error: null }]);
    const code = linkIn(mailbox.messages[0]?.email.text);
    const used = await server.call(null, 'POST', '/v1/admin/control/password-links/use', {
      code,
      password: 'Chosen-5-tests',
    });
    expect(used.status).toBe(200);
    // The notice of the new password is sent the same way.
    await until(() => mailbox.messages.length === 2);
    expect(new Set(messageIds()).size).toBe(2);
    later(60 * MINUTE);
    await runAll();
    expect(mailbox.messages).toHaveLength(2);
  });

  test('an expired link is removed from its row and not sent', async () => {
    mailbox.refuse = away;
    await forgot();
    await until(async () => (await rows())[0]?.error != null);
    mailbox.refuse = null;
    later(30 * MINUTE);
    await runAll();
    expect(await rows()).toMatchObject([{ state: 'expired', content: null }]);
    expect(mailbox.messages).toEqual([]);
    later(31 * 24 * 60 * MINUTE);
    await runAll();
    expect(await rows()).toEqual([]);
  });

  test('a newer link replaces a waiting one', async () => {
    mailbox.refuse = away;
    await forgot();
    await until(async () => (await rows())[0]?.error != null);
    mailbox.refuse = null;
    await forgot();
    await until(() => mailbox.messages.length > 0);
    later(MINUTE);
    await runAll();
    expect((await rows()).map(({ state, content }) => [state, content]).sort()).toEqual([
      ['dropped', null],
      ['sent', null],
    ]);
    expect(mailbox.messages).toHaveLength(1);
  });

  test('an invitation is reported as waiting, and is sent later unless it is withdrawn', async () => {
    const { token } = await server.signIn(owner.userName);
    mailbox.refuse = away;
    const kept = await invite(token, 'kept@home.example');
    const withdrawn = await invite(token, 'gone@home.example');
    expect([kept.data.sent, withdrawn.data.sent]).toEqual([false, false]);
    const path = `/v1/admin/tenant/tenants/${main.tenantId}/invitations/${withdrawn.data.invitation.id}`;
    expect((await server.call(token, 'DELETE', path)).status).toBe(200);
    mailbox.refuse = null;
    later(MINUTE);
    await runAll();
    expect(mailbox.messages.map(({ to }) => to)).toEqual([['kept@home.example']]);
    expect(linkIn(mailbox.messages[0]?.email.text)).toBe(kept.data.code);
    expect((await rows()).map(({ state, content }) => [state, content]).sort()).toEqual([
      ['dropped', null],
      ['sent', null],
    ]);
    // One that is accepted at once is reported so, and no round sends it again.
    expect((await invite(token, 'now@home.example')).data.sent).toBe(true);
    await runAll();
    expect(mailbox.messages).toHaveLength(2);
  });

  test('an address that the mail server refuses permanently is not retried', async () => {
    mailbox.refuse = { code: 550, text: 'no such user' };
    const { token } = await server.signIn(owner.userName);
    expect((await invite(token, 'wrong@home.example')).data.sent).toBe(false);
    expect(await rows()).toMatchObject([{ state: 'dead', tries: 1, content: null }]);
  });

  test('the former address is notified of a new one', async () => {
    const { token } = await server.signIn(owner.userName);
    mailbox.refuse = away;
    const body = { email: `new-${owner.userName}@example.org`, origin_password: testPassword };
    const changed = await server.call(token, 'PUT', '/v1/admin/tenant/users/self', body);
    expect(changed.status).toBe(200);
    await until(async () => (await rows())[0]?.error != null);
    mailbox.refuse = null;
    later(MINUTE);
    await runAll();
    expect(mailbox.messages.map(({ to }) => to)).toEqual([[`${owner.userName}@example.org`]]);
  });
});

describe('between nodes', () => {
  test('each e-mail is sent once, by any node', async () => {
    mailbox.refuse = away;
    const { token } = await server.signIn(owner.userName);
    for (let i = 0; i < 12; i++) await invite(token, `guest${i}@home.example`);
    mailbox.refuse = null;
    later(MINUTE);
    await Promise.all([...nodes, ...nodes].map((node) => node.mail.outbox.run()));
    expect(mailbox.messages).toHaveLength(12);
    expect(new Set(messageIds()).size).toBe(12);
    expect(new Set((await rows()).map(({ state }) => state))).toEqual(new Set(['sent']));
  });

  test('an e-mail in progress on a killed node is sent by the other after its lease, with the same id', async () => {
    mailbox.refuse = away;
    await forgot();
    await until(async () => (await rows())[0]?.error != null);
    mailbox.refuse = null;
    const { rows: leased } = await server.services.pool.query<{ id: string }>(
      `update account_emails set lease_id = gen_random_uuid(), leased_until = $1, next_at = $2 returning id`,
      [new Date(server.clock.now.getTime() + 2 * MINUTE), server.clock.now],
    );
    later(MINUTE);
    await runAll();
    expect(mailbox.messages).toEqual([]);
    later(MINUTE);
    await runAll();
    expect(messageIds()).toEqual([`<account-${leased[0]?.id}@voltloop.invalid>`]);
  });

  test('an e-mail whose transaction fails is not sent', async () => {
    const { db } = server.services;
    const email = { language: 'en', subject: 'S', paragraphs: ['P'], reason: 'R' } as const;
    const of = {
      to: 'a@home.example',
      email,
      about: 'test',
      expires: new Date(server.clock.now.getTime() + MINUTE),
    };
    const failing = db.transaction().execute(async (trx) => {
      await server.mail.outbox.queue(trx, of);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await runAll();
    expect(mailbox.messages).toEqual([]);
  });
});
