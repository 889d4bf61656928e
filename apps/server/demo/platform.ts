import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Sandbox, startSandbox } from '../../../platform-sandbox/index.ts';
import { type Accounts, accountByUserName, actingAs } from '../modules/accounts/index.ts';
import type { Reporting } from '../modules/reporting/index.ts';
import type { Ctx } from '../platform/ctx.ts';
import { signingKey } from '../platform/secret-box.ts';
import type { Running, Services } from '../platform/services.ts';
import { demoMain } from './seed/demo-accounts.ts';

const KEY_ID = 'demo';
const TYPES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const EVERY_MS = 20_000;
/** Records that are reported in one round: the demo's past is reported in the background. */
const AT_ONCE = 50;
/** Records of the last days are left for whoever looks at the demo. */
const LEFT_DAYS = 5;

interface PlatformOptions {
  services: Services;
  accounts: Accounts;
  reporting: Reporting;
}

/** Runs the sandbox as the demo's reporting platform, on loopback, and reports to it what is some days old. */
export function runPlatform({ services, reporting }: PlatformOptions): Running {
  const { db, config, log } = services;
  const stopping = new AbortController();
  let sandbox: Sandbox | undefined;

  const run = async () => {
    const main = await accountByUserName(db, demoMain);
    if (!main) return;
    const ctx = (): Ctx => ({
      caller: actingAs(main),
      now: services.clock(),
      ip: '127.0.0.1',
      requestId: 'demo',
      log,
    });
    const secret = createHmac('sha256', await signingKey(db))
      .update('demo platform')
      .digest('hex');
    const before = await endpointBefore(services, main.tenantId);
    const file = join(config.dataDir, 'demo', 'platform.jsonl');
    const started = (port: number) => startSandbox({ port, secrets: { [KEY_ID]: secret }, file });
    sandbox = await started(before ? Number(new URL(before).port) : 0).catch(() => started(0));
    config.reportingHosts.add(new URL(sandbox.url).host);
    const endpoint = sandbox.url;
    const configure = (enterpriseId: string, types: readonly number[]) =>
      reporting.configure(ctx(), {
        ...{ types: [...types], enterpriseId, channel: 'http', endpoint },
        ...{ platformCode: `DEMO-${enterpriseId.slice(0, 8)}`, keyId: KEY_ID, secret },
      });
    if (before !== null && before !== endpoint)
      for (const { id, types } of await configuredHere(services, main.tenantId)) await configure(id, types);
    while (!stopping.signal.aborted) {
      for (const { id } of await neverConfigured(services, main.tenantId)) await configure(id, TYPES);
      const ids = await oldReports(services, main.tenantId);
      if (ids.length > 0) await reporting.submit(ctx(), { ids });
      await sleep(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const running = run().catch((err: unknown) =>
    log.error({ err }, 'the reporting platform of the demo could not be run'),
  );
  return {
    async stop() {
      stopping.abort();
      await running;
      await sandbox?.stop();
    },
  };
}

async function endpointBefore({ db }: Services, tenantId: string): Promise<string | null> {
  const { rows } = await sql<{ endpoint: string }>`select endpoint from reporting_configs
    where tenant_id = ${tenantId} and status = 2 and key_id = ${KEY_ID} limit 1`.execute(db);
  return rows[0]?.endpoint ?? null;
}

/** Enterprises with the types for which they report to the sandbox. */
async function configuredHere({ db }: Services, tenantId: string) {
  const { rows } = await sql<{ id: string; types: number[] }>`
    select enterprise_id as id, array_agg(type::int) as types from reporting_configs
      where tenant_id = ${tenantId} and status = 2 and key_id = ${KEY_ID} group by 1`.execute(db);
  return rows;
}

/** Enterprises of sites for which nobody has ever configured anything. */
async function neverConfigured({ db }: Services, tenantId: string) {
  const { rows } = await sql<{ id: string }>`
    select distinct s.enterprise_id as id from recycle_sites s
      where s.tenant_id = ${tenantId} and s.enterprise_id is not null and s.deleted_at is null
        and s.create_time < now() - interval '1 minute'
        and not exists (select from reporting_configs c where c.enterprise_id = s.enterprise_id)`.execute(db);
  return rows;
}

async function oldReports({ db }: Services, tenantId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from reports r join reporting_configs c on c.enterprise_id = r.enterprise_id and c.type = r.type
        and c.status = 2 and c.key_id = ${KEY_ID}
      where r.tenant_id = ${tenantId} and r.voided_by is null and r.state = 1 and r.attempts = 0
        and r.type in (8, 9) and r.day < current_date - ${LEFT_DAYS}::int
      order by r.day, r.id limit ${AT_ONCE}`.execute(db);
  return rows.map(({ id }) => id);
}
