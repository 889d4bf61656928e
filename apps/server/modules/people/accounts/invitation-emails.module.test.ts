import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Mailbox } from '../../../demo/mailbox.ts';
import { startMailWorld } from '../../../testing/mail-world.ts';
import type { TestServer } from '../../../testing/server.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from './index.ts';

const world = setUp(startMailWorld);
let mailbox: Mailbox;
let server: TestServer;
let main: AccountRow;
let company: AccountRow;
let token: string;

beforeAll(async () => {
  mailbox = world.mailbox;
  server = world.servers[0];
  main = await server.tenant();
});
beforeEach(async () => {
  company = await server.account('company', main, { name: 'Solar <Nord>' });
  token = (await server.signIn(company.userName)).token;
  mailbox.messages.length = 0;
});

const root = () => `/v1/admin/tenant/tenants/${main.tenantId}/invitations`;
interface Made {
  code: string;
  sent: boolean | null;
}
const invite = async (body: object) => {
  const reply = await server.call(token, 'POST', root(), { kind: 'enduser', ...body });
  return { ...reply, data: reply.data as Made };
};

test('an invitation by e-mail contains the link that creates the account', async () => {
  const reply = await invite({ email: 'erik@home.example', note: 'Third floor', language: 'en' });
  expect(reply).toMatchObject({
    status: 200,
    data: { sent: true, invitation: { email: 'erik@home.example' } },
  });
  const [message] = mailbox.messages;
  expect(message?.to).toEqual(['erik@home.example']);
  expect(message?.email.subject).toBe('Solar <Nord> invites you to Voltloop');
  expect(message?.email.html).toContain('Solar &lt;Nord&gt;');
  expect(message?.email.text).not.toContain('Third floor');
  const code = /console\.example\.org\/invite#([\w-]+)/.exec(message?.email.text ?? '')?.[1];
  expect(code).toBe(reply.data.code);
  expect((await server.call(null, 'POST', '/v1/invitations/look', { code })).data).toMatchObject({
    email: 'erik@home.example',
    inviter_name: 'Solar <Nord>',
  });
  const accepted = await server.call(null, 'POST', '/v1/invitations/accept', {
    code,
    user_name: 'erik_home',
    name: 'Erik',
    email: 'erik@home.example',
    password: 'Right-4-guest',
  });
  expect(accepted).toMatchObject({ status: 200, data: { kind: 'enduser', parent_id: company.id } });
});

test('the address of an invitation for several uses is not shown to those who have its link', async () => {
  const { data } = await invite({ email: 'team@home.example', max_uses: 3, language: 'zh' });
  expect(mailbox.messages[0]?.email.subject).toBe('Solar <Nord> 邀请您使用 Voltloop');
  const looked = await server.call(null, 'POST', '/v1/invitations/look', { code: data.code });
  expect(looked.data).toMatchObject({ email: null });
});

test('without an address no e-mail is sent', async () => {
  expect((await invite({})).data).toMatchObject({ sent: null, invitation: { email: null } });
  expect(mailbox.messages).toEqual([]);
});

test('an invitation stays when the mail server refuses its e-mail', async () => {
  const before = server.services.config.smtpUrl;
  server.services.config.smtpUrl = 'smtp://127.0.0.1:1';
  try {
    const { status, data } = await invite({ email: 'late@home.example' });
    expect([status, data.sent]).toEqual([200, false]);
    expect((await server.call(null, 'POST', '/v1/invitations/look', { code: data.code })).status).toBe(200);
    server.services.config.smtpUrl = undefined;
    const refused = await invite({ email: 'none@home.example' });
    expect(refused).toMatchObject({ status: 400, data: [{ path: 'email', key: 'invitation.noMail' }] });
  } finally {
    server.services.config.smtpUrl = before;
  }
});

test('an address is invited at most five times a day, even by concurrent calls', async () => {
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      invite({ email: at % 2 ? 'Often@home.example' : 'often@home.example' }),
    ),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 400, 400, 400]);
  expect(replies.find(({ status }) => status === 400)?.data).toMatchObject([
    { path: 'email', key: 'invitation.tooOften' },
  ]);
  server.clock.now = new Date(server.clock.now.getTime() + 25 * 3600_000);
  token = (await server.signIn(company.userName)).token;
  expect((await invite({ email: 'often@home.example' })).status).toBe(200);
});

test('an account sends at most two hundred e-mails a day', async () => {
  await server.services.pool.query(
    `insert into invitations (tenant_id, inviter_id, code_hash, kind, email, max_uses, created_at, expires_at)
     select $1, $2, decode(md5(i::text), 'hex'), 'enduser', i || '@home.example', 1, $3, $3::timestamptz + interval '1 day'
     from generate_series(1, 200) i`,
    [main.tenantId, company.id, server.clock.now],
  );
  expect((await invite({ email: 'more@home.example' })).status).toBe(429);
  expect((await invite({})).status).toBe(200);
});

test('an invalid address is refused at its field', async () => {
  for (const email of ['no', 'a@b.example\r\nBcc: c@d.example', 'a@b.example, c@d.example', ''])
    expect(await invite({ email })).toMatchObject({ status: 400, data: [{ path: 'email' }] });
  expect(mailbox.messages).toEqual([]);
});
