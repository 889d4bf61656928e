import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Hosts (`host` or `host:port`) that may be private and use http: settings REPORTING_HOSTS, WEBHOOK_HOSTS and
 * PRICE_HOSTS.
 */
export type AllowedHosts = ReadonlySet<string>;

// A list for each family: a common one confuses IPv4 with mapped addresses.
const reserved = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as [string, number][])
  reserved.ipv4.addSubnet(net, bits, 'ipv4');
// Of IPv6 only 2000::/3 is allocated. Reserved in it: protocols (Teredo, which carries IPv4 addresses, among them), examples, 6to4.
const unicast = new BlockList();
unicast.addSubnet('2000::', 3, 'ipv6');
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as [string, number][])
  reserved.ipv6.addSubnet(net, bits, 'ipv6');

/** Whether an address is public: outside this machine and its network. */
export function isPublicAddress(address: string): boolean {
  const family = { 4: 'ipv4', 6: 'ipv6' }[isIP(address)] as 'ipv4' | 'ipv6' | undefined;
  if (family === undefined || reserved[family].check(address, family)) return false;
  return family === 'ipv4' || unicast.check(address, family);
}

const isAllowed = (url: URL, allowed: AllowedHosts) => allowed.has(url.host) || allowed.has(url.hostname);

export type EndpointProblem = 'form' | 'scheme' | 'private';

/**
 * Why an address is refused; null when it is allowed. Users enter it, so it must not give access to the
 * server's own network: only https to public hosts, and hosts that the operator has allowed.
 */
export function endpointProblem(
  text: string,
  allowed: AllowedHosts,
  options: { query?: boolean } = {},
): EndpointProblem | null {
  if (!URL.canParse(text)) return 'form';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'scheme';
  if (url.username || url.password || (url.search && !options.query) || url.hash) return 'form';
  if (isAllowed(url, allowed)) return null;
  if (url.protocol !== 'https:') return 'scheme';
  const literal = url.hostname.replace(/^\[|\]$|\.$/g, '');
  if (isIP(literal) ? !isPublicAddress(literal) : literal === 'localhost' || literal.endsWith('.localhost'))
    return 'private';
  return null;
}

/** The DNS resolver. */
export type Resolver = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/**
 * Resolves a host, and refuses it if any address is private: a name may resolve differently than when it was entered.
 * The connection uses an address resolved here, so a later change of the name has no effect.
 */
export function guardedLookup(
  url: URL,
  allowed: AllowedHosts,
  resolve: Resolver = lookup,
): LookupFunction | undefined {
  if (isAllowed(url, allowed)) return undefined;
  return (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      const refused =
        error ??
        (found.length > 0 && found.every(({ address }) => isPublicAddress(address)) ? null : privateHost());
      if (refused) return done(refused, []);
      if (options.all) return done(null, found);
      const [{ address, family } = { address: '', family: 0 }] = found;
      return done(null, address, family);
    });
}

const privateHost = () => Object.assign(new Error('the host has a private address'), { code: 'EPRIVATE' });
