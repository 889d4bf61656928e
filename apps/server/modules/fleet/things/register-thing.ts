import { createHash, randomBytes } from 'node:crypto';
import type * as contract from '@voltloop/contract';
import type { BodyOf, Thing } from '@voltloop/contract';
import { isTimeZone } from '@voltloop/domain/clock/time-zone.ts';
import { zoneOfNew } from '@voltloop/domain/place/zone-of.ts';
import { auditAll } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError, conflictError, forbidden } from '../../../platform/errors.ts';
import { notifyAll } from '../../../platform/notices.ts';
import { checkTenantLimit } from '../../../platform/tenant-limit.ts';
import { seesTenant } from '../../people/accounts/index.ts';
import { type Core, mayRegister } from './core.ts';
import { disconnectDevice } from './disconnect-device.ts';
import { describe } from './list-things.ts';
import { formerDevids, insertBindings, insertThings, takenDevids, tenantTimeZone } from './store.ts';

export type NewThing = BodyOf<typeof contract.registerThing>;

export interface Registered {
  thing: Thing;
  /** MQTT password, shown only here: only its hash is stored. */
  secret: string;
}

/**
 * 256 random bits cannot be guessed, so a plain SHA-256 is enough to store it. None begins with `-`: a spreadsheet would
 * take it for a formula.
 */
export function newSecret(): { secret: string; hash: Buffer } {
  let secret: string;
  do secret = randomBytes(32).toString('base64url');
  while (secret.startsWith('-'));
  return { secret, hash: createHash('sha256').update(secret).digest() };
}

/** Registers one thing. @throws forbidden, validation, conflict */
export async function registerThing(core: Core, ctx: Ctx, input: NewThing): Promise<Registered> {
  const [registered] = await registerThings(core, ctx, [input]);
  if (!registered) throw new Error('registering returned nothing');
  return registered;
}

/**
 * Registers things, all or none. Things registered by the main account are unbound and visible to it alone; those
 * registered by a factory are bound to the factory.
 * @throws forbidden, validation, conflict naming the devids that exist
 */
export async function registerThings(
  core: Core,
  ctx: Ctx,
  inputs: readonly NewThing[],
): Promise<Registered[]> {
  if (inputs.length === 0) return [];
  const { secrets, things, committed } = await core.services.db.transaction().execute(async (trx) => {
    const registered = await registerIn(
      core,
      trx,
      ctx,
      inputs.map((thing) => ({ thing, accountIds: [] })),
    );
    const things = await describe(
      trx,
      ctx.caller,
      registered.things.map((t) => t.id),
    );
    return { ...registered, things };
  });
  committed();
  return things.map((thing) => ({ thing, secret: secrets.get(thing.devid) ?? '' }));
}

/** A thing with its initial accounts, which were checked. */
export interface NewBoundThing {
  thing: NewThing;
  accountIds: readonly string[];
}

export interface RegisteredIn {
  things: { id: string; devid: string }[];
  /** By devid; only their hashes are stored. */
  secrets: ReadonlyMap<string, string>;
  /** Call it after the commit: devices that connected too early are known from then on. */
  committed: () => void;
}

/** {@link registerThings} within the caller's transaction. @throws forbidden, validation, conflict */
export async function registerIn(
  core: Core,
  trx: Trx,
  ctx: Ctx,
  inputs: readonly NewBoundThing[],
): Promise<RegisteredIn> {
  const { caller, now } = ctx;
  if (!mayRegister(caller.roleId)) throw forbidden();
  const news = inputs.map((input) => input.thing);
  check(news, await core.models.names(caller.tenantId));
  const taken = await takenDevids(
    trx,
    news.map((i) => i.devid),
  );
  if (taken.size > 0) throw exists([...taken]);
  await checkTenantLimit(trx, caller.tenantId, 'devices', { more: news.length, path: 'devid' });
  const zone = await tenantTimeZone(trx, caller.tenantId);
  const secrets = new Map<string, string>();
  const values = news.map((input) => {
    const { secret, hash } = newSecret();
    secrets.set(input.devid, secret);
    return {
      tenantId: caller.tenantId,
      devid: input.devid,
      devtype: input.devtype,
      devname: input.devname || input.devid,
      secretHash: hash,
      description: input.desc ?? {},
      timeZone: zoneOfNew(input, zone),
      longitude: input.gps?.longitude ?? null,
      latitude: input.gps?.latitude ?? null,
    };
  });
  const things = await insertThings(trx, values, now).catch((e: unknown) => {
    // Registered concurrently between the check and the insert.
    if ((e as { code?: string }).code === '23505') throw exists(news.map((i) => i.devid));
    throw e;
  });
  const idOf = new Map(things.map((t) => [t.devid, t.id]));
  const own = seesTenant(caller) ? [] : [caller.accountId];
  const pairs = inputs.flatMap(({ thing, accountIds }) =>
    [...new Set([...own, ...accountIds])].map((accountId) => ({
      thingId: idOf.get(thing.devid) ?? '',
      accountId,
    })),
  );
  if (pairs.length > 0) await insertBindings(trx, pairs, caller.accountId, now);
  // What a broker still has of an earlier device with the id is not this one's.
  const again = await formerDevids(
    trx,
    things.map((t) => t.devid),
  );
  await notifyAll(
    trx,
    'voltloop_things',
    things.map((t) => t.devid),
  );
  await auditAll(
    trx,
    ctx,
    things.map((t) => ({
      action: 'thing.register',
      objectType: 'thing',
      objectId: t.id,
      details: { devid: t.devid },
    })),
  );
  const committed = () => {
    for (const t of things) core.registry.invalidate(t.devid);
    for (const devid of again)
      disconnectDevice(core, devid).catch((err: unknown) =>
        core.services.log.warn(
          { err, devid },
          'what the broker stores for an earlier device was not discarded',
        ),
      );
  };
  return { things, secrets, committed };
}

/** Checks beyond the schema of the call. Field paths contain the list index when there are several. */
function check(inputs: readonly NewThing[], deviceTypes: ReadonlySet<string>): void {
  const fields: contract.FieldError[] = [];
  const seen = new Set<string>();
  inputs.forEach((input, i) => {
    const at = inputs.length > 1 ? `${i}.` : '';
    if (!deviceTypes.has(input.devtype)) {
      fields.push({ path: `${at}devtype`, key: 'thing.devtype', message: 'Not a known device type' });
    }
    if (input.time_zone !== undefined && !isTimeZone(input.time_zone)) {
      fields.push({ path: `${at}time_zone`, key: 'validation.timeZone', message: 'Not a known time zone' });
    }
    const id = input.devid.toLowerCase();
    if (seen.has(id)) {
      fields.push({
        path: `${at}devid`,
        key: 'thing.devidTwice',
        message: 'This device id is in the list twice',
      });
    }
    seen.add(id);
  });
  if (fields.length > 0) throw new AppError('validation', { message: fields[0]?.message, fields });
}

function exists(devids: readonly string[]): AppError {
  const message =
    devids.length === 1
      ? 'A device with this id is registered already'
      : `Devices with these ids are registered already: ${devids.slice(0, 10).join(', ')}`;
  return conflictError('devid', 'thing.devidTaken', message);
}
