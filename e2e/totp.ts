import { createHmac } from 'node:crypto';

/** An independent implementation of RFC 6238: the code of a base32 key, `steps` of 30 seconds from now. */
export function totp(key: string, steps = 0): string {
  const bits = [...key].map((c) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const mac = createHmac('sha1', Buffer.from(bytes.map((b) => Number.parseInt(b, 2))))
    .update(counter)
    .digest();
  const at = (mac[19] ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
