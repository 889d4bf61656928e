import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NotificationRuleBody } from '@voltloop/contract';
import { type Mailbox, startMailbox } from '../demo/mailbox.ts';
import { clearEvents, raiseEvents } from '../modules/fleet/events/index.ts';
import type { AccountRow } from '../modules/people/accounts/index.ts';
import { createMail } from '../modules/people/mail/index.ts';
import { createNotifications, type Notifications } from '../modules/service/notifications/index.ts';
import { startTestServer, type TestServer } from './server.ts';
import { testWorld } from './world.ts';

/** A request received by the webhook receiver. */
export interface Got {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A server whose sending rounds are run by the test (`notifications.send()`), with a mailbox and a webhook receiver on loopback. */
export interface NoticeWorld {
  server: TestServer;
  notifications: Notifications;
  /** Another node on the same database. */
  another(): Notifications;
  mailbox: Mailbox;
  hookUrl: string;
  got: Got[];
  /** The status of the receiver's answer; its body is always `{"errcode":0}`. */
  answer: { status: number };
  main: AccountRow;
  /** Registers a device bound to an account. */
  device(account: AccountRow): Promise<{ id: string; devid: string }>;
  /** A call below `/v1/notifications`, in a new session, because tests advance the clock far. */
  call(
    account: AccountRow,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
  ): ReturnType<TestServer['call']>;
  /** Adds a webhook; its messages arrive at `path` of the receiver. */
  addHook(account: AccountRow, path?: string): Promise<string>;
  addRule(
    account: AccountRow,
    channel: string,
    more?: Partial<NotificationRuleBody>,
  ): ReturnType<TestServer['call']>;
  begin(thingId: string, code: string, level?: number): Promise<string>;
  end(thingId: string, code: string): Promise<void>;
  acknowledge(eventId: string): Promise<void>;
  /** Advances the clock, which otherwise stands still. */
  later(minutes: number): void;
  /** Webhook messages that arrived at a path since the last call: `CODE what` of each event, a line for each message. */
  saidAt(path: string): string[];
  stop(): Promise<void>;
}

const kind = (code: string, level: number) => ({
  code,
  level,
  source: 'EMS',
  name_en: `Name ${code}`,
  name_zh: code,
});

export async function startNoticeWorld(): Promise<NoticeWorld> {
  const world = await testWorld();
  const mailbox = await startMailbox();
  const got: Got[] = [];
  const answer = { status: 200 };
  const receiver = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      got.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
      reply.writeHead(answer.status).end('{"errcode":0}');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const hookUrl = `http://${host}`;
  let notifications: Notifications | undefined;
  const env = { SMTP_URL: mailbox.url, PUBLIC_URL: 'https://console.example.org', WEBHOOK_HOSTS: host };
  const server = await startTestServer(world.databaseUrl, env, (services) => {
    notifications = createNotifications(services, createMail(services));
    return [{ routes: (http) => notifications?.routes?.(http) }];
  });
  if (!notifications) throw new Error('no notifications');
  const main = await server.tenant();
  const { db, pool } = server.services;
  let made = 0;
  const call: NoticeWorld['call'] = async (account, method, path, body) =>
    server.call((await server.signIn(account.userName)).token, method, `/v1/notifications${path}`, body);
  return {
    server,
    notifications,
    mailbox,
    hookUrl,
    got,
    answer,
    main,
    call,
    another: () => createNotifications(server.services, createMail(server.services)),
    async device(account) {
      const devid = `NOTICE${++made}`;
      await server.things.register(server.as(main), [{ devid, devtype: 'HE_BAT' }]);
      await server.things.bind(server.as(main), [account.id], [devid]);
      const { rows } = await pool.query<{ id: string }>('select id from things where devid = $1', [devid]);
      return { id: rows[0]?.id as string, devid };
    },
    async addHook(account, path = '/hook') {
      const body = { kind: 'webhook', name: `Hook ${path}`, target: `${hookUrl}${path}` };
      return ((await call(account, 'POST', '/channels', body)).data as { id: string }).id;
    },
    addRule: (account, channel, more = {}) =>
      call(account, 'POST', '/rules', { name: 'All', least_level: 1, channel_ids: [channel], ...more }),
    async begin(thingId, code, level = 2) {
      const raise = { thingId, kind: kind(code, level), begin_ms: server.clock.now.getTime() };
      const [event] = await raiseEvents(db, [raise]);
      return event?.id as string;
    },
    async end(thingId, code) {
      await clearEvents(db, [{ thingId, kind: kind(code, 1), end_ms: server.clock.now.getTime() }]);
    },
    async acknowledge(eventId) {
      await pool.query('update events set ack_time = $2 where id = $1', [eventId, server.clock.now]);
    },
    later(minutes) {
      server.clock.now = new Date(server.clock.now.getTime() + minutes * 60_000);
    },
    saidAt(path) {
      const there = got.filter((each) => each.path === path);
      for (const each of there) got.splice(got.indexOf(each), 1);
      return there.map(({ body }) =>
        (JSON.parse(body.toString()).events as { code: string; what: string }[])
          .map(({ code, what }) => `${code} ${what}`)
          .sort()
          .join(', '),
      );
    },
    async stop() {
      await server.stop();
      receiver.closeAllConnections();
      receiver.close();
      await mailbox.stop();
      await world.stop();
    },
  };
}
