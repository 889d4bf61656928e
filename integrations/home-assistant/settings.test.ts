import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'voltloop-bridge-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const needed = { VOLTLOOP_URL: 'https://example.com', VOLTLOOP_TOKEN: 'vlt_a' };

test('require an address and a token; the rest has defaults', () => {
  expect(readSettings([], needed)).toEqual({
    url: 'https://example.com',
    token: 'vlt_a',
    baseTopic: 'voltloop',
    discoveryPrefix: 'homeassistant',
    broker: { url: 'mqtt://127.0.0.1:1883', username: undefined, password: undefined },
    language: 'en',
    refresh_ms: 60_000,
  });
});

test('are read from the environment before the file, and secrets from separate files', () => {
  const settings = file('a.env', 'VOLTLOOP_URL=https://one.example\nREFRESH_S=30\nMQTT_USERNAME="me"\n');
  const token = file('token', 'vlt_secret\n');
  expect(
    readSettings(['--settings', settings], {
      VOLTLOOP_URL: 'https://two.example',
      VOLTLOOP_TOKEN_FILE: token,
    }),
  ).toMatchObject({
    url: 'https://two.example',
    token: 'vlt_secret',
    refresh_ms: 30_000,
    broker: { username: 'me' },
  });
});

test.each<[string, string[], Record<string, string>]>([
  ['VOLTLOOP_URL is not set', [], { VOLTLOOP_TOKEN: 'vlt_a' }],
  ['VOLTLOOP_TOKEN is not set', [], { VOLTLOOP_URL: 'https://example.com' }],
  ['VOLTLOOP_TOKEN is not an API token', [], { ...needed, VOLTLOOP_TOKEN: 'eyJ' }],
  ['VOLTLOOP_URL is no address', [], { ...needed, VOLTLOOP_URL: 'example.com' }],
  ['MQTT_URL is no address', [], { ...needed, MQTT_URL: 'http://example.com' }],
  ['MQTT_URL has a password', [], { ...needed, MQTT_URL: 'mqtt://me:secret@example.com' }],
  ['MQTT_BASE_TOPIC may have', [], { ...needed, MQTT_BASE_TOPIC: 'a/b' }],
  ['BRIDGE_LANGUAGE is one of en, zh', [], { ...needed, BRIDGE_LANGUAGE: 'de' }],
  ['REFRESH_S is a whole number', [], { ...needed, REFRESH_S: '5' }],
  ['--settings: ', ['--settings', '/no/such/file'], needed],
  ['VOLTLOOP_TOKEN_FILE: ', [], { ...needed, VOLTLOOP_TOKEN_FILE: '/no/such/file' }],
  ['Unknown option', ['--sittings', 'a'], needed],
])('are refused with a message: %s', (message, args, environment) => {
  const read = () => readSettings(args, environment);
  expect(read).toThrow(SettingsError);
  expect(read).toThrow(message);
  expect(read).not.toThrow(/secret/);
});
