import type { LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import { describe, expect, test } from 'vitest';
import { endpointProblem, guardedLookup, isPublicAddress, type Resolver } from './endpoint.ts';
import { send } from './http-request.ts';

const none: ReadonlySet<string> = new Set();

describe('an allowed address for reports', () => {
  test('is any public host over https', () => {
    for (const good of [
      'https://platform.example.cn/api/v1',
      'https://8.8.8.8:8443/x',
      'https://[2606:4700::1111]/',
    ])
      expect([good, endpointProblem(good, none)]).toEqual([good, null]);
  });
  test('is not this machine, its network, another scheme, or an address with credentials or other additions', () => {
    for (const [bad, key] of [
      ['http://platform.example.cn/', 'scheme'],
      ['ftp://platform.example.cn/', 'scheme'],
      ['file:///etc/passwd', 'scheme'],
      ['javascript:alert(1)', 'scheme'],
      ['platform.example.cn', 'form'],
      ['https://user:secret@platform.example.cn/', 'form'],
      ['https://platform.example.cn/?a=1', 'form'],
      ...[
        'localhost',
        'a.localhost',
        '127.0.0.1',
        '2130706433',
        '0x7f.1',
        '0.0.0.0',
        '10.1.2.3',
        '172.31.0.1',
        '192.168.0.1',
        '169.254.169.254',
        '100.64.0.1',
        '[::1]',
        '[::]',
        '[fe80::1]',
        '[fd00::1]',
        '[::ffff:127.0.0.1]',
        '[64:ff9b::7f00:1]',
        '[2002:7f00:1::]',
        '[::ffff:7f00:1]',
        '[::127.0.0.1]',
        '[::ffff:0:127.0.0.1]',
        '[0:0:0:0:0:0:0:1]',
        '[fec0::1]',
        '[ff02::1]',
        '[5f00::1]',
        '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
        '[2001:db8::1]',
        '[3fff::1]',
        '[100::1]',
        // Other notations of it: hexadecimal, octal, decimal, missing parts, full width, a trailing dot.
        '0x7f000001',
        '0177.0.0.1',
        '017700000001',
        '127.1',
        '127.0.0.1.',
        'localhost.',
        '0',
        '１２７.0.0.1',
        '127。0。0。1',
        '0xa9fea9fe',
        '2852039166',
        '0x0a.0x01.2.3',
        '%31%32%37.0.0.1',
        '192.168.257',
        'LOCALHOST',
        '255.255.255.255',
        '224.0.0.1',
        '192.88.99.1',
        '198.18.0.1',
      ].map((host): [string, string] => [`https://${host}/`, 'private']),
    ] as const)
      expect([bad, endpointProblem(bad, none)]).toEqual([bad, key]);
  });
  test('is a private host that the operator has allowed, by host or host and port', () => {
    const allowed = new Set(['127.0.0.1:8090', 'gateway.internal']);
    expect(endpointProblem('http://127.0.0.1:8090/api', allowed)).toBeNull();
    expect(endpointProblem('http://127.0.0.1:8091/api', allowed)).toBe('scheme');
    expect(endpointProblem('http://gateway.internal:99/', allowed)).toBeNull();
    expect(guardedLookup(new URL('http://127.0.0.1:8090/'), allowed)).toBeUndefined();
  });
  test('is checked again by the resolved address', async () => {
    const lookup = guardedLookup(new URL('https://platform.example.cn/'), none);
    const code = await new Promise((resolve) =>
      lookup?.('localhost', {}, (error) => resolve((error as NodeJS.ErrnoException | null)?.code)),
    );
    expect(code).toBe('EPRIVATE');
    expect(isPublicAddress('nonsense')).toBe(false);
  });
  test('is checked before each request', async () => {
    const call = { method: 'GET', headers: {}, body: null, timeout_ms: 1000, allowed: none } as const;
    expect(await send({ ...call, url: 'https://127.0.0.1:1/' })).toEqual({
      error: 'refused',
      problem: 'private',
      sent: false,
    });
  });
  test('is not a name with a private address, or without any', async () => {
    const url = new URL('https://platform.example.cn/');
    const found = (addresses: string[], options: LookupOptions) =>
      new Promise((settle) => {
        const resolver: Resolver = (_host, _options, done) =>
          done(
            null,
            addresses.map((address) => ({ address, family: isIP(address) })),
          );
        guardedLookup(url, none, resolver)?.('platform.example.cn', options, (error, address) =>
          settle(error ? (error as NodeJS.ErrnoException).code : address),
        );
      });
    expect(await found(['8.8.8.8'], {})).toBe('8.8.8.8');
    expect(await found(['8.8.8.8', '2606:4700::1111'], { all: true })).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
    for (const bad of [
      '127.0.0.1',
      '10.0.0.1',
      '169.254.169.254',
      '::1',
      'fe80::1',
      '::ffff:10.0.0.1',
      '0.0.0.0',
    ])
      for (const list of [[bad], ['8.8.8.8', bad], [bad, '8.8.8.8']])
        for (const options of [{}, { all: true }])
          expect([list, await found(list, options)]).toEqual([list, 'EPRIVATE']);
    expect(await found([], { all: true })).toBe('EPRIVATE');
  });
});
