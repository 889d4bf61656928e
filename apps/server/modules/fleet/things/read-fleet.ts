import type * as contract from '@voltloop/contract';
import { type ReplyOf, thingStates } from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Core } from './core.ts';
import { findThing } from './find-thing.ts';
import { bindingHistory, countAccountsBelow, countByStatus, powerNow } from './store.ts';

/** Counts of the caller's things by state, and of the accounts below the caller. */
export async function readSummary(core: Core, ctx: Ctx): Promise<ReplyOf<typeof contract.thingSummary>> {
  const { db } = core.services;
  const [counts, accounts] = await Promise.all([
    countByStatus(db, ctx.caller),
    countAccountsBelow(db, ctx.caller),
  ]);
  const of = (status: number) => counts.find((c) => c.status === status)?.n ?? 0;
  const sum = (of: 'n' | 'fault' | 'warning') => counts.reduce((total, c) => total + c[of], 0);
  return {
    total: sum('n'),
    attention: sum('fault') + sum('warning'),
    withFault: sum('fault'),
    withWarning: sum('warning'),
    offline: of(thingStates.offline),
    online: of(thingStates.online),
    fault: of(thingStates.fault),
    upgrading: of(thingStates.upgrading),
    notActivated: of(thingStates.notActivated),
    accounts,
  };
}

/** Current power of the caller's things, added up; offline things count as zero. */
export async function readPower(core: Core, ctx: Ctx): Promise<ReplyOf<typeof contract.fleetPower>> {
  const row = await powerNow(core.services.db, ctx.caller);
  return { ...row, as_of: row.as_of?.getTime() ?? null };
}

/**
 * Current bindings first, then past ones, newest first; limited to accounts that the caller may see. @throws notFound
 */
export async function readBindings(
  core: Core,
  ctx: Ctx,
  idOrDevid: string,
): Promise<ReplyOf<typeof contract.listBindings>> {
  const thing = await findThing(core.services.db, ctx.caller, idOrDevid);
  const rows = await bindingHistory(core.services.db, ctx.caller, thing.id);
  return rows.map((r) => ({ ...r, since: r.since.getTime(), until: r.until?.getTime() ?? null }));
}
