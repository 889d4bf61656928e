import { argon2Sync, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import type { AccountKind, LoginData } from '@voltloop/contract';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { sql } from 'kysely';
import pino from 'pino';
import { readConfig } from '../config.ts';
import { createDeviceModels } from '../modules/fleet/device-models/index.ts';
import { createThings, type Things } from '../modules/fleet/things/index.ts';
import {
  type AccountRow,
  type Accounts,
  actingAs,
  createAccounts,
  type NewAccount,
} from '../modules/people/accounts/index.ts';
import { createMail, type Mail } from '../modules/people/mail/index.ts';
import { createSessions, type Sessions } from '../modules/people/sessions/index.ts';
import { createStaffModule, type Staff } from '../modules/people/staff/index.ts';
import { openClickHouse } from '../platform/clickhouse.ts';
import type { Ctx, PublicCtx } from '../platform/ctx.ts';
import { oneRow, openDatabase } from '../platform/db.ts';
import { folderFiles } from '../platform/files.ts';
import { Http, installErrorHandler } from '../platform/http.ts';
import type { Module } from '../platform/module.ts';
import type { Services } from '../platform/services.ts';

/** Password of every account that tests create. */
export const testPassword = 'Right-4-tests';

/**
 * One node on a test's own database: accounts, sessions and things behind the real HTTP server, with replies checked.
 */
export interface TestServer {
  databaseUrl: string;
  app: FastifyInstance;
  services: Services;
  accounts: Accounts;
  sessions: Sessions;
  staff: Staff;
  things: Things;
  mail: Mail;
  /** Devices that were disconnected, in order. */
  disconnected: string[];
  /** Delays of slowed sign-ins, ms; tests do not wait. */
  waits: number[];
  clock: { now: Date };
  /** A context of the system itself. */
  system(): PublicCtx;
  /** A context of an account, without a session. */
  as(account: AccountRow): Ctx;
  /** Creates a tenant with its main account. */
  tenant(name?: string): Promise<AccountRow>;
  /** Creates an account below another, with a unique name and {@link testPassword}. */
  account(kind: AccountKind, parent: AccountRow, more?: Partial<NewAccount>): Promise<AccountRow>;
  signIn(userName: string, password?: string): Promise<LoginData>;
  /** Calls a path with an account's token; returns the parsed envelope and the status. */
  call(
    token: string | null,
    method: InjectOptions['method'],
    url: string,
    body?: unknown,
  ): Promise<{
    status: number;
    code: number;
    message: string;
    data: never;
    headers: Record<string, unknown>;
  }>;
  stop(): Promise<void>;
}

/**
 * @param env Settings, as environment variables.
 * @param more Further modules on the same services.
 */
export async function startTestServer(
  databaseUrl: string,
  env: Record<string, string> = {},
  more: (services: Services, parts: { accounts: Accounts; things: Things }) => Module[] = () => [],
): Promise<TestServer> {
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
  const clock = { now: new Date('2026-03-01T10:00:00Z') };
  const disconnected: string[] = [];
  const waits: number[] = [];
  const { db, pool, stop } = openDatabase(databaseUrl, { max: 8 });
  const clickhouse = openClickHouse('http://127.0.0.1:9/none');
  const filesFolder = await mkdtemp(join(tmpdir(), 'voltloop-files-'));
  const services: Services = {
    config: readConfig({ DATA_DIR: '/tmp/unused', ...env }, []),
    db,
    pool,
    clickhouse,
    log,
    files: folderFiles(filesFolder),
    clock: () => clock.now,
    bus: {
      publish: async () => {},
      subscribe: async () => async () => {},
      disconnect: async (devid) => void disconnected.push(devid),
      disconnectHere: async () => {},
      stop: async () => {},
    },
  };
  const mail = createMail(services);
  const accounts = createAccounts(services, mail);
  const sessions = await createSessions(services, accounts, mail, {
    wait: async (ms) => void waits.push(ms),
  });
  const staff = createStaffModule(services, accounts, sessions);
  const deviceModels = createDeviceModels(services);
  const things = await createThings(services, accounts, deviceModels);
  const { trustProxy } = services.config;
  const app = Fastify({
    genReqId: () => randomUUID(),
    trustProxy: (_address: string, hop: number) => hop < trustProxy,
  });
  installErrorHandler(app);
  await app.register(cookie);
  await app.register(multipart, { limits: { files: 1 } });
  const http = new Http(app, {
    authenticate: sessions.authenticate,
    clock: services.clock,
    checkReplies: true,
  });
  for (const module of [accounts, sessions, staff, deviceModels, things]) module.routes?.(http);
  const extra = more(services, { accounts, things });
  for (const module of extra) module.routes?.(http);
  await sessions.start?.();
  await deviceModels.start?.();
  await things.start?.();
  for (const module of extra) await module.start?.();

  const passwordHash = cheapHash(testPassword);
  let made = 0;
  const system = (): PublicCtx => ({ caller: null, now: clock.now, ip: '', requestId: 'test', log });
  return {
    databaseUrl,
    app,
    services,
    accounts,
    sessions,
    staff,
    things,
    mail,
    disconnected,
    waits,
    clock,
    system,
    as: (account) => ({ ...system(), caller: actingAs(account) }),
    async tenant(name = `tenant ${++made}`) {
      const row = oneRow(
        await sql<{ id: string }>`insert into tenants (name) values (${name}) returning id`.execute(db),
      );
      return accounts.createAccount(system(), {
        kind: 'main',
        parentId: null,
        tenantId: row.id,
        userName: `main_${++made}_x`,
        name: 'Main',
        passwordHash,
      });
    },
    account: (kind, parent, more = {}) =>
      accounts.createAccount(system(), {
        kind,
        parentId: parent.id,
        userName: `${kind}_${++made}_x`.slice(0, 16),
        name: `${kind} ${made}`,
        passwordHash,
        ...more,
      }),
    async signIn(userName, password = testPassword) {
      const reply = await app.inject({
        method: 'POST',
        url: '/v1/admin/control/sessions',
        payload: { username: userName, password },
      });
      if (reply.statusCode !== 200) throw new Error(`sign-in of ${userName}: ${reply.body}`);
      return reply.json().data;
    },
    async call(token, method, url, body) {
      const reply = await app.inject({
        method,
        url,
        ...(body === undefined ? {} : { payload: body as object }),
        headers: { platform: 'IOT', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      } as InjectOptions);
      return { status: reply.statusCode, headers: reply.headers, ...reply.json() };
    },
    async stop() {
      await app.close();
      for (const module of extra) await module.stop?.();
      await things.stop?.();
      await deviceModels.stop?.();
      await sessions.stop?.();
      await mail.stop?.();
      await clickhouse.stop();
      await stop();
      await rm(filesFolder, { recursive: true, force: true });
    },
  };
}

/** A hash with minimal parameters, so that tests can sign in often. */
function cheapHash(password: string): string {
  const nonce = Buffer.from('only for tests!!');
  const tag = argon2Sync('argon2id', {
    message: password,
    nonce,
    memory: 8,
    passes: 1,
    parallelism: 1,
    tagLength: 16,
  });
  const text = (b: Buffer) => b.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=8,t=1,p=1$${text(nonce)}$${text(tag)}`;
}
