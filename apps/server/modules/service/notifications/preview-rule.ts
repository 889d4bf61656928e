import type * as contract from '@voltloop/contract';
import { type BodyOf, PREVIEW_DAYS } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import { accountSeesThing, seesMoment, seesThing } from '../../people/accounts/index.ts';
import type { Core } from './core.ts';
import { ruleCovers } from './match-changes.ts';
import { scopeOf } from './rule-scope.ts';

/**
 * The number of recent events for which a rule would have notified the caller, with the conditions for matching changes
 * and the caller's current visibility. @throws validation beside the field that resolves to nothing
 */
export async function previewRule(
  { services: { db } }: Core,
  ctx: Ctx,
  body: BodyOf<typeof contract.previewNotificationRule>,
): Promise<{ events: number }> {
  const since = new Date(ctx.now.getTime() - PREVIEW_DAYS * 86_400_000);
  return db.transaction().execute(async (trx) => {
    const scope = await scopeOf(trx, ctx, body);
    const { rows } = await sql<{ events: number }>`
      select count(*)::int as events
      from (select ${body.codes}::text[] as codes, ${scope.scope_account_id}::uuid as scope_account_id,
          ${scope.scope_thing_id}::uuid as scope_thing_id, ${scope.scope_site_id}::uuid as scope_site_id) r
        cross join events e
      where e.tenant_id = ${ctx.caller.tenantId} and e.begin_time >= ${since} and e.begin_time <= ${ctx.now}
        and e.level >= ${body.least_level} and ${ruleCovers('r', 'e')}
        and ${seesThing(ctx.caller, 'e.thing_id')}
        and ${seesMoment(ctx.caller, 'e.thing_id', sql`coalesce(e.end_time, 'infinity')`)}
        and (r.scope_account_id is null or ${accountSeesThing('r.scope_account_id', 'e.thing_id')})`.execute(
      trx,
    );
    return { events: rows[0]?.events ?? 0 };
  });
}
