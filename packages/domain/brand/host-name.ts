const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** At least two labels; the last one begins with a letter, which no address of digits does. */
const HOST = new RegExp(`^(?=.{4,253}$)(?:${LABEL}\\.)+(?=[a-z])${LABEL}$`);

/**
 * A host name as it is kept and compared: small letters, other scripts in Punycode, no dot at the end. Null for what is
 * no name of a host in the domain name system: addresses, ports, paths, single words.
 */
export function normalHost(text: string): string | null {
  const given = text.trim().replace(/\.$/, '');
  // What has a meaning of its own in an address is no part of a name.
  if (given.length > 253 || /[\s/:@?#\\[\]%]/.test(given) || !URL.canParse(`http://${given}`)) return null;
  const { hostname } = new URL(`http://${given}`);
  return HOST.test(hostname) ? hostname : null;
}
