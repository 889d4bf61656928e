import { type AccountKind, BACK_OFFICE_ROLE_START, type LoginData, type Route } from '@voltloop/contract';
import { menus } from '@voltloop/resources/menus.ts';
import pino from 'pino';
import { readConfig } from '../config.ts';
import type { AccountRow } from '../modules/people/accounts/index.ts';
import { Progress } from '../progress.ts';
import { startServer } from '../server.ts';
import { Stopping } from '../stopping.ts';
import type { TestWorld } from '../testing/make-world.ts';
import { startTestServer, type TestServer, testPassword } from '../testing/server.ts';

/** A calling account, and its own targets. */
export interface Actor {
  name: string;
  token: string;
  roleId: number;
  tenantId: string;
  accountId: string;
  userName: string;
  /** An account at or below it, to which `devid` is bound. */
  subId: string;
  devid: string;
}

export interface Answer {
  status: number;
  text: string;
  /** For a JSON reply, else null. */
  json: { code: number; message: string; result: boolean; data: unknown } | null;
}

/** The request: values by parameter name; `form` instead of `body` sends multipart. */
export interface Sent {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  form?: FormData;
}

/** The whole server as started by `npm start`, on a separate database, with several callers. */
export interface WholeServer {
  url: string;
  test: TestServer;
  /** Main account, factory, agent I, company, installer, end user in one line, and two of the staff. */
  callers: Actor[];
  /** A factory of the same tenant, beside the line. */
  outside: Actor;
  /** Main account of another tenant. */
  foreign: Actor;
  send(token: string | null, route: Pick<Route, 'method' | 'path'>, sent: Sent): Promise<Answer>;
  /** Creates a thing that is bound to the actor only. */
  freshThing(actor: Actor): Promise<{ devid: string; secret: string }>;
  /** Creates an account directly below the actor. */
  freshAccount(actor: Actor): Promise<AccountRow>;
  signIn(userName: string): Promise<LoginData>;
  stop(): Promise<void>;
}

/** The token of the operator's calls. */
export const OPERATOR_TOKEN = 'operator-of-the-tests-0123456789';

/** Words that must not occur in replies to callers of the line. */
export const OUTSIDE = 'OUTSIDE';
export const FOREIGN = 'FOREIGN';

/** @param world Owned by the server; dropped when it stops. */
export async function startWholeServer(
  world: TestWorld,
  settings: Record<string, string> = {},
): Promise<WholeServer> {
  const stopping = new Stopping();
  try {
    const { url } = await startServer(
      readConfig({ ...settingsFor(world), ...settings }, []),
      pino({ level: process.env.TEST_LOG ?? 'silent' }),
      new Progress(true),
      stopping,
    );
    const test = await startTestServer(world.databaseUrl);
    // The test server's clock is frozen; its rows are read by a server with the real time.
    test.clock.now = new Date();
    return await populated(url, test, async () => {
      await test.stop();
      await stopping.stop();
      await world.stop();
    });
  } catch (e) {
    await stopping.stop();
    await world.stop();
    throw e;
  }
}

function settingsFor(world: TestWorld): Record<string, string> {
  return {
    DATABASE_URL: world.databaseUrl,
    CLICKHOUSE_URL: world.clickhouseUrl,
    DATA_DIR: world.dataDir,
    PORT: '0',
    MQTT_PORT: '0',
    API_RATE: '10000000',
    CHECK_REPLIES: '1',
    LEGACY_API: '1',
    OPERATOR_TOKEN,
  };
}

