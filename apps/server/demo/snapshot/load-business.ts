import { rebuildFlows } from '../../modules/ledger/stock/index.ts';
import { type AccountRow, accountByUserName, actingAs } from '../../modules/people/accounts/index.ts';
import { fileKey } from '../../modules/people/files/index.ts';
import type { AuditContent } from '../../platform/audit-hash.ts';
import { mapYielding } from '../../platform/map-yielding.ts';
import { runThread } from '../../platform/run-thread.ts';
import type { Services } from '../../platform/services.ts';
import type { BusinessSize } from '../seed/business/rows.ts';
import { appendAudit, asTrx, copyRows, inOneTransaction } from './append-audit.ts';
import { type Snapshot, snapshotFile } from './file.ts';
import { daysBetween, ruleIds } from './shift.ts';
import type { Shifted, ShiftOrder } from './shift-thread.ts';

const BUSINESS_FACT = 'demo_business';
const DAY_MS = 86_400_000;
const THREAD_LIMITS = { time_ms: 300_000, memory_MB: 1024 };
/** Months are closed on this day of the following one; the last month and the present one are open. */
const CLOSING_DAY = '08';
const CLOSING_TIME = 'T05:00:00.000Z';

/**
 * Fills the back office with the business of a snapshot, moved to today, in one transaction; once, whatever has happened
 * to its rows since.
 * @param main the demo's main account
 * @returns what was loaded; null if an earlier start has done so
 */
export async function loadBusiness(
  services: Services,
  size: BusinessSize,
  main: AccountRow,
): Promise<Shifted | null> {
  const { pool, clock } = services;
  const fact = await pool.query('select 1 from instance_facts where key = $1', [BUSINESS_FACT]);
  if (fact.rowCount) return null;
  const [ids, closer] = await Promise.all([idsOf(services, main), accountByUserName(services.db, CLOSER)]);
  if (!closer) throw new Error(`The demo has no ${CLOSER}.`);
  const now = clock();
  const order: ShiftOrder = { file: snapshotFile(size), now, ids };
  const thread = new URL('./shift-thread.ts', import.meta.url);
  const snapshot = await runThread<Shifted>(
    thread,
    order,
    THREAD_LIMITS,
    AbortSignal.timeout(THREAD_LIMITS.time_ms),
  );
  const months = closings(snapshot, now);
  const rows = await mapYielding(Buffer.from(snapshot.audit.buffer).toString().split('\n'), contentOf);
  const contents = [...rows, ...months.map((each) => closingContent(each, closer))].sort(
    (a, b) => a.at.getTime() - b.at.getTime(),
  );
  for (const [id, content] of Object.entries(snapshot.files))
    await services.files.put(fileKey(id), Buffer.from(content, 'base64'));
  await inOneTransaction(pool, async (client) => {
    // Rows of a consistent database: references need no check, and what triggers derive is among them.
    await client.query("set local session_replication_role = 'replica'");
    await client.query("set local timezone = 'UTC'");
    for (const { table, columns, text } of snapshot.tables) await copyRows(client, table, columns, text);
    for (const [name, last] of Object.entries(snapshot.sequences))
      await client.query('select setval($1::regclass, $2)', [name, last]);
    for (const { month, at } of months)
      await client.query(
        'insert into periods (tenant_id, month, closed_at, closed_by) values ($1, $2, $3, $4)',
        [main.tenantId, `${month}-01`, at, closer.id],
      );
    // They group goods by the month in which they came.
    await rebuildFlows(asTrx(client), main.tenantId);
    await appendAudit(client, contents);
    await client.query('insert into instance_facts (key, value) values ($1, $2)', [
      BUSINESS_FACT,
      { size, begun: now.toISOString(), complete: true },
    ]);
  });
  for (const { table } of snapshot.tables) await pool.query(`analyze ${table}`);
  return snapshot;
}

async function idsOf({ pool }: Services, { tenantId }: AccountRow): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ name: string; id: string }>(
    'select user_name::text as name, id from accounts where tenant_id = $1 and deleted_at is null',
    [tenantId],
  );
  return new Map([
    ...rows.map(({ name, id }) => [name, id] as const),
    ...(await ruleIds(pool)),
    ['tenant', tenantId],
  ]);
}

const CLOSER = 'demo_staff';

/** The months of the ledger until the last but one, each closed in the following one. */
function closings(
  { firstMonth, begun }: Pick<Snapshot, 'firstMonth' | 'begun'>,
  now: Date,
): { month: string; at: string }[] {
  const days = daysBetween(new Date(begun), now);
  const first = new Date(Date.parse(`${firstMonth}-01`) + days * DAY_MS);
  const monthOf = (at: Date) => at.toISOString().slice(0, 7);
  const all: { month: string; at: string }[] = [];
  for (let n = 0; ; n += 1) {
    const month = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + n, 1));
    const next = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + n + 1, 1));
    if (monthOf(next) >= monthOf(now)) return all;
    all.push({ month: monthOf(month), at: `${monthOf(next)}-${CLOSING_DAY}${CLOSING_TIME}` });
  }
}

const closingContent = ({ month, at }: { month: string; at: string }, closer: AccountRow): AuditContent => ({
  at: new Date(at),
  tenant_id: closer.tenantId,
  actor_id: closer.id,
  actor_name: closer.userName,
  role_id: actingAs(closer).roleId,
  action: 'period.close',
  object_type: 'period',
  object_id: month,
  ip: null,
  result: 'ok',
  details: {},
});

function contentOf(line: string): AuditContent {
  const row = JSON.parse(line) as AuditContent & { at: string };
  return { ...row, at: new Date(row.at) };
}
