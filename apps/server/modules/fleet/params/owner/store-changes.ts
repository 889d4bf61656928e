import type { ParamJobState, ParamReason } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Caller } from '../../../../platform/ctx.ts';
import type { Db, Trx } from '../../../../platform/db.ts';
import { subtree } from '../../../people/accounts/index.ts';
import type { Values } from '../rules.ts';
import { cancelJobs } from '../store-batches.ts';

export interface OwnerChangeRow {
  state: ParamJobState;
  reason: ParamReason | null;
  error: string | null;
  values: Values;
  created_at: Date;
  finished_at: Date | null;
  created_by: string | null;
}

/** The newest change within limits, since `since`; with its author's name if the caller may see it. */
export async function newestChange(
  db: Db,
  caller: Caller,
  thingId: string,
  since: Date,
): Promise<OwnerChangeRow | null> {
  const { rows } = await sql<OwnerChangeRow>`
    select j.state, j.reason, j.error, b.values, j.created_at, j.finished_at, a.user_name as created_by
    from param_batches b join param_jobs j on j.batch_id = b.id
    left join accounts a on a.id = b.created_by and ${subtree(caller, 'a', { deletedToo: true })}
    where b.owner and j.thing_id = ${thingId} and j.created_at >= ${since}
    order by j.created_at desc, j.id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Cancels unsent changes of owners. */
export async function replaceWaiting(trx: Trx, thingId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ batch_id: string }>`select j.batch_id
    from param_jobs j join param_batches b on b.id = j.batch_id
    where b.owner and j.thing_id = ${thingId} and j.state = 'waiting' for update of j`.execute(trx);
  for (const { batch_id } of rows) await cancelJobs(trx, batch_id, now);
}
