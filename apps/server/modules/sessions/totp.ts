import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** Time-based one-time passwords (RFC 6238): SHA-1, 6 digits, steps of 30 seconds, what every authenticator app takes. */
const PERIOD_S = 30;
const DIGITS = 6;
/** RFC 4226 section 4 asks for at least 128 bits and recommends 160. */
const SECRET_BYTES = 20;
/** Steps before and after now that are taken too (RFC 6238 section 5.2), for clocks that are not quite right. */
const WINDOW = 1;

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

const asSecret = (bytes: Uint8Array) => new Secret({ buffer: Uint8Array.from(bytes).buffer });

/** The key as people type it: base32. */
export const totpKey = (secret: Uint8Array): string => asSecret(secret).base32;

/** The address behind the QR code, as authenticator apps read it. */
export function totpUri(secret: Uint8Array, issuer: string, label: string): string {
  return new TOTP({
    issuer,
    label,
    secret: asSecret(secret),
    digits: DIGITS,
    period: PERIOD_S,
  }).toString();
}

/**
 * The step that a code belongs to, null when it belongs to none around `now`. The caller that accepts a code stores the step
 * and takes no code of it or of an earlier one again (RFC 6238 section 5.2).
 */
export function totpStep(secret: Uint8Array, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = TOTP.validate({
    token: code,
    secret: asSecret(secret),
    digits: DIGITS,
    period: PERIOD_S,
    timestamp: now.getTime(),
    window: WINDOW,
  });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_S) + delta;
}
