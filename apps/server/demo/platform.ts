import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Sandbox, startSandbox } from '../../../platform-sandbox/index.ts';
import type { Reporting } from '../modules/ledger/reporting/index.ts';
import { type Accounts, accountByUserName, actingAs } from '../modules/people/accounts/index.ts';
import type { Ctx } from '../platform/ctx.ts';
import { signingKey } from '../platform/secret-box.ts';
import type { Running, Services } from '../platform/services.ts';
import { DEMO_KEY_ID, reportOlder } from './report-older.ts';
import { demoMain } from './seed/demo-accounts.ts';

const TYPES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const EVERY_MS = 20_000;
/** After the ids of the records that the snapshot has as reported. */
const FIRST_NUMBER = 1_000_001;

interface PlatformOptions {
  services: Services;
  accounts: Accounts;
  reporting: Reporting;
}

/** Runs the sandbox as the demo's reporting platform, on loopback, and reports older records to it. */
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
    const started = (port: number) =>
      startSandbox({ port, secrets: { [DEMO_KEY_ID]: secret }, file, firstNumber: FIRST_NUMBER });
    sandbox = await started(before ? Number(new URL(before).port) : 0).catch(() => started(0));
    config.reportingHosts.add(new URL(sandbox.url).host);
    const skipped = new Set<string>();
    while (!stopping.signal.aborted) {
      await configureReporting(services, reporting, ctx(), { endpoint: sandbox.url, secret });
      await reportOlder(services, reporting, ctx(), skipped);
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
    where tenant_id = ${tenantId} and status = 2 and key_id = ${DEMO_KEY_ID} limit 1`.execute(db);
  return rows[0]?.endpoint ?? null;
}

/** Configures the enterprises of sites that are not configured yet, and gives the other ones this address. */
export async function configureReporting(
  services: Services,
  reporting: Reporting,
  ctx: Ctx,
  { endpoint, secret }: { endpoint: string; secret: string },
): Promise<void> {
  for (const { id } of await neverConfigured(services, ctx))
    await reporting.configure(ctx, {
      types: TYPES,
      enterpriseId: id,
      channel: 'http',
      endpoint,
      platformCode: `DEMO-${id.slice(0, 8)}`,
      keyId: DEMO_KEY_ID,
      secret,
    });
  await reporting.readdress(ctx, { keyId: DEMO_KEY_ID, endpoint, secret });
}

/** Enterprises of sites without any configuration yet. */
async function neverConfigured({ db }: Services, { caller: { tenantId }, now }: Ctx) {
  const { rows } = await sql<{ id: string }>`
    select distinct s.enterprise_id as id from recycle_sites s
      where s.tenant_id = ${tenantId} and s.enterprise_id is not null and s.deleted_at is null
        and s.create_time < ${now}::timestamptz - interval '1 minute'
        and not exists (select from reporting_configs c where c.enterprise_id = s.enterprise_id)`.execute(db);
  return rows;
}
