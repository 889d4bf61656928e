import type * as contract from '@voltloop/contract';
import type { BodyOf, Thing } from '@voltloop/contract';
import { zoneOf } from '@voltloop/domain/place/zone-of.ts';
import { audit } from '../../../platform/audit.ts';
import { checkTimeZone } from '../../../platform/check-time-zone.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { fieldError, forbidden } from '../../../platform/errors.ts';
import { notify } from '../../../platform/notices.ts';
import { type Core, mayManageThings } from './core.ts';
import { findThing } from './find-thing.ts';
import { describeVisible } from './list-things.ts';
import { changedDescription, notClearable, OFFLINE_AFTER, POSITION } from './rules.ts';
import { descriptionForUpdate, type ThingRow, updateDescription, updateTimeZone } from './store.ts';

/**
 * Changes the name, description, position, time zone and time until offline of a thing: given fields are replaced, names
 * in `clearFields` cleared, the rest kept (interpretation A39). A new position brings its zone unless one is given.
 * @throws forbidden, notFound, validation
 */
export async function updateThing(
  core: Core,
  ctx: Ctx,
  idOrDevid: string,
  input: BodyOf<typeof contract.updateThing>,
): Promise<Thing> {
  if (!mayManageThings(ctx.caller.roleId)) throw forbidden();
  const clear = input.clearFields ?? [];
  const wrong = notClearable(clear);
  if (wrong !== null) throw fieldError('clearFields', 'thing.clearFields', `${wrong} cannot be cleared`);
  if (input.time_zone !== undefined) checkTimeZone(input.time_zone, 'time_zone');
  const zone = input.time_zone ?? (input.gps ? zoneOf(input.gps) : undefined);
  const { thing, described } = await core.services.db.transaction().execute(async (trx) => {
    const thing = await findThing(trx, ctx.caller, idOrDevid);
    const before = await descriptionForUpdate(trx, thing.id);
    const given = { ...input.description, ...input.desc };
    const description = changedDescription(before, given, clear);
    await updateDescription(trx, thing.id, {
      devname: input.devname,
      description,
      offline_after_s: clear.includes(OFFLINE_AFTER) ? null : input.offline_after_s,
      position: clear.includes(POSITION) ? null : input.gps,
    });
    // Before the first audit row: no lock is waited for after it.
    if (zone !== undefined && zone !== thing.timeZone) {
      await setZone(trx, thing, zone);
      for (const listener of core.zoneListeners) await listener(trx, ctx, thing, zone);
    }
    await audit(trx, ctx, {
      action: 'thing.update',
      objectType: 'thing',
      objectId: thing.id,
      // Names of fields only: their values are personal data, and audit rows are never deleted.
      details: {
        devid: thing.devid,
        changed: [
          ...(input.devname ? ['devname'] : []),
          ...(input.gps ? [POSITION] : []),
          ...Object.keys(given),
        ],
        ...(input.offline_after_s === undefined ? {} : { offline_after_s: input.offline_after_s }),
        cleared: clear,
        ...(zone === undefined || zone === thing.timeZone ? {} : zoneChange(thing.timeZone, zone)),
      },
    });
    return { thing, described: await describeVisible(trx, ctx.caller, thing.id) };
  });
  core.registry.invalidate(thing.devid);
  return described;
}

/** The time zone in the details of an audit row: a zone is no personal data. */
export const zoneChange = (from: string, to: string) => ({ changes: { time_zone: { from, to } } });

/** Changes the zone of things with their site, each with its audit row; all are locked before the first row. */
export async function changeZones(
  trx: Trx,
  ctx: Ctx,
  things: readonly ThingRow[],
  zone: string,
): Promise<void> {
  for (const thing of things) await setZone(trx, thing, zone);
  for (const thing of things)
    await audit(trx, ctx, {
      action: 'thing.update',
      objectType: 'thing',
      objectId: thing.id,
      details: { devid: thing.devid, changed: ['time_zone'], ...zoneChange(thing.timeZone, zone) },
    });
}

async function setZone(trx: Trx, thing: Pick<ThingRow, 'id' | 'devid'>, zone: string): Promise<void> {
  await updateTimeZone(trx, thing.id, zone);
  await notify(trx, 'voltloop_things', thing.devid);
}
