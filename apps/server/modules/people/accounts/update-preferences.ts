import type { BodyOf, updatePreferences as route, Self } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import { checkTimeZone } from '../../../platform/check-time-zone.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Core } from './core.ts';
import { readSelf } from './profile.ts';
import { updatePreferences as writePreferences } from './store-self.ts';

/** Changes language, time zone and first steps of the caller's account. @throws validation */
export async function updatePreferences(core: Core, ctx: Ctx, input: BodyOf<typeof route>): Promise<Self> {
  if (input.time_zone) checkTimeZone(input.time_zone, 'time_zone');
  return core.services.db.transaction().execute(async (trx) => {
    await writePreferences(trx, ctx.caller.accountId, {
      language: input.language,
      timeZone: input.time_zone,
      firstSteps: input.first_steps,
      now: ctx.now,
    });
    await audit(trx, ctx, {
      action: 'account.preferences',
      objectType: 'account',
      objectId: ctx.caller.accountId,
      details: { ...input },
    });
    return readSelf(trx, ctx.caller);
  });
}