async function populated(url: string, test: TestServer, stop: () => Promise<void>): Promise<WholeServer> {
  let made = 0;
  const send: WholeServer['send'] = (token, route, sent) => request(url, token, route, sent);
  const signIn = async (userName: string): Promise<LoginData> => {
    const route = { method: 'POST', path: '/v1/admin/control/sessions' } as const;
    const { json, text } = await send(null, route, { body: { username: userName, password: testPassword } });
    if (!json?.result) throw new Error(`sign-in of ${userName}: ${text}`);
    return json.data as LoginData;
  };
  const rows = new Map<string, AccountRow>();
  const actor = async (row: AccountRow, sub: AccountRow, devid: string): Promise<Actor> => {
    rows.set(row.id, row);
    const { token, roleIds } = await signIn(row.userName);
    const { tenantId, id: accountId, userName } = row;
    const roleId = roleIds[0] as number;
    return { name: row.kind, token, roleId, tenantId, accountId, userName, subId: sub.id, devid };
  };
  const rowOf = (a: Actor) => rows.get(a.accountId) as AccountRow;
  const thing = async (main: AccountRow, devid: string, owners: AccountRow[]) => {
    const [registered] = await test.things.register(test.as(main), [{ devid, devtype: 'HE_BAT' }]);
    await test.things.bind(
      test.as(main),
      owners.map((o) => o.id).filter((id) => id !== main.id),
      [devid],
    );
    return { devid, secret: registered?.secret ?? '' };
  };

  const main = await test.tenant();
  const line = [main];
  for (const kind of ['factory', 'agent1', 'company', 'installer', 'enduser'] as const) {
    line.push(await test.account(kind, line.at(-1) as AccountRow));
  }
  const installer = line[4] as AccountRow;
  const user = line[5] as AccountRow;
  const sub = await test.account('enduser', installer);
  await thing(main, 'INSIDE-1', [user, sub]);
  const callers: Actor[] = [];
  for (const row of line) callers.push(await actor(row, row === user ? row : sub, 'INSIDE-1'));
  for (const [name, rights] of [
    ['staff without rights', []],
    ['staff with every right', menus.map((m) => m.id)],
  ] as const) {
    callers.push({ ...(await actor(await staff(test, main, rights), sub, 'INSIDE-1')), name });
  }

  const named = (kind: AccountKind, word: string, parent: AccountRow) =>
    test.account(kind, parent, { userName: `${word}_${kind}`, name: `${word} ${kind}` });
  const beside = await named('factory', OUTSIDE, main);
  const besideSub = await named('enduser', OUTSIDE, beside);
  await thing(main, `${OUTSIDE}-1`, [besideSub]);
  const other = await test.tenant(`${FOREIGN} tenant`);
  await test.services.pool.query('update accounts set name = $1 where id = $2', [
    `${FOREIGN} main`,
    other.id,
  ]);
  const otherSub = await named('enduser', FOREIGN, other);
  await thing(other, `${FOREIGN}-1`, [otherSub]);
  const outside = { ...(await actor(beside, besideSub, `${OUTSIDE}-1`)), name: 'outside' };
  const foreign = { ...(await actor(other, otherSub, `${FOREIGN}-1`)), name: 'foreign' };

  const wordOf = (a: Actor) => (a === outside ? OUTSIDE : a === foreign ? FOREIGN : 'INSIDE');
  return {
    url,
    test,
    callers,
    outside,
    foreign,
    send,
    signIn,
    stop,
    freshThing: (a) => thing(a === foreign ? other : main, `${wordOf(a)}-${++made}-FRESH`, [rowOf(a)]),
    freshAccount: (a) =>
      test.account('enduser', rowOf(a), {
        userName: `${wordOf(a)}_f${++made}`.slice(0, 16),
        name: wordOf(a),
      }),
  };
}

/** A back-office account with a separate role. */
async function staff(test: TestServer, main: AccountRow, rights: readonly number[]): Promise<AccountRow> {
  const { pool } = test.services;
  const { rows } = await pool.query<{ id: number }>(
    'insert into roles (tenant_id, name) values ($1, $2) returning id',
    [main.tenantId, `role ${rights.length}`],
  );
  const roleId = rows[0]?.id as number;
  if (roleId < BACK_OFFICE_ROLE_START) throw new Error(`a role of the back office has the id ${roleId}`);
  await pool.query('insert into role_menus select $1, unnest($2::int[])', [roleId, rights]);
  const account = await test.account('staff', main);
  await pool.query('update accounts set role_id = $1 where id = $2', [roleId, account.id]);
  return account;
}

/** One call over HTTP. Of an endless stream only the beginning is read. */
async function request(
  base: string,
  token: string | null,
  route: Pick<Route, 'method' | 'path'>,
  { params = {}, query = {}, body, form }: Sent,
): Promise<Answer> {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '-'));
  const search = new URLSearchParams(query);
  const reply = await fetch(`${base}${path}?${search}`, {
    method: route.method,
    headers: {
      platform: 'IOT',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(form || body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(form ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return answerOf(reply);
}

export async function answerOf(reply: Response): Promise<Answer> {
  const type = reply.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) {
    await reply.body?.cancel();
    return { status: reply.status, text: '', json: null };
  }
  const text = await reply.text();
  return { status: reply.status, text, json: type.includes('json') ? JSON.parse(text) : null };
}
