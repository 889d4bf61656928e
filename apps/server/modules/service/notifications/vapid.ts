import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { sql } from 'kysely';
import type { Config } from '../../../config.ts';
import type { Db } from '../../../platform/db.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';

/** Identifies this server to push services (RFC 8292): browsers subscribe to its public key. */
export interface Vapid {
  /** Uncompressed point, base64url, as browsers require. */
  publicKey: string;
  /** Value of the header Authorization for a push service. */
  authorization(endpoint: string, now: Date): Promise<string>;
}

const FACT = 'vapid_key';
/** Push services refuse tokens valid for more than a day. */
const TOKEN_LIFE_S = 12 * 3600;

interface StoredKey {
  public: JWK;
  /** The private key, encrypted, base64. */
  sealed: string;
}

/**
 * The instance's key, created once and shared by every node through the database; only this instance can decrypt its
 * private half.
 */
export async function vapidOf(db: Db, box: SecretBox, subject: string): Promise<Vapid> {
  const { public: jwk, sealed } = (await storedKey(db)) ?? (await makeKey(db, box));
  const opened: JWK = JSON.parse(box.open(Buffer.from(sealed, 'base64'), FACT).toString('utf8'));
  const key = await importJWK(opened, 'ES256');
  const point = [Buffer.of(4), ...[jwk.x, jwk.y].map((part) => Buffer.from(part ?? '', 'base64url'))];
  const publicKey = Buffer.concat(point).toString('base64url');
  return {
    publicKey,
    async authorization(endpoint, now) {
      const token = await new SignJWT()
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
        .setAudience(new URL(endpoint).origin)
        .setExpirationTime(Math.floor(now.getTime() / 1000) + TOKEN_LIFE_S)
        .setSubject(subject)
        .sign(key);
      return `vapid t=${token}, k=${publicKey}`;
    },
  };
}

/** Contact for push services: the console's address or the sender of its e-mails. */
export function vapidSubject({ publicUrl, mailFrom }: Pick<Config, 'publicUrl' | 'mailFrom'>): string {
  if (publicUrl?.startsWith('https:')) return publicUrl;
  return `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`;
}

async function storedKey(db: Db): Promise<StoredKey | undefined> {
  const { rows } = await sql<{ value: unknown }>`
      select value from instance_facts where key = ${FACT}`.execute(db);
  const [row] = rows;
  return row?.value as StoredKey | undefined;
}

async function makeKey(db: Db, box: SecretBox): Promise<StoredKey> {
  const pair = await generateKeyPair('ES256', { extractable: true });
  const secret = Buffer.from(JSON.stringify(await exportJWK(pair.privateKey)));
  const fresh: StoredKey = {
    public: await exportJWK(pair.publicKey),
    sealed: box.seal(secret, FACT).toString('base64'),
  };
  // When several nodes create one concurrently, the first wins.
  await sql`insert into instance_facts (key, value) values (${FACT}, ${JSON.stringify(fresh)}::jsonb)
    on conflict (key) do nothing`.execute(db);
  return (await storedKey(db)) ?? fresh;
}
