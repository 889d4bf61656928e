import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/**
 * Time-based one-time passwords (RFC 6238): SHA-1, 6 digits, steps of 30 seconds, as every authenticator app
 * supports.
 */
const PERIOD_S = 30;
const DIGITS = 6;
/** RFC 4226 section 4 requires at least 128 bits and recommends 160. */
const SECRET_BYTES = 20;
/** Tolerated steps before and after now (RFC 6238 section 5.2), for inaccurate clocks. */
const WINDOW = 1;

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

const asSecret = (bytes: Uint8Array) => new Secret({ buffer: Uint8Array.from(bytes).buffer });

/** The key in base32, as people type it. */
export const totpKey = (secret: Uint8Array): string => asSecret(secret).base32;

/** The address in the QR code, in the format of authenticator apps. */
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
 * The step of a code; null when it matches none around `now`. The caller stores the step and refuses codes of it and
 * of earlier steps (RFC 6238 section 5.2).
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
