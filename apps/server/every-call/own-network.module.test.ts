import { randomUUID } from 'node:crypto';
import * as contract from '@voltloop/contract';
import { beforeAll, expect, test } from 'vitest';
import { setUp } from '../testing/set-up.ts';
import { testWorld } from '../testing/world.ts';
import { type Actor, startWholeServer } from './whole-server.ts';

/**
 * Calls that accept addresses which the server will call; none may lead into its own network. Webhooks of records are
 * tested in `webhooks.module.test.ts`.
 */

const world = setUp(async () => startWholeServer(await testWorld()));
let main: Actor;
let endUser: Actor;
let siteId = '';
beforeAll(async () => {
  main = world.callers[0] as Actor;
  endUser = world.callers[5] as Actor;
  const sites = await world.send(main.token, contract.listSites, { params: { tenantId: main.tenantId } });
  const { list } = (sites.json as { data: { list: { id: string }[] } }).data;
  siteId = list[0]?.id ?? '';
}, 60_000);

/** The field with the address, and how it is sent. */
const calls = {
  'a price list': {
    field: 'source_url',
    send: (url: string) =>
      world.send(main.token, contract.putSiteTariff, {
        params: { tenantId: main.tenantId, id: siteId, from: '2026-01-01' },
        body: {
          kind: 'dynamic',
          currency: 'EUR',
          feed_in_price: '0',
          standing_charge: '0',
          surcharge: '0',
          source_url: url,
        },
      }),
  },
  'a webhook': {
    field: 'target',
    send: (url: string) =>
      world.send(endUser.token, contract.insertChannel, {
        body: { kind: 'webhook', name: 'Hook', target: url },
      }),
  },
  'a bot': {
    field: 'target',
    send: (url: string) =>
      world.send(endUser.token, contract.insertChannel, {
        body: { kind: 'dingtalk', name: 'Bot', target: url, secret: 'SEC-of-a-bot' },
      }),
  },
  'a push service': {
    field: 'endpoint',
    send: (url: string) =>
      world.send(endUser.token, contract.insertPushChannel, {
        body: { name: 'Browser', endpoint: url, keys: { p256dh: 'BA', auth: 'AA' } },
      }),
  },
  'a reporting platform': {
    field: 'endpoint',
    send: (url: string) =>
      world.send(main.token, contract.insertReportingConfigs, {
        body: {
          types: [1],
          enterpriseId: randomUUID(),
          channel: 'http',
          endpoint: url,
          platformCode: 'P',
          keyId: 'K',
          secret: 'a-secret-of-16-or-more',
        },
      }),
  },
};
const inside = [
  '127.0.0.1',
  'localhost',
  'localhost.',
  '[::1]',
  '0.0.0.0',
  '[::]',
  '10.0.0.8',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '[fe80::1]',
  '[fd00::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[64:ff9b::7f00:1]',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.1',
  '１２７.0.0.1',
  '100.64.0.1',
];

test.each(Object.entries(calls))(
  '%s cannot be an address in the server’s own network',
  async (_name, { field, send }) => {
    const addresses = [
      ...inside.map((host) => `https://${host}/a`),
      'http://platform.example.com/a',
      'file:///etc/passwd',
      'gopher://platform.example.com/',
      'https://user:word@platform.example.com/',
    ];
    for (const url of addresses) {
      const { status, text } = await send(url);
      expect([url, status]).toEqual([url, 400]);
      expect(text, url).toContain(field);
    }
    // A public host causes no error at this field.
    const { text } = await send('https://oapi.dingtalk.com/robot/send');
    expect(text).not.toMatch(new RegExp(`"path":"${field}"`));
  },
);
