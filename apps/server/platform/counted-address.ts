/**
 * The address as all limits count it: IPv4 whole, IPv6 by its /64, because one household or attacker owns that many.
 * @param groups Of an IPv6 address: 3 for its /48, which a provider gives to one customer at most.
 */
export function countedAddress(ip: string | undefined, groups: 3 | 4 = 4): string {
  // The connection of a cut-off request has none any more.
  if (ip === undefined) return '';
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (v4) return v4;
  const [head = '', tail] = ip.toLowerCase().split('%')[0]?.split('::') ?? [];
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array<string>(missing).fill('0'), ...last].slice(0, groups).join(':');
}

/** The same as a PostgreSQL network; null without an address. */
export function networkOf(ip: string): string | null {
  const counted = countedAddress(ip);
  if (counted === '') return null;
  return counted.includes('.') ? `${counted}/32` : `${counted}::/64`;
}
