import type * as contract from '@voltloop/contract';
import type { BodyOf, ReplyOf } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { limitLockWait } from '../../../platform/lock-wait.ts';
import type { Answer } from './adapters/adapter.ts';
import type { Core } from './core.ts';
import { noteAnswer, noteSend } from './sends.ts';
import { settleAttempt } from './settle-attempt.ts';

type Result = BodyOf<typeof contract.enterResults>['results'][number];
type Reply = ReplyOf<typeof contract.enterResults>;

/** Stores the platform's replies to manually uploaded records, and returns those that do not wait for one. */
export async function enterResults(core: Core, ctx: Ctx, results: readonly Result[]): Promise<Reply> {
  const inOrder = [...new Map(results.map((each) => [each.id, each])).values()].sort((a, b) =>
    a.id < b.id ? -1 : 1,
  );
  return core.services.db.transaction().execute(async (trx) => {
    await limitLockWait(trx);
    const waiting = await waitingAttempts(trx, ctx, inOrder);
    const refused: Reply['refused'] = [];
    let taken = 0;
    for (const result of inOrder) {
      const attempt = waiting.get(result.id);
      const key = await refusalOf(trx, result, attempt);
      if (key !== null || !attempt) refused.push({ id: result.id, key: key ?? 'reporting.notWaiting' });
      else {
        const answer = answerOf(result, attempt.version);
        const sendId = await noteSend(trx, attempt.id, ctx.now, 'result', JSON.stringify(result));
        await noteAnswer(trx, sendId, ctx.now, answer);
        if (await settleAttempt(trx, ctx, { attemptId: attempt.id, leaseId: null, answer })) taken++;
      }
    }
    return { taken, refused };
  });
}

interface Waiting {
  id: string;
  reportId: string;
  version: number;
  enterpriseId: string;
  type: number;
}

async function waitingAttempts(
  trx: Trx,
  { caller }: Ctx,
  results: readonly Result[],
): Promise<Map<string, Waiting>> {
  const { rows } = await sql<Waiting>`
    select t.id, t.report_id as "reportId", t.payload_version as version, r.enterprise_id as "enterpriseId", r.type
      from reports r join report_attempts t on t.report_id = r.id and t.state = 'waiting' and t.channel = 'file'
      where r.tenant_id = ${caller.tenantId} and r.id = any(${results.map(({ id }) => id)}::uuid[])
      order by r.id for no key update of r`.execute(trx);
  return new Map(rows.map((row) => [row.reportId, row]));
}

async function refusalOf(trx: Trx, result: Result, attempt: Waiting | undefined): Promise<string | null> {
  if (!attempt) return 'reporting.notWaiting';
  if (!result.accepted) return result.error ? null : 'reporting.errorMissing';
  if (!result.platformId) return 'reporting.platformIdMissing';
  const { rows } = await sql`select 1 from reports where enterprise_id = ${attempt.enterpriseId}
    and type = ${attempt.type} and platform_id = ${result.platformId} and voided_by is null`.execute(trx);
  return rows.length > 0 ? 'reporting.error.idOfAnother' : null;
}

function answerOf({ accepted, platformId, error }: Result, version: number): Answer {
  const wire = { status: null, text: null };
  return accepted
    ? { outcome: 'accepted', platformId: platformId ?? '', version, ...wire }
    : { outcome: 'refused', error: error ?? '', version, ...wire };
}
