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
import { diceOf } from './seed/business/dice.ts';
import { plus } from './seed/business/exact.ts';
import { vinOf } from './seed/business/machines.ts';
import { demoMain } from './seed/demo-accounts.ts';

const KEY_ID = 'demo';
const TYPES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const EVERY_MS = 20_000;
/** Records of a type that are reported in one round: the demo's past is reported in the background. */
const AT_ONCE = 8;
/** Receipts are the most frequent. */
const RECEIPTS_AT_ONCE = 40;
/** Records of the last days are left for visitors of the demo. */
const LEFT_DAYS = 5;
/** So are those with a due day near today. */
const DUE_DAYS = 2;

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
    const started = (port: number) => startSandbox({ port, secrets: { [KEY_ID]: secret }, file });
    sandbox = await started(before ? Number(new URL(before).port) : 0).catch(() => started(0));
    config.reportingHosts.add(new URL(sandbox.url).host);
    const endpoint = sandbox.url;
    const configure = (enterpriseId: string, types: readonly number[]) =>
      reporting.configure(ctx(), {
        types: [...types],
        enterpriseId,
        channel: 'http',
        endpoint,
        platformCode: `DEMO-${enterpriseId.slice(0, 8)}`,
        keyId: KEY_ID,
        secret,
      });
    if (before !== null && before !== endpoint)
      for (const { id, types } of await configuredHere(services, main.tenantId)) await configure(id, types);
    const skipped = new Set<string>();
    while (!stopping.signal.aborted) {
      for (const { id } of await neverConfigured(services, main.tenantId)) await configure(id, TYPES);
      await report(services, reporting, ctx(), skipped);
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

/** Enterprises with the types that they report to the sandbox. */
async function configuredHere({ db }: Services, tenantId: string) {
  const { rows } = await sql<{ id: string; types: number[] }>`
    select enterprise_id as id, array_agg(type::int) as types from reporting_configs
      where tenant_id = ${tenantId} and status = 2 and key_id = ${KEY_ID} group by 1`.execute(db);
  return rows;
}

/** Enterprises of sites without any configuration yet. */
async function neverConfigured({ db }: Services, tenantId: string) {
  const { rows } = await sql<{ id: string }>`
    select distinct s.enterprise_id as id from recycle_sites s
      where s.tenant_id = ${tenantId} and s.enterprise_id is not null and s.deleted_at is null
        and s.create_time < now() - interval '1 minute'
        and not exists (select from reporting_configs c where c.enterprise_id = s.enterprise_id)`.execute(db);
  return rows;
}

interface Old {
  id: string;
  type: number;
  day: string;
  kg: string | null;
}

/** Reports older records; values that no document has are entered as by a clerk. */
async function report(
  services: Services,
  reporting: Reporting,
  ctx: Ctx,
  skipped: Set<string>,
): Promise<void> {
  const old = await oldReports(services, ctx.caller.tenantId, [...skipped]);
  if (old.length === 0) return;
  const { refused } = await reporting.submit(ctx, { ids: old.map(({ id }) => id) });
  const again: string[] = [];
  for (const { id, problems } of refused) {
    const report = old.find((each) => each.id === id);
    const values =
      report &&
      entered(
        report,
        problems.map(({ field }) => field),
      );
    if (!values) {
      skipped.add(id);
      continue;
    }
    await reporting.correct(ctx, { ids: [id], values, reason: '补录单据未载明的信息' });
    again.push(id);
  }
  if (again.length === 0) return;
  const reply = await reporting.submit(ctx, { ids: again });
  for (const { id } of reply.refused) skipped.add(id);
}

/** The values a clerk enters for these fields; null if they cannot be known. */
function entered(report: Old, fields: readonly string[]): Record<string, Entry> | null {
  const values = fields.flatMap((field): [string, Entry][] => {
    const value = entries[field]?.(report);
    return value === undefined ? [] : [[field, value]];
  });
  return values.length < fields.length ? null : Object.fromEntries(values);
}

type Entry = string | number | boolean;
const entries: Readonly<Record<string, (report: Old) => Entry | undefined>> = {
  vin: ({ id, day }) => vinOf(diceOf(id), Number.parseInt(id.slice(0, 6), 16), Number(day.slice(0, 4)) - 8),
  recyclingCertNo: ({ id }) => `示例证${id.slice(0, 8).toUpperCase()}`,
  certIssuedOn: ({ day }) => day,
  scrapDate: ({ day }) => day,
  packCount: () => 1,
  batteryComplete: () => true,
  damage: () => 'none',
  safetyJudgement: () => 'pass',
  destKind: () => 'recycler',
  handoverSignedOn: ({ day }) => day,
  receiverConfirmed: () => true,
  scrapStage: () => 'storage',
  disposal: () => 'hazardous',
  batteryType: () => 'Z',
  weighTicketNo: ({ id }) => `BD-${id.slice(0, 8).toUpperCase()}`,
  gross: ({ kg }) => (kg === null ? undefined : plus(kg, '9000')),
  tare: () => '9000',
  bomVersion: () => '整件直接利用',
  seriesCount: () => 1,
  parallelCount: () => 1,
};

/**
 * Records whose clock starts with the hand-over wait for it, and all records wait for the end of the business: it
 * voids documents, which is impossible once their records are reported.
 */
async function oldReports({ db }: Services, tenantId: string, skipped: readonly string[]): Promise<Old[]> {
  const { rows } = await sql<Old>`
    select id, type, day, kg from (
      select r.id, r.type, r.day::text as day, trim_scale(coalesce(l.kg, i.booked_kg))::text as kg,
          row_number() over (partition by r.type order by r.day, r.id) as nth
        from reports r join reporting_configs c on c.enterprise_id = r.enterprise_id and c.type = r.type
            and c.status = 2 and c.key_id = ${KEY_ID}
          join document_lines l on l.id = r.line_id left join items i on i.id = l.item_id
        where r.tenant_id = ${tenantId} and r.voided_by is null and r.state = 1 and r.attempts = 0
          and exists (select 1 from instance_facts where key = 'demo_business' and (value->>'complete')::boolean)
          and not r.id = any(${[...skipped]}::uuid[])
          and (r.handed_over_on is not null or r.type not in (3, 4, 5, 6, 7))
          and coalesce(r.handed_over_on, r.day) < current_date - ${LEFT_DAYS}::int
          and coalesce(abs(r.due_day - current_date) > ${DUE_DAYS}::int, true)
    ) old
    where nth <= case when type in (8, 9) then ${RECEIPTS_AT_ONCE}::int else ${AT_ONCE}::int end
    order by type, nth`.execute(db);
  return rows;
}
