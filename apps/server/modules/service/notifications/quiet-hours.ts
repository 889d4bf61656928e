import type * as contract from '@voltloop/contract';
import type { BodyOf } from '@voltloop/contract';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import { checkTimeZone } from '../../../platform/check-time-zone.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Core } from './core.ts';

/** The time zone of an account's quiet hours; its settings have the alias `s`. */
export const quietZone = (account: 'a' | 'p') =>
  sql<string>`coalesce(${sql.ref(`${account}.time_zone`)}, s.time_zone, 'UTC')`;

/** Sets the hours in which the caller receives nothing. */
export async function setQuietHours(
  core: Core,
  ctx: Ctx,
  body: BodyOf<typeof contract.setQuietHours>,
): Promise<void> {
  if (body.time_zone) checkTimeZone(body.time_zone, 'time_zone');
  await core.services.db.transaction().execute(async (trx) => {
    await sql`insert into notification_settings (account_id, quiet_from, quiet_to, time_zone)
      values (${ctx.caller.accountId}, ${body.quiet_from}, ${body.quiet_to}, ${body.time_zone ?? null})
      on conflict (account_id) do update
        set quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, time_zone = excluded.time_zone`.execute(
      trx,
    );
    const details = { ...body };
    await audit(trx, ctx, { action: 'notification.quiet', objectType: 'notification', details });
  });
}
