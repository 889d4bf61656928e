import { createHash, randomBytes } from 'node:crypto';
import type * as contract from '@voltloop/contract';
import type { BodyOf, Thing } from '@voltloop/contract';
import { audit } from '../../platform/audit.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { AppError, forbidden } from '../../platform/errors.ts';
import { notify } from '../../platform/notices.ts';
import { isTimeZone, seesTenant } from '../accounts/index.ts';
import { type Core, mayRegister } from './core.ts';
import { describe } from './list-things.ts';
import { deviceTypes } from './rules.ts';
import { insertBindings, insertThings, takenDevids, tenantTimeZone } from './store.ts';

export type NewThing = BodyOf<typeof contract.registerThing>;

export interface Registered {
  thing: Thing;
  /** MQTT password, shown here and never again: only its hash is stored. */
  secret: string;
}

/** 256 random bits: nothing to guess, so that a plain SHA-256 is enough to store it. */
export function newSecret(): { secret: string; hash: Buffer } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: createHash('sha256').update(secret).digest() };
}

/** Registers one thing. @throws forbidden, validation, conflict */
export async function registerThing(core: Core, ctx: Ctx, input: NewThing): Promise<Registered> {
  const [registered] = await registerThings(core, ctx, [input]);
  if (!registered) throw new Error('registering gave nothing');
  return registered;
}

/**
 * Registers things, all or none. What the main account registers is bound to nobody yet and seen by it alone; what a
 * factory registers is bound to the factory.
 * @throws forbidden, validation, conflict naming the devids that exist
 */
export async function registerThings(
  core: Core,
  ctx: Ctx,
  inputs: readonly NewThing[],
): Promise<Registered[]> {
  const { caller, now } = ctx;
  if (!mayRegister(caller.roleId)) throw forbidden();
  if (inputs.length === 0) return [];
  check(inputs);
  const secrets = inputs.map(newSecret);
  const things = await core.services.db.transaction().execute(async (trx) => {
    const taken = await takenDevids(
      trx,
      inputs.map((i) => i.devid),
    );
    if (taken.size > 0) throw exists([...taken]);
    const zone = await tenantTimeZone(trx, caller.tenantId);
    const inserted = await insertThings(
      trx,
      inputs.map((input, i) => ({
        tenantId: caller.tenantId,
        devid: input.devid,
        devtype: input.devtype,
        devname: input.devname || input.devid,
        secretHash: secrets[i]?.hash ?? newSecret().hash,
        description: input.desc ?? {},
        timeZone: input.time_zone ?? zone,
        longitude: input.gps?.longitude ?? null,
        latitude: input.gps?.latitude ?? null,
      })),
      now,
    ).catch((e: unknown) => {
      // Registered by somebody else between the look and the insert.
      if ((e as { code?: string }).code === '23505') throw exists(inputs.map((i) => i.devid));
      throw e;
    });
    if (!seesTenant(caller)) {
      const pairs = inserted.map((t) => ({ thingId: t.id, accountId: caller.accountId }));
      await insertBindings(trx, pairs, caller.accountId, now);
    }
    for (const t of inserted) {
      await notify(trx, 'voltloop_things', t.devid);
      await audit(trx, ctx, {
        action: 'thing.register',
        objectType: 'thing',
        objectId: t.id,
        details: { devid: t.devid },
      });
    }
    return describe(
      trx,
      caller,
      inserted.map((t) => t.id),
    );
  });
  for (const t of things) core.registry.forget(t.devid);
  const secretOf = new Map(inputs.map((input, i) => [input.devid, secrets[i]?.secret ?? '']));
  return things.map((thing) => ({ thing, secret: secretOf.get(thing.devid) ?? '' }));
}

/** What the schema of the call cannot say. Field paths carry the place in the list when there are several. */
function check(inputs: readonly NewThing[]): void {
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
    if (seen.has(input.devid)) {
      fields.push({
        path: `${at}devid`,
        key: 'thing.devidTwice',
        message: 'This device id is in the list twice',
      });
    }
    seen.add(input.devid);
  });
  if (fields.length > 0) throw new AppError('validation', { message: fields[0]?.message, fields });
}

function exists(devids: readonly string[]): AppError {
  const message =
    devids.length === 1
      ? 'A device with this id is registered already'
      : `Devices with these ids are registered already: ${devids.slice(0, 10).join(', ')}`;
  return new AppError('conflict', {
    message,
    fields: [{ path: 'devid', key: 'thing.devidTaken', message }],
  });
}
