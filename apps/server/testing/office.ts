import type { Resource, Rules } from '@voltloop/resource-kit';
import { CounterReads } from '../modules/fleet/telemetry/index.ts';
import { createBackoffice } from '../modules/ledger/backoffice/index.ts';
import { createCells } from '../modules/ledger/cells/index.ts';
import { createDocuments } from '../modules/ledger/documents/index.ts';
import { createPassports } from '../modules/ledger/passport/index.ts';
import { createPeriods } from '../modules/ledger/periods/index.ts';
import { createReporting, type Reporting } from '../modules/ledger/reporting/index.ts';
import { createStatistics } from '../modules/ledger/statistics/index.ts';
import { createStock } from '../modules/ledger/stock/index.ts';
import { createTraceability } from '../modules/ledger/traceability/index.ts';
import { createWorks, worksSupply } from '../modules/ledger/works/index.ts';
import type { AccountRow } from '../modules/people/accounts/index.ts';
import { createRoles, type Roles } from '../modules/people/roles/index.ts';
import { createCodes } from '../modules/records/codes/index.ts';
import { createImports } from '../modules/records/imports/index.ts';
import { createLabels } from '../modules/records/labels/index.ts';
import { createLogModule } from '../modules/records/log/index.ts';
import { createResources, type Resources } from '../modules/records/resources/index.ts';
import { Http } from '../platform/http.ts';
import type { Module } from '../platform/module.ts';
import type { Services } from '../platform/services.ts';
import { startOwnServer } from './own-server.ts';
import type { TestServer } from './server.ts';

interface Reply {
  status: number;
  code: number;
  // biome-ignore lint/suspicious/noExplicitAny: replies of tests are looked into freely
  data: any;
}

/** A server with the whole back office, and people of two tenants with and without rights. */
export interface TestOffice {
  server: TestServer;
  resources: Resources;
  /** Sends only on request. */
  reporting: Reporting;
  tenantId: string;
  /** The tenant's main account, and its token. */
  main: AccountRow;
  token: string;
  /** @param as a token; by default the main account's */
  get(path: string, as?: string): Promise<Reply>;
  post(path: string, body: unknown, as?: string): Promise<Reply>;
  remove(path: string, as?: string): Promise<Reply>;
  /** Inserts a row and returns its id. @throws when it is refused */
  make(path: string, row: unknown): Promise<string>;
  /** A token of staff whose role has these rights. */
  staff(...rights: number[]): Promise<string>;
  /** Advances the clock; the main account signs in again, as its session has ended. */
  later(ms: number): Promise<void>;
  /** The token of another tenant's main account. */
  stranger: string;
  stop(): Promise<void>;
}

/** The modules of the back office, connected as in the server. */
export function officeModules(
  services: Services,
  made?: Parameters<typeof createResources>[1],
): { resources: Resources; roles: Roles; reporting: Reporting; modules: Module[] } {
  const resources = createResources(services, made);
  const roles = createRoles(services);
  // Long enough to know that no answer comes.
  const reporting = createReporting(services, worksSupply, { timeout_ms: 1500 });
  const others = [
    reporting,
    createDocuments(resources),
    createPeriods(services),
    createPassports(
      services,
      new CounterReads({ clickhouse: services.clickhouse, verdicts: () => [], version: () => 0 }),
    ),
    createStock(services),
    createWorks(resources),
    createStatistics(services),
    createCodes(services),
    createLabels(services),
    createCells(resources),
    createTraceability(resources),
    createLogModule(resources),
  ];
  return { resources, roles, reporting, modules: [roles, resources, ...others, createBackoffice(resources)] };
}

/** @param made Resources in place of the registry's, and the SQL of their tables. */
export async function startTestOffice(made?: {
  resources: readonly Resource[];
  rules: Readonly<Record<string, Rules>>;
  tables: string;
}): Promise<TestOffice> {
  const server = await startOwnServer();
  const { services, sessions } = server;
  if (made) await services.pool.query(made.tables);
  const http = new Http(server.app, {
    authenticate: sessions.authenticate,
    clock: services.clock,
    checkReplies: true,
  });
  const { resources, reporting, modules } = officeModules(services, made);
  for (const module of modules) module.routes?.(http);
  createImports(services, server.things, resources.importKinds).routes?.(http);
  const main = await server.tenant();
  const { token: first, tenant_id: tenantId } = await server.signIn(main.userName);
  let token = first;
  const stranger = (await server.signIn((await server.tenant()).userName)).token;
  let roles = 0;
  const call = (as: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
    server.call(as, method, path, body) as Promise<Reply>;
  return {
    server,
    resources,
    reporting,
    tenantId,
    main,
    get token() {
      return token;
    },
    async later(ms) {
      server.clock.now = new Date(server.clock.now.getTime() + ms);
      token = (await server.signIn(main.userName)).token;
    },
    stranger,
    get: (path, as = token) => call(as, 'GET', path),
    post: (path, body, as = token) => call(as, 'POST', path, body),
    remove: (path, as = token) => call(as, 'DELETE', path),
    async make(path, row) {
      const reply = await call(token, 'POST', `${path}/insert`, row);
      if (reply.status !== 200) throw new Error(`${path}: ${JSON.stringify(reply)}`);
      return reply.data.id;
    },
    async staff(...rights) {
      const { rows } = await services.pool.query<{ id: number }>(
        'insert into roles (tenant_id, name) values ($1, $2) returning id',
        [tenantId, `role ${++roles}`],
      );
      const roleId = rows[0]?.id as number;
      await services.pool.query('insert into role_menus select $1, unnest($2::int[])', [roleId, rights]);
      const account = await server.account('staff', main);
      await services.pool.query('update accounts set role_id = $1 where id = $2', [roleId, account.id]);
      return (await server.signIn(account.userName)).token;
    },
    stop: server.stop,
  };
}
