import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const MAX_AGE_MS = 300_000;

/** Checks signatures: right key, right HMAC, not old, not seen before. */
export class Signatures {
  readonly #secrets: ReadonlyMap<string, string>;
  readonly #clock: () => Date;
  readonly #seen = new Set<string>();

  constructor(secrets: ReadonlyMap<string, string>, clock: () => Date) {
    this.#secrets = secrets;
    this.#clock = clock;
  }

  /** What is wrong with a request; null when it is signed well. */
  problem(method: string, path: string, headers: IncomingHttpHeaders, body: string): string | null {
    const text = (name: string) => String(headers[name] ?? '');
    const [keyId, time, nonce, given] = ['x-key-id', 'x-timestamp', 'x-nonce', 'x-signature'].map(text) as [
      string,
      string,
      string,
      string,
    ];
    const secret = this.#secrets.get(keyId);
    if (secret === undefined) return 'unknown key';
    const digest = createHash('sha256').update(body).digest('hex');
    const lines = [method, path, time, nonce, digest].join('\n');
    const expected = createHmac('sha256', secret).update(lines).digest('hex');
    if (given.length !== expected.length || !timingSafeEqual(Buffer.from(given), Buffer.from(expected)))
      return 'wrong signature';
    if (!(Math.abs(this.#clock().getTime() - Number(time)) <= MAX_AGE_MS)) return 'too old';
    if (nonce.length < 16 || this.#seen.has(nonce)) return 'nonce used';
    this.#seen.add(nonce);
    return null;
  }
}
