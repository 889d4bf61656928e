import type { Payload } from '@voltloop/domain/reporting/problems.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { hashOf } from './payload/prepare.ts';

/** Stores a payload as the next version of its report, unless it equals the last one. @returns its version */
export async function freezePayload(
  trx: Trx,
  ctx: Ctx,
  reportId: string,
  payload: Payload,
  reason: string | null,
): Promise<number> {
  const hash = hashOf(payload);
  const { rows } = await sql<{ version: number; hash: string }>`select version, hash from report_payloads
    where report_id = ${reportId} order by version desc limit 1`.execute(trx);
  const last = rows[0];
  if (last?.hash === hash) return last.version;
  const version = (last?.version ?? 0) + 1;
  await sql`insert into report_payloads (report_id, version, payload, hash, reason, created_at, created_by)
    values (${reportId}, ${version}, ${JSON.stringify(payload)}::jsonb, ${hash}, ${reason}, ${ctx.now},
      ${ctx.caller.accountId})`.execute(trx);
  await sql`update reports set payload_version = ${version}, update_time = ${ctx.now} where id = ${reportId}`.execute(
    trx,
  );
  return version;
}
