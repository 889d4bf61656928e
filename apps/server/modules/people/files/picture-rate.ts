import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';

/** Limit of pictures of one kind per account in a minute. */
const PER_MINUTE = 10;

/**
 * Refuses a picture of an account when too many were set in the last minute, counted by audit rows.
 * @throws tooMany
 */
export async function checkPictureRate(
  db: Db | Trx,
  ctx: Ctx,
  action: string,
  accountId = ctx.caller.accountId,
): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit
    where object_type = 'account' and object_id = ${accountId} and action = ${action}
      and at > ${new Date(ctx.now.getTime() - 60_000)}`.execute(db);
  if ((rows[0]?.count ?? 0) >= PER_MINUTE) throw new AppError('tooMany', { retryAfter_s: 60 });
}
