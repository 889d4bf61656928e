/** Personal data as lists show them (interpretation C23): recognisable, but not usable. */

/** `anna.berg@works.example` becomes `a***@works.example`. */
export function maskEmail(email: string | null): string | null {
  if (!email) return email;
  const at = email.lastIndexOf('@');
  return at < 1 ? '***' : `${[...email][0]}***${email.slice(at)}`;
}

/** `+49 170 1234567` becomes `+49****567`: the first and last three characters of a number that is long enough. */
export function maskMobile(mobile: string | null): string | null {
  if (!mobile) return mobile;
  const digits = mobile.replace(/[^\d+]/g, '');
  return digits.length < 8 ? '****' : `${digits.slice(0, 3)}****${digits.slice(-3)}`;
}

/** The first six characters of an address of more than twelve; nothing of a shorter one. */
export function maskAddress(address: string | null): string | null {
  if (!address) return address;
  const letters = [...address];
  return letters.length > 12 ? `${letters.slice(0, 6).join('')}***` : '***';
}
