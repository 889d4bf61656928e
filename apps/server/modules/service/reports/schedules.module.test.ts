import type * as contract from '@voltloop/contract';
import type { ReplyOf, ReportSchedule, SiteDetail } from '@voltloop/contract';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Mailbox, startMailbox } from '../../../demo/mailbox.ts';
import { type Fixture, telemetryFixture } from '../../../testing/telemetry.ts';
import { createSites } from '../../fleet/sites/index.ts';
import type { AccountRow } from '../../people/accounts/index.ts';
import { createMail } from '../../people/mail/index.ts';
import { createReports, type Reports } from './index.ts';

const zone = 'Europe/Berlin';
const clock = { now: 0 };
let f: Fixture;
let mailbox: Mailbox;
/** Two nodes with the same databases. */
let nodes: [Reports, Reports];
let company: AccountRow;
let rival: AccountRow;
let site: SiteDetail;

type Schedules = ReplyOf<typeof contract.listReportSchedules>;
type Reply<T> = { status: number; data: T };
const save = (by: AccountRow, of: string | null, language = 'en') =>
  f.call(by, '/v1/reports/schedules', { site: of, language }) as Promise<Reply<ReportSchedule>>;
const list = async (by: AccountRow) => ((await f.call(by, '/v1/reports/schedules')) as Reply<Schedules>).data;
const unsubscribe = (code: string) =>
  f.call(rival, '/v1/reports/unsubscribe', { code }) as Promise<Reply<null>>;
const sendAll = () => Promise.all(nodes.map((node) => node.send()));
const at = (text: string) => {
  clock.now = Date.parse(text);
};

beforeAll(async () => {
  mailbox = await startMailbox();
  f = await telemetryFixture({
    now: () => new Date(clock.now),
    more: (services, telemetry, things) => {
      services.config.smtpUrl = mailbox.url;
      services.config.mailOrigin = 'https://console.example.org';
      const sites = createSites(services, telemetry, things);
      const mail = createMail(services);
      nodes = [createReports(services, sites, mail), createReports(services, sites, mail)];
      return [sites, nodes[0]];
    },
  });
  at('2026-03-05T10:00:00Z');
  company = await f.account('company', f.factory, 'company_a');
  rival = await f.account('company', f.factory, 'company_b');
  for (const { id, userName } of [company, rival])
    await f.services.pool.query('update accounts set email = $2 where id = $1', [
      id,
      `${userName}@example.org`,
    ]);
  const made = (await f.call(company, `/v1/sites/tenants/${f.main.tenantId}/sites`, {
    name: 'Workshop',
    owner: 'company_a',
    time_zone: zone,
  })) as Reply<SiteDetail>;
  site = made.data;
}, 60_000);
beforeEach(async () => {
  await f.services.pool.query('delete from report_schedules');
  mailbox.messages.length = 0;
});
afterAll(async () => {
  await f?.stop();
  await mailbox?.stop();
});

test('the report of a site is sent once after its month, whichever nodes run', async () => {
  at('2026-03-05T10:00:00Z');
  expect((await save(company, site.id, 'zh')).data).toMatchObject({ language: 'zh', last: null });
  expect((await save(company, site.id, 'en')).data).toMatchObject({
    site: { name: 'Workshop' },
    language: 'en',
  });
  expect(await list(company)).toMatchObject({ email: 'c***@example.org', list: [{ language: 'en' }] });
  // Six in the morning of the second, in the zone of the site.
  at('2026-04-02T03:59:00Z');
  await sendAll();
  expect(mailbox.messages).toEqual([]);
  at('2026-04-02T04:00:00Z');
  await sendAll();
  await sendAll();
  expect(mailbox.messages).toHaveLength(1);
  const [{ to, email }] = mailbox.messages as [Mailbox['messages'][number]];
  expect(to).toEqual(['company_a@example.org']);
  expect(email.subject).toBe('Workshop · monthly report March 2026');
  const [file] = email.attachments;
  expect(file).toMatchObject({
    filename: 'Monthly report Workshop 2026-03.pdf',
    mimeType: 'application/pdf',
  });
  const pdf = await getDocumentProxy(new Uint8Array(file?.content as ArrayBuffer));
  expect((await extractText(pdf, { mergePages: true })).text).toContain('Workshop');
  const { list: after } = await list(company);
  expect(after).toMatchObject([{ last: { month: '2026-03', state: 'sent', done_at: clock.now } }]);
});

test('months that ended while no node ran are skipped, except the newest', async () => {
  at('2026-03-01T10:00:00Z');
  await save(company, null);
  // The report of February is still due on the first of March.
  at('2026-07-20T10:00:00Z');
  await sendAll();
  expect(mailbox.messages.map(({ email }) => email.subject)).toEqual([
    'All sites · monthly report June 2026',
  ]);
});

