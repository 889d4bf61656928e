const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** At least two labels; the last one begins with a letter, which excludes IP addresses. */
const HOST = new RegExp(`^(?=.{4,253}$)(?:${LABEL}\\.)+(?=[a-z])${LABEL}$`);

/**
 * A host name as it is stored and compared: lower case, other scripts in Punycode, no trailing dot. Null for anything
 * else: addresses, ports, paths, single words.
 */
export function normalHost(text: string): string | null {
  const given = text.trim().replace(/\.$/, '');
  // Reject characters with a meaning in a URL.
  if (given.length > 253 || /[\s/:@?#\\[\]%]/.test(given) || !URL.canParse(`http://${given}`)) return null;
  const { hostname } = new URL(`http://${given}`);
  return HOST.test(hostname) ? hostname : null;
}
