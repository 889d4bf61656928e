import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { firmwareStatement } from '@voltloop/protocol';

/** A signing key for tests. */
export function testSigner() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    /** The fields of an upload of `content`, with a valid signature. */
    fields(content: Uint8Array, about: { pkgtype: string; version: string; min_hw_version?: string }) {
      const sha256 = createHash('sha256').update(content).digest('hex');
      const statement = firmwareStatement({ ...about, size: content.byteLength, sha256 });
      const signature = sign(null, Buffer.from(statement), privateKey).toString('base64');
      return { ...about, signature, release_note: 'Better in every way.', publish: 'true' };
    },
  };
}
