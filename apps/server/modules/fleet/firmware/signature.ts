import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type FirmwareStatement, firmwareStatement } from '@voltloop/protocol';

/** DER prefix of the 32 bytes of an Ed25519 public key (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** The raw bytes of an Ed25519 public key given as PEM or as base64 of 32 bytes; null when it is invalid. */
export function readPublicKey(text: string): Buffer | null {
  const trimmed = text.trim();
  if (/^[A-Za-z0-9+/]{43}=$/.test(trimmed)) return Buffer.from(trimmed, 'base64');
  // Node would derive the public key from a private one: refuse it instead of storing it.
  if (!trimmed.startsWith('-----BEGIN PUBLIC KEY-----')) return null;
  try {
    const key = createPublicKey(trimmed);
    if (key.asymmetricKeyType !== 'ed25519') return null;
    return key.export({ format: 'der', type: 'spki' }).subarray(-32);
  } catch {
    return null;
  }
}

function keyOf(raw: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI_PREFIX, raw]), format: 'der', type: 'spki' });
}

/** The first of the keys whose signature over a package's statement is valid; null if none. */
export function signerOf<K extends { public_key: Buffer }>(
  keys: readonly K[],
  statement: FirmwareStatement,
  signature: Buffer,
): K | null {
  const text = Buffer.from(firmwareStatement(statement), 'utf8');
  return keys.find((k) => verify(null, text, keyOf(k.public_key), signature)) ?? null;
}
