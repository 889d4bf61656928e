import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Standing, StandingQueue } from './standing-queue.ts';

/**
 * Argon2id with OWASP's parameters for 19 MiB (Password Storage Cheat Sheet: m=19456, t=2, p=1), stored as a PHC
 * string so that they can be raised later without breaking existing hashes.
 */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const PARALLELISM = 1;
const TAG_BYTES = 32;

/**
 * Concurrent hashes: each takes a libuv thread and 19 MiB; two of the four threads stay free for files and DNS. Forty
 * unknown callers in the queue are served in about a second; more would only wait longer.
 */
const queue = new StandingQueue({ all: 2, unknown: 2 }, { known: 500, unknown: 40 });

/** Stored where an account has no password: no input matches it. */
export const NO_PASSWORD = '!';

interface Phc {
  memory: number;
  passes: number;
  parallelism: number;
  nonce: Buffer;
  tag: Buffer;
}

function derive(
  password: string,
  phc: Omit<Phc, 'tag'>,
  tagLength: number,
  standing: Standing,
): Promise<Buffer> {
  const { nonce, memory, passes, parallelism } = phc;
  // The same password typed on two keyboards may differ in code points; NFKC unifies them.
  const message = password.normalize('NFKC');
  return queue.run(
    standing,
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', { message, nonce, memory, passes, parallelism, tagLength }, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
}

/** @throws tooMany when no further password of this standing may wait */
export const refuseWhenQueueFull = (standing: Standing) => queue.refuseWhenFull(standing);

const base64 = (b: Buffer) => b.toString('base64').replace(/=+$/, '');

function parsePhc(text: string): Phc | null {
  const m = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(text);
  if (!m) return null;
  return {
    memory: Number(m[1]),
    passes: Number(m[2]),
    parallelism: Number(m[3]),
    nonce: Buffer.from(m[4] ?? '', 'base64'),
    tag: Buffer.from(m[5] ?? '', 'base64'),
  };
}

/**
 * The PHC string of a password under a new salt. About 20 ms of one core.
 * @throws tooMany when too many of this standing wait already
 */
export async function hashPassword(password: string, standing: Standing = 'known'): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive(
    password,
    { nonce, memory: MEMORY_KIB, passes: PASSES, parallelism: PARALLELISM },
    TAG_BYTES,
    standing,
  );
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${base64(nonce)}$${base64(tag)}`;
}

/** Compared for an unknown name, so that it costs as much as a known one (interpretation C10). */
const decoy: Phc = {
  memory: MEMORY_KIB,
  passes: PASSES,
  parallelism: PARALLELISM,
  nonce: randomBytes(16),
  tag: randomBytes(TAG_BYTES),
};

/**
 * Whether the password matches the PHC string, compared in constant time. White space around it, as copying adds, is left
 * out, which no password may contain (rules.ts); NIST SP 800-63B-4, section 3.1.1.2, permits this allowance.
 * @param phc null for an unknown name: takes as long and returns false.
 * @throws tooMany when too many of this standing wait already
 */
export async function verifyPassword(
  password: string,
  phc: string | null,
  standing: Standing = 'known',
): Promise<boolean> {
  const parsed = (phc && parsePhc(phc)) || null;
  const against = parsed ?? decoy;
  const tag = await derive(password.trim(), against, against.tag.length, standing);
  return timingSafeEqual(tag, against.tag) && parsed !== null;
}
