import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { PublicCtx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { conflictError } from '../../../platform/errors.ts';
import type { Files } from '../../../platform/files.ts';
import { redactAudit } from '../../../platform/redact-audit.ts';
import type { Services } from '../../../platform/services.ts';
import { lockAccountTree } from '../../people/accounts/index.ts';
import { devicesOf, fileKeys } from './export-tenant.ts';
import { lockTenant } from './store.ts';
import { countPoints, type Devices, deletePoints, pointTables } from './tenant-points.ts';
import { countRows, type Named, namedIn, type TenantTable, tenantTables } from './tenant-tables.ts';

type Parts = Pick<Services, 'db' | 'clickhouse' | 'files' | 'config'> & {
  /** The folder or bucket of scheduled exports. */
  exportFiles: Files;
};

export interface TenantErasure {
  /** Erased rows, by table. */
  tables: Record<string, number>;
  points: Record<string, number>;
  files: number;
  /** Rows of the trail that stay for its chain, without content. */
  trail: number;
  /** Counted afterwards: nothing, unless an error occurred. */
  left: Record<string, number>;
}

/** Deletions can insert rows that count them; the next round deletes those. */
const MAX_ROUNDS = 3;

/**
 * Deletes every row and file of a disabled tenant from all stores, and counts what is left. It can be restarted after
 * an interruption: the rows of PostgreSQL, which list the other data, are deleted last, in one transaction.
 * @throws notFound, conflict while it is enabled
 */
export async function eraseTenant(
  { db, clickhouse, files, exportFiles, config }: Parts,
  ctx: PublicCtx,
  tenantId: string,
  report: (line: string) => void,
): Promise<TenantErasure> {
  const enabled = await db.transaction().execute(async (trx) => !(await lockTenant(trx, tenantId)).disabled);
  if (enabled) throw conflictError('id', 'tenant.enabled', 'Disable the tenant first');
  const devices = await devicesOf(db, tenantId);
  const keys = await fileKeys(db, tenantId);
  const done: TenantErasure = { tables: {}, points: {}, files: 0, trail: 0, left: {} };
  const erasePoints = async () => {
    for (const table of pointTables) {
      const rows = await countPoints(clickhouse, table, devices);
      done.points[table] = (done.points[table] ?? 0) + rows;
      await deletePoints(clickhouse, config.clickhouseCluster, table, devices);
      report(`ClickHouse: ${table}`);
    }
  };
  await erasePoints();
  for (const key of keys) {
    if ((await files.size(key)) !== null) done.files += 1;
    await files.remove(key);
  }
  for (const key of await exportKeys(exportFiles, tenantId)) {
    await exportFiles.remove(key);
    done.files += 1;
  }
  const named = await namedIn(db, tenantId);
  await db.transaction().execute(async (trx) => {
    await lockAccountTree(trx, tenantId, 'exclusive');
    await lockTenant(trx, tenantId);
    done.trail = await redactTrail(trx, ctx, tenantId);
    done.tables = await eraseRows(trx, tenantId, named, report);
    await audit(
      trx,
      { ...ctx, caller: null },
      {
        action: 'tenant.erase',
        objectType: 'tenant',
        objectId: tenantId,
        details: { rows: sum(done.tables), points: sum(done.points), files: done.files, trail: done.trail },
      },
    );
  });
  // Frames that were being written to ClickHouse when the tenant was disabled.
  await erasePoints();
  done.left = await countLeft({ db, clickhouse, files, exportFiles }, tenantId, { named, devices, keys });
  return done;
}

/** Found by their folder, because files of deleted schedules have no rows. */
async function exportKeys(exportFiles: Files, tenantId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of exportFiles.list()) if (key.startsWith(`${tenantId}/`)) keys.push(key);
  return keys;
}

/** All tables in one statement: its parts see the same snapshot, and references are checked at its end. */
async function eraseRows(
  trx: Trx,
  tenantId: string,
  named: Named,
  report: (line: string) => void,
): Promise<Record<string, number>> {
  await sql`set local voltloop.erase_tenant = 'on'`.execute(trx);
  const tables = (await tenantTables(trx, tenantId, named)).filter(({ name }) => name !== 'audit');
  const before = await countAll(trx, tables);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const parts = tables.map(
      ({ name, where }, i) => sql`${sql.ref(`part_${i}`)} as (delete from ${sql.table(name)} where ${where})`,
    );
    await sql`with ${sql.join(parts)} select 1`.execute(trx);
    report(`PostgreSQL: ${sum(before)} rows`);
    if (sum(await countAll(trx, tables)) === 0) break;
  }
  return before;
}

/** Rows of the trail keep their place in the chain, time and action, but not actor, object and owner. */
const redactTrail = (trx: Trx, ctx: PublicCtx, tenantId: string): Promise<number> =>
  redactAudit(
    trx,
    { ...ctx, caller: null },
    {
      which: sql`a.tenant_id = ${tenantId}::uuid`,
      reduce: () => ({
        tenant_id: null,
        actor_id: null,
        actor_name: null,
        role_id: null,
        object_type: null,
        object_id: null,
        ip: null,
        details: {},
      }),
      entry: { action: 'log.redact', details: { tenant_erased: tenantId } },
    },
  );

async function countLeft(
  { db, clickhouse, files, exportFiles }: Omit<Parts, 'config'>,
  tenantId: string,
  { named, devices, keys }: { named: Named; devices: Devices; keys: readonly string[] },
): Promise<Record<string, number>> {
  const counts = await countAll(db, await tenantTables(db, tenantId, named));
  for (const table of pointTables) counts[table] = await countPoints(clickhouse, table, devices);
  let present = 0;
  for (const key of keys) if ((await files.size(key)) !== null) present += 1;
  counts['files on disk'] = present + (await exportKeys(exportFiles, tenantId)).length;
  return Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0));
}

async function countAll(db: Db | Trx, tables: readonly TenantTable[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) counts[table.name] = await countRows(db, table);
  return counts;
}

const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((total, n) => total + n, 0);
