import { sql } from 'kysely';
import { audit, auditAll } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { systemCtx } from '../../../platform/system-ctx.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { deleteUnused, markAttached, setOwner, unusedBefore } from './store.ts';
import { keyOf } from './store-file.ts';

/** How long a file may wait for the row that it is attached to. */
export const UNUSED_MS = 24 * 3600_000;
const BATCH = 500;

type Parts = Pick<Services, 'db' | 'files' | 'log' | 'clock'>;

const ADDRESS = /\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g;

/**
 * Marks files whose addresses are in these values as attached, in the transaction of their row.
 * @param resource The kind of their record in the back office: it owns those that have no owner yet.
 */
export async function attachFiles(
  trx: Trx,
  values: unknown,
  { now, resource }: { now: Date; resource?: string },
): Promise<void> {
  const ids = [
    ...new Set([...JSON.stringify(values ?? null).matchAll(ADDRESS)].map(([, id]) => id as string)),
  ];
  if (ids.length === 0) return;
  if (resource !== undefined) await setOwner(trx, ids, resource);
  await markAttached(trx, ids, now);
}

/**
 * Deletes the caller's own unattached upload.
 * @throws notFound, conflict when it is attached
 */
export async function discardFile({ db, files }: Parts, ctx: Ctx, id: string): Promise<null> {
  if (!isUuid(id)) throw notFound();
  await db.transaction().execute(async (trx) => {
    const [file] = await deleteUnused(trx, [id], ctx.caller.accountId);
    if (!file) {
      const { rows } = await sql<{ id: string }>`
        select id from files where id = ${id} and account_id = ${ctx.caller.accountId}`.execute(trx);
      const [own] = rows;
      throw own ? new AppError('conflict', { message: 'This file is attached to a record' }) : notFound();
    }
    await audit(trx, ctx, {
      action: 'file.delete',
      objectType: 'file',
      objectId: id,
      details: { name: file.name, size_bytes: Number(file.size_bytes) },
    });
  });
  await files.remove(keyOf(id));
  return null;
}

/** Deletes uploads that were not attached within a day. @returns how many */
export async function removeUnused({ db, files, log, clock }: Parts): Promise<number> {
  const now = clock();
  const ids = await unusedBefore(db, new Date(now.getTime() - UNUSED_MS), BATCH);
  if (ids.length === 0) return 0;
  const removed = await db.transaction().execute(async (trx) => {
    const rows = await deleteUnused(trx, ids);
    const ctx = systemCtx({ log }, now);
    await auditAll(
      trx,
      ctx,
      rows.map(({ id, name, tenant_id, size_bytes }) => ({
        action: 'file.expire',
        objectType: 'file',
        objectId: id,
        tenantId: tenant_id,
        details: { name, size_bytes: Number(size_bytes) },
      })),
    );
    return rows;
  });
  for (const { id } of removed) await files.remove(keyOf(id));
  return removed.length;
}
