import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Keeps secrets that must be read again, such as the keys of authenticators: AES-256-GCM under a key derived (HKDF,
 * SHA-256) from the instance's signing key, bound to whose they are, so that a row cannot be moved to another account.
 */
export interface SecretBox {
  /** Nonce (12 bytes), tag (16), encrypted text. */
  seal(plain: Uint8Array, owner: string): Buffer;
  /** @throws when it was not sealed by this instance for this owner */
  open(sealed: Uint8Array, owner: string): Buffer;
}

export function secretBox(signingKey: Buffer): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', signingKey, '', 'voltloop second factor', 32));
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
