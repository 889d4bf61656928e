import type { OpenDocument, Period } from '@voltloop/contract';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { AppError, fieldError } from '../../../platform/errors.ts';
import { limitLockWait } from '../../../platform/lock-wait.ts';
import { findOpenDocuments, findPeriods } from './find-periods.ts';

/**
 * Closes a month: postings in progress are waited for, later ones are refused.
 * @throws validation for a month that is not over, transition where it is already closed, conflict that names its
 * open documents
 */
export function closePeriod(db: Db, ctx: Ctx, month: string): Promise<Period> {
  return changing(db, ctx, month, async (trx, period) => {
    if (!period.over)
      throw fieldError('month', 'rule.period.notOver', 'A month can only be closed after its end');
    if (period.closedAt !== null) throw wrongState('closed', 'This month is already closed');
    const documents = await findOpenDocuments(trx, ctx, month);
    if (documents.length > 0) throw stillOpen(documents);
    await write(trx, ctx, month, { closedAt: ctx.now, closedBy: ctx.caller.accountId });
    await audit(trx, ctx, { action: 'period.close', objectType: 'period', objectId: month });
  });
}

/** Reopens a closed month. @throws transition where it is open */
export function reopenPeriod(
  db: Db,
  ctx: Ctx,
  { month, reason }: { month: string; reason: string },
): Promise<Period> {
  return changing(db, ctx, month, async (trx, period) => {
    if (period.closedAt === null) throw wrongState('open', 'This month is open');
    await write(trx, ctx, month, { closedAt: null, closedBy: null });
    const details = { reason, closedBy: period.closedBy, closedAt: period.closedAt };
    await audit(trx, ctx, { action: 'period.reopen', objectType: 'period', objectId: month, details });
  });
}

/** Runs a change exclusively: no postings into the month and no other change of it. @returns the month after it */
async function changing(
  db: Db,
  ctx: Ctx,
  month: string,
  change: (trx: Trx, period: Period) => Promise<void>,
): Promise<Period> {
  try {
    return await db.transaction().execute(async (trx) => {
      await limitLockWait(trx);
      const row = sql`(${ctx.caller.tenantId}::uuid, ${`${month}-01`}::date)`;
      await sql`insert into periods (tenant_id, month) values ${row} on conflict do nothing`.execute(trx);
      await sql`select 1 from periods where (tenant_id, month) = ${row} for update`.execute(trx);
      const read = async () => (await findPeriods(trx, ctx, month))[0] as Period;
      await change(trx, await read());
      return read();
    });
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error;
    throw new AppError('conflict', {
      message: 'Documents of this month are being posted: try again',
      cause: error,
    });
  }
}

const write = (
  trx: Trx,
  { caller }: Ctx,
  month: string,
  { closedAt, closedBy }: { closedAt: Date | null; closedBy: string | null },
) =>
  sql`update periods set closed_at = ${closedAt}, closed_by = ${closedBy}
    where tenant_id = ${caller.tenantId} and month = ${`${month}-01`}::date`.execute(trx);

const wrongState = (key: string, message: string) =>
  new AppError('transition', { message, fields: [{ path: 'month', key: `rule.period.${key}`, message }] });

function stillOpen(documents: readonly OpenDocument[]): AppError {
  const message = 'Documents of this month are still open';
  return new AppError('conflict', {
    message,
    fields: documents.map(({ id, kind, no, day, status }) => ({
      path: `documents.${id}`,
      key: `rule.period.stillOpen?${new URLSearchParams({ kind, no: no ?? '', day, status })}`,
      message: `${kind} ${no ?? 'without a number'} of ${day} is ${status}`,
    })),
  });
}

/**
 * Keeps the month of a business day open until the transaction ends; closing it waits.
 * @returns whether it is already closed
 */
export async function lockMonth(trx: Trx, tenantId: string, day: string): Promise<boolean> {
  const month = `${day.slice(0, 7)}-01`;
  await sql`insert into periods (tenant_id, month) values (${tenantId}, ${month}) on conflict do nothing`.execute(
    trx,
  );
  const { rows } = await sql<{ closed: boolean }>`select closed_at is not null as closed from periods
    where tenant_id = ${tenantId} and month = ${month} for share`.execute(trx);
  return rows[0]?.closed === true;
}
