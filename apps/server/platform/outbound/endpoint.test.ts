import { describe, expect, test } from 'vitest';
import { endpointProblem, guardedLookup, isPublicAddress } from './endpoint.ts';
import { send } from './http-request.ts';

const none: ReadonlySet<string> = new Set();

describe('where reports may go', () => {
  test('is any public host over https', () => {
    for (const good of [
      'https://platform.example.cn/api/v1',
      'https://8.8.8.8:8443/x',
      'https://[2606:4700::1111]/',
    ])
      expect([good, endpointProblem(good, none)]).toEqual([good, null]);
  });
  test('is not this machine, its network, another scheme, or an address with more in it', () => {
    for (const [bad, key] of [
      ['http://platform.example.cn/', 'scheme'],
      ['ftp://platform.example.cn/', 'scheme'],
      ['file:///etc/passwd', 'scheme'],
      ['javascript:alert(1)', 'scheme'],
      ['platform.example.cn', 'form'],
      ['https://user:secret@platform.example.cn/', 'form'],
      ['https://platform.example.cn/?a=1', 'form'],
      ...[
        ...[
          'localhost',
          'a.localhost',
          '127.0.0.1',
          '2130706433',
          '0x7f.1',
          '0.0.0.0',
          '10.1.2.3',
          '172.31.0.1',
        ],
        ...['192.168.0.1', '169.254.169.254', '100.64.0.1', '[::1]', '[::]', '[fe80::1]', '[fd00::1]'],
        ...['[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]'],
      ].map((host): [string, string] => [`https://${host}/`, 'private']),
    ] as const)
      expect([bad, endpointProblem(bad, none)]).toEqual([bad, `reporting.endpoint.${key}`]);
  });
  test('is a private host that whoever runs the server has allowed, by host or host and port', () => {
    const allowed = new Set(['127.0.0.1:8090', 'gateway.internal']);
    expect(endpointProblem('http://127.0.0.1:8090/api', allowed)).toBeNull();
    expect(endpointProblem('http://127.0.0.1:8091/api', allowed)).toBe('reporting.endpoint.scheme');
    expect(endpointProblem('http://gateway.internal:99/', allowed)).toBeNull();
    expect(guardedLookup(new URL('http://127.0.0.1:8090/'), allowed)).toBeUndefined();
  });
  test('is judged again by the address that a name leads to', async () => {
    const lookup = guardedLookup(new URL('https://platform.example.cn/'), none);
    const code = await new Promise((resolve) =>
      lookup?.('localhost', {}, (error) => resolve((error as NodeJS.ErrnoException | null)?.code)),
    );
    expect(code).toBe('EPRIVATE');
    expect(isPublicAddress('nonsense')).toBe(false);
  });
  test('is judged before each request', async () => {
    const call = { method: 'GET', headers: {}, body: null, timeout_ms: 1000, allowed: none } as const;
    expect(await send({ ...call, url: 'https://127.0.0.1:1/' })).toEqual({
      error: 'reporting.endpoint.private',
      sent: false,
    });
  });
});
