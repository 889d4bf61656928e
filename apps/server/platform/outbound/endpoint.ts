import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Hosts (`host` or `host:port`) that may be private and be reached over http: settings REPORTING_HOSTS and WEBHOOK_HOSTS. */
export type AllowedHosts = ReadonlySet<string>;

// A list for each family: one for both takes IPv4 addresses for mapped ones.
const reserved = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [net, bits] of [
  ...[
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ],
  ...[
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
  ],
  ...[
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
] as [string, number][])
  reserved.ipv4.addSubnet(net, bits, 'ipv4');
// Besides what is reserved: addresses that carry an IPv4 address.
for (const [net, bits] of [
  ...[
    ['::', 96],
    ['::ffff:0:0', 96],
    ['64:ff9b::', 96],
    ['64:ff9b:1::', 48],
    ['100::', 64],
    ['2001:db8::', 32],
  ],
  ...[
    ['2002::', 16],
    ['fc00::', 7],
    ['fe80::', 10],
    ['ff00::', 8],
  ],
] as [string, number][])
  reserved.ipv6.addSubnet(net, bits, 'ipv6');

/** Whether an address belongs to somebody on the internet, and not to this machine or its network. */
export function isPublicAddress(address: string): boolean {
  const family = { 4: 'ipv4', 6: 'ipv6' }[isIP(address)] as 'ipv4' | 'ipv6' | undefined;
  return family !== undefined && !reserved[family].check(address, family);
}

const isAllowed = (url: URL, allowed: AllowedHosts) => allowed.has(url.host) || allowed.has(url.hostname);

/**
 * Why nothing is sent to an address; null when it may be. An administrator sets it, so it must not become a way to the
 * server's own network: https to public hosts only, but for the hosts that whoever runs the server has allowed.
 */
export function endpointProblem(
  text: string,
  allowed: AllowedHosts,
  options: { query?: boolean } = {},
): string | null {
  if (!URL.canParse(text)) return 'reporting.endpoint.form';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'reporting.endpoint.scheme';
  if (url.username || url.password || (url.search && !options.query) || url.hash)
    return 'reporting.endpoint.form';
  if (isAllowed(url, allowed)) return null;
  if (url.protocol !== 'https:') return 'reporting.endpoint.scheme';
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) ? !isPublicAddress(literal) : literal === 'localhost' || literal.endsWith('.localhost'))
    return 'reporting.endpoint.private';
  return null;
}

/** Finds the address of a host, and refuses a private one: a name may lead elsewhere than when it was entered. */
export function guardedLookup(url: URL, allowed: AllowedHosts): LookupFunction | undefined {
  if (isAllowed(url, allowed)) return undefined;
  return (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      const refused =
        error ?? (found.every(({ address }) => isPublicAddress(address)) ? null : privateHost());
      if (refused) return done(refused, []);
      if (options.all) return done(null, found);
      const [{ address, family } = { address: '', family: 0 }] = found;
      return done(null, address, family);
    });
}

const privateHost = () => Object.assign(new Error('the host has a private address'), { code: 'EPRIVATE' });
