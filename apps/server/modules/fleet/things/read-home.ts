import type * as contract from '@voltloop/contract';
import { ATTENTION_LEVEL, MAX_ATTENTION, type ReplyOf } from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Core } from './core.ts';
import { describe } from './list-things.ts';
import { installations, versionFaults } from './store-insight.ts';
import { findPage } from './store-page.ts';

const SHOWN_VERSIONS = 8;

/**
 * Things that need attention: unacknowledged problems first, of those the most severe and then the newest first, with
 * the unmasked address and phone number.
 */
export async function readAttention(core: Core, ctx: Ctx): Promise<ReplyOf<typeof contract.attentionList>> {
  const { db } = core.services;
  const { ids, total } = await findPage(
    db,
    ctx.caller,
    { problem_level: ATTENTION_LEVEL },
    { offset: 0, limit: MAX_ATTENTION },
    { column: 'attention', direction: 'desc' },
  );
  const things = ids.length === 0 ? [] : await describe(db, ctx.caller, ids);
  return {
    total,
    list: things.map(({ devid, devname, status, problem, active_events, desc, time_zone }) => ({
      devid,
      devname,
      status,
      problem,
      active_events,
      desc,
      time_zone,
    })),
  };
}

/** Versions with their faults, and installations by month. */
export async function readInsight(core: Core, ctx: Ctx): Promise<ReplyOf<typeof contract.fleetInsight>> {
  const { db } = core.services;
  const [versions, months] = await Promise.all([
    versionFaults(db, ctx.caller, ctx.now),
    installations(db, ctx.caller, ctx.now),
  ]);
  return {
    things: versions.reduce((sum, v) => sum + v.things, 0),
    faulty: versions.reduce((sum, v) => sum + v.faulty, 0),
    versions: versions.slice(0, SHOWN_VERSIONS),
    months,
  };
}
