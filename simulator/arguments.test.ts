import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readArguments } from './arguments.ts';

const none = () => Promise.resolve('');
const place = { lat: 1, lon: 2, tz: 'UTC' };
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sim-arguments-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('arguments', () => {
  test('devices are read from standard input, so that secrets are on no command line', async () => {
    const stdin = () => Promise.resolve(JSON.stringify([{ devid: 'A', secret: 's', place }]));
    const parsed = await readArguments(['--url', 'mqtt://h', '--devices', '-', '--speed', '60'], stdin);
    expect(parsed).toMatchObject({ url: 'mqtt://h', speed: 60, scenario: 'normal-day', quiet: false });
    expect(parsed.devices).toEqual([{ devid: 'A', secret: 's', place, seed: 1, packs: 2, name: 'A' }]);
  });

  test('a generated fleet reads its secrets from a file', async () => {
    const file = join(folder, 'secrets.json');
    await writeFile(file, JSON.stringify({ HB2500001: 'one', HB2500002: 'two' }));
    const parsed = await readArguments(['--url', 'mqtt://h', '--count', '2', '--credentials', file], none);
    expect(parsed.devices.map((d) => [d.devid, d.secret])).toEqual([
      ['HB2500001', 'one'],
      ['HB2500002', 'two'],
    ]);
    const tooFew = readArguments(['--url', 'mqtt://h', '--count', '3', '--credentials', file], none);
    await expect(tooFew).rejects.toThrow('no secret for HB2500003');
  });

  test.each([
    [['--count', '2'], '--url is missing'],
    [['--url', 'mqtt://h'], 'specify the devices'],
    [['--url', 'mqtt://h', '--count', 'many'], '--count must be a whole number'],
    [['--url', 'mqtt://h', '--nope'], "Unknown option '--nope'"],
  ])('%j is refused with a reason', async (args, reason) => {
    await expect(readArguments(args, none)).rejects.toThrow(reason);
  });

  test.each([
    ['{}', 'a devices file must contain a list'],
    ['[{"devid":""}]', 'device 1 has no devid'],
    ['[{"devid":"A"}]', 'A has no place'],
    [JSON.stringify([{ devid: 'A', place }]), 'no secret for A'],
  ])('the device list %s is refused with a reason', async (text, reason) => {
    const parsed = readArguments(['--url', 'mqtt://h', '--devices', '-'], () => Promise.resolve(text));
    await expect(parsed).rejects.toThrow(reason);
  });
});