test('an unreachable mail server is retried with the same Message-ID', async () => {
  at('2026-03-05T10:00:00Z');
  await save(company, site.id);
  const { smtpUrl } = f.services.config;
  at('2026-04-03T10:00:00Z');
  f.services.config.smtpUrl = 'smtp://127.0.0.1:1';
  await sendAll();
  f.services.config.smtpUrl = smtpUrl;
  await sendAll();
  expect(mailbox.messages).toHaveLength(0);
  at('2026-04-03T10:01:01Z');
  await sendAll();
  expect(mailbox.messages).toHaveLength(1);
  const { rows } = await f.services.pool.query('select id, tries, state, error from report_emails');
  expect(rows).toMatchObject([{ tries: 2, state: 'sent', error: null }]);
  expect(mailbox.messages[0]?.email.messageId).toBe(`<report-${rows[0].id}@voltloop.invalid>`);
});

test('an address that the mail server permanently refuses is not retried', async () => {
  at('2026-03-05T10:00:00Z');
  await save(company, site.id);
  at('2026-04-03T10:00:00Z');
  mailbox.refuse = { code: 550, text: 'no such user' };
  await sendAll();
  mailbox.refuse = null;
  at('2026-04-04T10:00:00Z');
  await sendAll();
  expect(mailbox.messages).toEqual([]);
  expect((await list(company)).list).toMatchObject([{ last: { month: '2026-03', state: 'dead' } }]);
});

test('an e-mail that a killed node had claimed is sent after its lease', async () => {
  at('2026-03-05T10:00:00Z');
  const { data } = await save(company, site.id);
  at('2026-04-03T10:00:00Z');
  await f.services.pool.query(
    `insert into report_emails (schedule_id, month, tries, next_at, lease_id, leased_until, created_at)
     values ($1, '2026-03-01', 1, $2, gen_random_uuid(), $2::timestamptz + interval '10 minutes', $2)`,
    [data.id, new Date(clock.now)],
  );
  await sendAll();
  expect(mailbox.messages).toHaveLength(0);
  at('2026-04-03T10:10:01Z');
  await sendAll();
  expect(mailbox.messages).toHaveLength(1);
});

test('the link in an e-mail unsubscribes without signing in; an invalid code does not', async () => {
  at('2026-03-05T10:00:00Z');
  await save(company, site.id);
  at('2026-04-03T10:00:00Z');
  await sendAll();
  const { email } = mailbox.messages[0] as Mailbox['messages'][number];
  const code = /console\.example\.org\/unsubscribe#([\w-]{54})$/m.exec(email.text ?? '')?.[1] ?? '';
  expect(email.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toContain(
    `/unsubscribe#${code}`,
  );
  expect((await unsubscribe(code.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')))).status).toBe(404);
  expect((await list(company)).list).toHaveLength(1);
  expect((await unsubscribe(code)).status).toBe(200);
  expect((await unsubscribe(code)).status).toBe(200);
  expect((await list(company)).list).toEqual([]);
  at('2026-05-03T10:00:00Z');
  await sendAll();
  expect(mailbox.messages).toHaveLength(1);
  const { rows } = await f.services.pool.query(
    `select count(*)::int as n from audit where action = 'report.unsubscribe'`,
  );
  expect(rows).toEqual([{ n: 1 }]);
});

test('schedules are private, only for visible sites, and need an address', async () => {
  at('2026-03-05T10:00:00Z');
  const { data } = await save(company, site.id);
  expect((await save(rival, site.id)).status).toBe(404);
  expect(
    (await f.call(rival, `/v1/reports/schedules/${data.id}`, undefined, 'DELETE')) as object,
  ).toMatchObject({
    status: 404,
  });
  await f.services.pool.query('update accounts set email = null where id = $1', [rival.id]);
  expect(await save(rival, null)).toMatchObject({ status: 409, data: [{ key: 'report.noEmail' }] });
  expect(
    (await f.call(company, `/v1/reports/schedules/${data.id}`, undefined, 'DELETE')) as object,
  ).toMatchObject({
    status: 200,
  });
  expect((await list(company)).list).toEqual([]);
});

test('the name of a site that is no longer visible is hidden', async () => {
  at('2026-03-05T10:00:00Z');
  await save(company, site.id);
  await f.services.pool.query(`update sites set account_id = $1, name = 'Of the rival' where id = $2`, [
    rival.id,
    site.id,
  ]);
  expect((await list(company)).list).toMatchObject([{ site: { id: site.id, name: '' } }]);
  await f.services.pool.query(`update sites set account_id = $1, name = 'Workshop' where id = $2`, [
    company.id,
    site.id,
  ]);
});

test('losing a site ends its schedule, and a disabled account receives nothing', async () => {
  at('2026-03-05T10:00:00Z');
  await save(company, site.id);
  await save(company, null);
  await f.services.pool.query('update accounts set disabled_at = now() where id = $1', [company.id]);
  at('2026-04-03T10:00:00Z');
  await sendAll();
  await f.services.pool.query('update accounts set disabled_at = null where id = $1', [company.id]);
  expect(mailbox.messages).toEqual([]);
  await f.services.pool.query('update sites set account_id = $1 where id = $2', [rival.id, site.id]);
  at('2026-05-03T10:00:00Z');
  await sendAll();
  await f.services.pool.query('update sites set account_id = $1 where id = $2', [company.id, site.id]);
  expect(mailbox.messages.map(({ email }) => email.subject)).toEqual([
    'All sites · monthly report April 2026',
  ]);
  expect((await list(company)).list).toMatchObject([{ site: null }]);
});
