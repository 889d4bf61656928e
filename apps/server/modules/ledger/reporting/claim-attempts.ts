import type { Payload } from '@voltloop/domain/reporting/problems.ts';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/db.ts';
import { type Lease, LeasedRows } from '../../../platform/leased-rows.ts';
import { BREAKER_FAILURES } from './retry.ts';

/** An attempt leased by this node, with all data for sending it. */
export interface Claimed extends Lease {
  reportId: string;
  type: number;
  version: number;
  payload: Payload;
  inDoubt: boolean;
  configId: string;
  failures: number;
  endpoint: string;
  platformCode: string;
  keyId: string;
  secret: Buffer;
}

/** Attempts of one configuration in progress, so that a slow platform does not delay others. */
const AT_ONCE_PER_CONFIG = 4;

export const attempts = new LeasedRows({ table: 'report_attempts' });

/**
 * Leases due attempts, so that no other node sends them until the lease expires: the first of each configuration before
 * the second of any. A platform that has failed repeatedly gets a single attempt.
 */
export async function claimAttempts(
  trx: Trx,
  { now, lease_ms, most }: { now: Date; lease_ms: number; most: number },
): Promise<Claimed[]> {
  const due = (alias: string) =>
    sql`${attempts.isDue(alias, now)} and ${sql.ref(`${alias}.channel`)} = 'http'`;
  // The due time is checked again on the locked row: another node may have leased it since the list was read.
  const { rows } = await sql<Omit<Claimed, 'leaseId'>>`
    with places as (
      select d.id, row_number() over (partition by d.config_id order by d.next_at, d.id) + (
          select count(*) from report_attempts o where o.config_id = d.config_id and o.state = 'waiting' and o.leased_until > ${now}
        ) as place
      from report_attempts d where ${due('d')})
    select t.id, t.report_id as "reportId", r.type, t.payload_version as version, p.payload, t.in_doubt as "inDoubt",
        t.config_id as "configId", c.failures, c.endpoint, c.platform_code as "platformCode", c.key_id as "keyId", c.secret
      from places f join report_attempts t on t.id = f.id join reporting_configs c on c.id = t.config_id join reports r on r.id = t.report_id
        join report_payloads p on p.report_id = t.report_id and p.version = t.payload_version
      where ${due('t')} and f.place <= ${AT_ONCE_PER_CONFIG} and (c.open_until is null or c.open_until <= ${now})
        and (c.status = 2 or t.in_doubt)
      order by f.place, t.next_at, t.id limit ${most} for update of t skip locked`.execute(trx);
  const until = new Date(now.getTime() + lease_ms);
  const claimed: typeof rows = [];
  const probed = new Set<string>();
  for (const row of rows) {
    if (row.failures >= BREAKER_FAILURES && !(await claimProbe(trx, row.configId, probed, now, until)))
      continue;
    claimed.push(row);
  }
  const leaseId = await attempts.lease(
    trx,
    claimed.map(({ id }) => id),
    { now, lease_ms },
  );
  return claimed.map((row) => ({ ...row, leaseId }));
}

/** Whether this is the single attempt for a platform whose circuit is open; others wait for its outcome. */
async function claimProbe(
  trx: Trx,
  configId: string,
  probed: Set<string>,
  now: Date,
  until: Date,
): Promise<boolean> {
  if (probed.has(configId)) return false;
  probed.add(configId);
  const { rows } = await sql`update reporting_configs set open_until = ${until}
    where id = ${configId} and (open_until is null or open_until <= ${now}) returning 1`.execute(trx);
  return rows.length > 0;
}

/**
 * Moves attempts of void configurations to the configuration in effect: those that certainly were not sent, and where
 * both have the same platform, those that it may have; they are queried there first.
 */
export async function moveToConfigInEffect(trx: Trx, now: Date): Promise<void> {
  await sql`update report_attempts t set config_id = new.id, channel = new.channel, next_at = ${now}
    from reporting_configs old, reporting_configs new
    where t.state = 'waiting' and (not t.in_doubt or (new.channel = old.channel and new.endpoint = old.endpoint
        and new.platform_code = old.platform_code)) and ${attempts.isFree('t', now)}
      and old.id = t.config_id and old.status = 3 and new.tenant_id = old.tenant_id and new.type = old.type
      and new.enterprise_id = old.enterprise_id and new.status = 2`.execute(trx);
}
