import type { FirmwareKey } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { conflictError, fieldError, notFound } from '../../../platform/errors.ts';
import type { Core } from './core.ts';
import { readPublicKey, signerOf } from './signature.ts';
import {
  insertKey,
  isKeyConflict,
  packagesOfKey,
  revokeKeyRow,
  toKey,
  trustedKeys,
} from './store-packages.ts';
import { withdrawAll } from './withdraw-package.ts';

export async function listKeys(core: Core, ctx: Ctx): Promise<FirmwareKey[]> {
  return (await trustedKeys(core.services.db, ctx.caller)).map(toKey);
}

/**
 * Trusts another public key. @throws validation when it is not an Ed25519 public key; conflict when it is already
 * trusted
 */
export async function addKey(
  core: Core,
  ctx: Ctx,
  input: { name: string; public_key: string },
): Promise<FirmwareKey> {
  const publicKey = readPublicKey(input.public_key);
  if (!publicKey || !isUsable(publicKey)) {
    throw fieldError('public_key', 'firmware.key', 'Not an Ed25519 public key');
  }
  try {
    const id = await core.services.db.transaction().execute(async (trx) => {
      const made = await insertKey(trx, {
        tenantId: ctx.caller.tenantId,
        name: input.name,
        publicKey,
        by: ctx.caller.accountId,
        now: ctx.now,
      });
      await audit(trx, ctx, {
        action: 'firmware.key.add',
        objectType: 'firmware_key',
        objectId: made,
        details: { name: input.name, public_key: publicKey.toString('base64') },
      });
      return made;
    });
    const key = (await trustedKeys(core.services.db, ctx.caller)).find((k) => k.id === id);
    if (!key) throw notFound();
    return toKey(key);
  } catch (e) {
    if (!isKeyConflict(e)) throw e;
    throw conflictError('public_key', 'firmware.keyTwice', 'This key is already trusted');
  }
}

/** Whether the bytes are a valid public key. */
function isUsable(publicKey: Buffer): boolean {
  try {
    signerOf(
      [{ public_key: publicKey }],
      { pkgtype: '', version: '', size: 0, sha256: '' },
      Buffer.alloc(64),
    );
    return true;
  } catch {
    return false;
  }
}

/**
 * Revokes a key, and withdraws the packages it signed: a compromised key must not reach another device. @throws notFound
 */
export async function revokeKey(core: Core, ctx: Ctx, id: string): Promise<{ withdrawn: number }> {
  return core.services.db.transaction().execute(async (trx) => {
    const key = await revokeKeyRow(trx, ctx.caller.tenantId, id, ctx.now);
    if (!key) throw notFound();
    const packages = await packagesOfKey(trx, id);
    await withdrawAll(trx, ctx, packages);
    await audit(trx, ctx, {
      action: 'firmware.key.revoke',
      objectType: 'firmware_key',
      objectId: id,
      details: { name: key.name, packages },
    });
    return { withdrawn: packages.length };
  });
}
