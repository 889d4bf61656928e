import { expect, test } from 'vitest';
import { mayUse, mayUseTopic } from './rules.ts';

const username = 'HB1';

test.each([
  ['exchange', 'amq.topic', 'write', true],
  ['exchange', 'amq.topic', 'read', true],
  ['exchange', 'amq.topic', 'configure', false],
  ['exchange', 'amq.default', 'write', false],
  ['queue', 'mqtt-subscription-HB1qos1', 'configure', true],
  ['queue', 'mqtt-subscription-HB1qos0', 'read', true],
  ['queue', 'mqtt-subscription-HB12qos1', 'read', false],
  ['queue', 'voltloop.telemetry', 'read', false],
  ['topic', 'amq.topic', 'write', false],
])('a device and the %s %s: %s %s', (resource, name, permission, expected) => {
  expect(mayUse({ username, resource, name, permission })).toBe(expected);
});

test.each([
  ['write', 'things.HB1.telemetry', true],
  ['write', 'things.HB1.upgrade', true],
  ['write', 'things.HB1.commands', false],
  ['write', 'things.HB2.telemetry', false],
  ['write', 'voltloop.live.state', false],
  ['read', 'things.HB1.commands', true],
  ['read', 'things.HB1.telemetry', false],
  ['read', 'things.HB1.*', false],
  ['read', 'things.*.commands', false],
  ['read', '#', false],
  ['configure', 'things.HB1.telemetry', false],
])('a device may %s %s: %s', (permission, key, expected) => {
  expect(mayUseTopic({ username, resource: 'topic', name: 'amq.topic', permission }, key)).toBe(expected);
});

test('topics of another exchange are denied', () => {
  const request = { username, resource: 'topic', name: 'other', permission: 'write' };
  expect(mayUseTopic(request, 'things.HB1.telemetry')).toBe(false);
});
