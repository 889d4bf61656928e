import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkConfig, readConfig, readCredentials, StartError } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateway-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const device = { devid: 'HB2500001', secret_env: 'SECRET', inverters: [{ host: '192.168.1.20' }] };
const right = { mqtt: { url: 'mqtts://voltloop.example.com:8883' }, devices: [device] };
const check = (value: unknown) => checkConfig(value, folder);
const problem = (value: unknown): string => {
  try {
    check(value);
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    return (error as Error).message;
  }
  throw new Error('it was accepted');
};

describe('a configuration', () => {
  it('needs few fields, and its paths are relative to it', () => {
    const config = check({ ...right, mqtt: { ...right.mqtt, ca_file: 'ca.pem' } });
    expect(config).toMatchObject({ data_dir: join(folder, 'data'), poll_s: 10, report_s: 60 });
    expect(config.mqtt.ca_file).toBe(join(folder, 'ca.pem'));
    expect(config.devices[0]?.inverters[0]).toMatchObject({ port: 502, unit: 1, meter_positive: 'import' });
  });

  it.each([
    [{ ...right, mqtt: { url: 'http://voltloop' } }, 'mqtt.url: it must be an address like mqtts:'],
    [{ ...right, mqtt: { url: 'mqtt://me:secret@voltloop' } }, 'mqtt.url: the secret belongs in secret_file'],
    [{ ...right, pol_s: 3 }, 'pol_s: there is no such field'],
    [{ ...right, devices: [] }, 'devices: it needs at least one device'],
    [{ ...right, devices: [device, device] }, 'devices[1].devid: HB2500001 is already another device'],
    [{ ...right, devices: [{ ...device, devid: 'a b' }] }, 'devices[0].devid: it must have 4 to 64 letters'],
    [{ ...right, devices: [{ ...device, secret_env: undefined }] }, 'devices[0].secret_file: give either'],
    [
      { ...right, devices: [{ ...device, inverters: [{ host: 'a' }, { host: 'b', port: 99_999 }] }] },
      'devices[0].inverters[1].port: it must be a whole number from 1 to 65535',
    ],
    [
      { ...right, devices: [{ ...device, inverters: [{ host: 'a', read: ['sun'] }] }] },
      'devices[0].inverters[0].read[0]: it must be one of inverter, pv, battery, meter',
    ],
    [
      { ...right, devices: [{ ...device, secret_env: undefined, cert_file: 'a' }] },
      'devices[0].key_file: cert_file and key_file belong together',
    ],
  ])('names the invalid field: %#', (value, message) => {
    expect(problem(value)).toContain(message);
  });

  it('names all invalid fields at once', () => {
    const text = problem({ mqtt: {}, devices: [{ ...device, inverters: [{}] }] });
    expect(text).toContain('mqtt.url');
    expect(text).toContain('devices[0].inverters[0].host');
  });

  it('is refused when it cannot be read', () => {
    const path = join(folder, 'broken.json');
    writeFileSync(path, '{');
    expect(() => readConfig(path)).toThrow(/broken\.json cannot be read/);
    expect(() => readConfig(join(folder, 'none.json'))).toThrow(StartError);
  });
});

describe('the secret', () => {
  const [config] = check(right).devices;
  if (!config) throw new Error('no device');

  it('is read from the environment or a file, without the trailing newline', () => {
    expect(readCredentials(config, { SECRET: ' s1 ' })).toEqual({ secret: 's1' });
    const path = join(folder, 'secret');
    writeFileSync(path, 's2\n', { mode: 0o600 });
    expect(readCredentials({ ...config, secret_env: undefined, secret_file: path }, {})).toEqual({
      secret: 's2',
    });
  });

  it('is reported with its field name when missing', () => {
    expect(() => readCredentials(config, {})).toThrow(/HB2500001: the environment variable SECRET/);
    const nowhere = { ...config, secret_env: undefined, secret_file: join(folder, 'nowhere') };
    expect(() => readCredentials(nowhere, {})).toThrow(/HB2500001: secret_file cannot be read/);
  });

  it('causes a warning when readable by others, and is not shown', () => {
    const path = join(folder, 'open');
    writeFileSync(path, 'very-secret', { mode: 0o644 });
    const warnings: string[] = [];
    readCredentials({ ...config, secret_env: undefined, secret_file: path }, {}, (m) => warnings.push(m));
    expect(warnings).toEqual([expect.stringContaining('other users may read')]);
    expect(warnings.join()).not.toContain('very-secret');
  });
});
