import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, oneRow } from './db.ts';
import { lazily } from './lazily.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets that must be readable again, such as the keys of authenticators: AES-256-GCM under a key derived
 * (HKDF, SHA-256) from the instance's signing key, bound to their owner, so that a row cannot be copied to another
 * owner.
 */
export interface SecretBox {
  /** Nonce (12 bytes), tag (16), encrypted text. */
  seal(plain: Uint8Array, owner: string): Buffer;
  /** @throws when it was not sealed by this instance for this owner */
  open(sealed: Uint8Array, owner: string): Buffer;
}

/** @param purpose A box of another purpose cannot open its secrets. */
export function secretBox(signingKey: Buffer, purpose: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', signingKey, '', `voltloop ${purpose}`, 32));
  return {
    seal(plain, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, owner) {
      const at = NONCE_BYTES + TAG_BYTES;
      const cipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(owner))
        .setAuthTag(sealed.subarray(NONCE_BYTES, at));
      return Buffer.concat([cipher.update(sealed.subarray(at)), cipher.final()]);
    },
  };
}

/** The instance's signing key: 32 random bytes, created once and shared by every node through the database. */
export async function signingKey(db: Db): Promise<Buffer> {
  const fresh = JSON.stringify(randomBytes(32).toString('base64'));
  await sql`insert into instance_facts (key, value) values ('token_key', ${fresh}::jsonb) on conflict (key) do nothing`.execute(
    db,
  );
  const row = oneRow(
    await sql<{ value: unknown }>`select value from instance_facts where key = 'token_key'`.execute(db),
  );
  return Buffer.from(row.value as string, 'base64');
}

/** A box under the key of the instance, created on first use. */
export const lazySecretBox = (db: Db, purpose: string): (() => Promise<SecretBox>) =>
  lazily(async () => secretBox(await signingKey(db), purpose));
