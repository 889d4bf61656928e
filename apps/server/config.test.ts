import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { StartError } from './platform/start-error.ts';

function wrong(env: Record<string, string>): string {
  try {
    readConfig(env, []);
  } catch (e) {
    if (e instanceof StartError) return e.message;
    throw e;
  }
  return 'accepted';
}

describe('the message of an invalid setting names the valid values', () => {
  const port = 'it must be a whole number from 0 to 65535';
  test.each([
    ['PORT', 'abc', port],
    ['PORT', '-1', port],
    ['PORT', '65536', port],
    ['PORT', '80.5', port],
    ['MQTT_PORT', '1e9', port],
    ['TRUST_PROXY', 'yes', 'it must be a whole number from 0 to 10'],
    ['DEMO_THINGS', '5001', 'it must be a whole number from 0 to 5000'],
    ['DEMO_DAYS', '1.5', 'it must be a whole number from 0 to 400'],
    ['DEVICE_RATE', '0', 'it must be a number from 0.1 to 100000'],
    ['DEVICE_RATE', 'fast', 'it must be a number from 0.1 to 100000'],
    ['DATABASE_URL', 'localhost', 'it must be an address like postgres://user:password@host:5432/name'],
    ['DATABASE_URL', 'mysql://h/db', 'it must be an address like postgres://user:password@host:5432/name'],
    ['CLICKHOUSE_URL', 'ch', 'it must be an address like http://user:password@host:8123/name'],
    ['CLICKHOUSE_CLUSTER', 'a b', 'it must be a name of letters, digits and _'],
    ['MQTT_URL', 'http://h', 'it must be an address like mqtt://user:password@host:1883'],
    ['AMQP_URL', 'amqp://u:p@a:5672,http://b', 'it must be an address like amqp://user:password@host:5672'],
    ['RABBITMQ_MANAGEMENT_URL', 'rabbit', 'it must be an address like http://user:password@host:15672'],
    ['AMQP_PREFETCH', '0', 'it must be a whole number from 1 to 65535'],
    ['BROKER_AUTH_SECRET', 'short', 'it must have at least 24 characters'],
    ['PUBLIC_URL', 'example.org', 'it must be an address like https://energy.example.org'],
    ['BROKER_AUTH_SECRET', 'x'.repeat(201), 'it may have at most 200 characters'],
    [
      'PUBLIC_URL',
      'https://example.org/energy',
      'it must be an address like https://energy.example.org, without path and query',
    ],
    ['AMQP_URL', ',', 'it must be an address like amqp://user:password@host:5672'],
    ['ROLES', 'api,web', 'it must be one or more of api, ingest, jobs, separated by commas'],
    ['SYSTEM_TYPE', 'x', 'it must be one of lw, hy, fnj, other'],
    ['MAP_PMTILES', 'streets.zip', 'it must be a file that ends in .pmtiles'],
    ['MAP_STYLE_URL', 'style.json', 'it must be an address like https://tiles.example.org/style.json'],
    [
      'MAP_HOSTS',
      'https://a.example.org; script-src *',
      'it must be addresses like https://tiles.example.org, separated by commas',
    ],
    ['MQTT_CLIENT_CERTIFICATES', 'yes', 'it must be one of optional, required'],
    ['RETENTION_RAW_DAYS', '34', 'it must be 0 (for ever) or a whole number from 35 to 36500'],
    ['RETENTION_RAW_DAYS', '-1', 'it must be 0 (for ever) or a whole number from 35 to 36500'],
    ['RETENTION_EVENTS_DAYS', '95.5', 'it must be 0 (for ever) or a whole number from 95 to 36500'],
    ['LOG_LEVEL', 'loud', 'it must be one of fatal, error, warn, info, debug, trace, silent'],
    ['LEGACY_API', 'perhaps', 'it must be true or false'],
    ['CHECK_REPLIES', '2', 'it must be true or false'],
  ])('%s=%s', (name, value, what) => {
    expect(wrong({ [name]: value })).toBe(`The setting ${name} is wrong: ${what}.`);
  });
});

describe('TLS settings that require others', () => {
  const pair = { TLS_CERT_FILE: 'c.pem', TLS_KEY_FILE: 'k.pem' };
  test.each<[Record<string, string>, string]>([
    [{ TLS_CERT_FILE: 'c.pem' }, 'TLS_CERT_FILE needs TLS_KEY_FILE'],
    [{ TLS_KEY_FILE: 'k.pem' }, 'TLS_KEY_FILE needs TLS_CERT_FILE'],
    [{ HTTP_REDIRECT_PORT: '80' }, 'HTTP_REDIRECT_PORT needs TLS_CERT_FILE and TLS_KEY_FILE'],
    [{ MQTT_CLIENT_CA_FILE: 'ca.pem' }, 'MQTT_CLIENT_CA_FILE needs TLS_CERT_FILE and TLS_KEY_FILE'],
    [{ ...pair, MQTT_CLIENT_CRL_FILE: 'crl.pem' }, 'MQTT_CLIENT_CRL_FILE needs MQTT_CLIENT_CA_FILE'],
    [{ ...pair, MQTT_CLIENT_CERTIFICATES: 'required' }, 'MQTT_CLIENT_CERTIFICATES needs MQTT_CLIENT_CA_FILE'],
  ])('%o', (env, what) => expect(wrong(env)).toBe(`The setting ${what}.`));

  test('with TLS, unencrypted MQTT listens on loopback unless configured otherwise', () => {
    const hosts = (env: Record<string, string>) => {
      const { mqttHost, tls, https } = readConfig({ HOST: '0.0.0.0', ...env }, []);
      return [mqttHost, tls?.mqttHost, https];
    };
    expect(hosts({})).toEqual(['0.0.0.0', undefined, false]);
    expect(hosts(pair)).toEqual(['127.0.0.1', '0.0.0.0', true]);
    expect(hosts({ ...pair, MQTT_HOST: '10.0.0.1' })).toEqual(['10.0.0.1', '0.0.0.0', true]);
    expect(hosts({ PUBLIC_URL: 'https://a.example.org' })).toEqual(['0.0.0.0', undefined, true]);
  });
});

describe('secrets from files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'voltloop-secrets-'));
  const file = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  afterAll(() => rmSync(folder, { recursive: true }));
  const url = 'postgres://a:b@h/db';

  test('are read without the trailing line break', () => {
    expect(readConfig({ DATABASE_URL_FILE: file('lf', `${url}\n`) }, []).databaseUrl).toBe(url);
    expect(readConfig({ DATABASE_URL_FILE: file('crlf', `${url}\r\n`) }, []).databaseUrl).toBe(url);
  });
  test.each([
    ['twice', () => ({ DATABASE_URL: url, DATABASE_URL_FILE: file('x', url) }), /both given/],
    ['missing', () => ({ DATABASE_URL_FILE: join(folder, 'none') }), /can't be read: ENOENT/],
    ['a folder', () => ({ DATABASE_URL_FILE: folder }), /can't be read: EISDIR/],
    ['empty', () => ({ DATABASE_URL_FILE: file('empty', '\n') }), /is empty/],
    [
      'with an invalid value',
      () => ({ DATABASE_URL_FILE: file('wrong', 'localhost') }),
      /DATABASE_URL is wrong/,
    ],
  ])('that are %s are refused', (_name, env, expected) => expect(wrong(env())).toMatch(expected));
});

describe('single sign-on', () => {
  const base = {
    PUBLIC_URL: 'https://energy.example.org/',
    OIDC_ISSUER: 'https://login.example.org/realms/a/',
    OIDC_CLIENT_ID: 'voltloop',
    OIDC_CLIENT_SECRET: 'secret',
  };
  const groups = (...list: object[]) => ({ ...base, OIDC_GROUPS: JSON.stringify(list) });
  const staff = { group: 'g', kind: 'staff', parent: 'main_account', role: 'Store' };

  test('is off without a provider, and safe by default with one', () => {
    expect(readConfig({}, []).oidc).toBeNull();
    expect(readConfig(base, []).oidc).toMatchObject({
      issuer: 'https://login.example.org/realms/a',
      redirectUri: 'https://energy.example.org/sso',
      scopes: 'openid profile email',
      createAccounts: false,
      linkByEmail: false,
    });
  });
  test('maps groups to kinds of account', () => {
    const config = readConfig(groups(staff, { group: 'h', kind: 'enduser', parent: 'north_co' }), []);
    expect(config.oidc?.groups).toEqual([
      staff,
      { group: 'h', kind: 'enduser', parent: 'north_co', role: null },
    ]);
  });
  test.each<[string, Record<string, string>, string]>([
    ['no secret', { ...base, OIDC_CLIENT_SECRET: '' }, 'OIDC_ISSUER needs OIDC_CLIENT_SECRET'],
    ['no address', { ...base, PUBLIC_URL: '' }, 'OIDC_ISSUER needs PUBLIC_URL'],
    ['no issuer', { OIDC_CLIENT_ID: 'a' }, 'OIDC_CLIENT_ID needs OIDC_ISSUER'],
    ['links without an issuer', { OIDC_LINK_BY_EMAIL: 'true' }, 'OIDC_LINK_BY_EMAIL needs OIDC_ISSUER'],
    ['plain http', { ...base, OIDC_ISSUER: 'http://login.example.org' }, 'must be an https address'],
    [
      'every tenant of Entra ID',
      { ...base, OIDC_ISSUER: 'https://login.microsoftonline.com/common/v2.0' },
      'one tenant of Entra ID',
    ],
    ['no openid', { ...base, OIDC_SCOPES: 'profile' }, 'must include openid'],
    [
      'accounts without groups',
      { ...base, OIDC_CREATE_ACCOUNTS: '1' },
      'OIDC_CREATE_ACCOUNTS needs OIDC_GROUPS',
    ],
    ['no JSON', { ...base, OIDC_GROUPS: '{' }, 'OIDC_GROUPS is wrong: it must be a JSON list'],
    ['the main account', groups({ ...staff, kind: 'main' }), 'kind must be one of factory, agent1'],
    ['staff without a role', groups({ ...staff, role: undefined }), 'role must be given for staff'],
    ['a role for others', groups({ ...staff, kind: 'enduser' }), 'role must be given for staff'],
    ['no group', groups({ ...staff, group: undefined }), 'group must be the name of a group'],
    ['no parent', groups({ ...staff, parent: undefined }), 'parent must be the user name'],
    ['a misspelt key', groups({ ...staff, roles: 'x' }), 'OIDC_GROUPS is wrong'],
  ])('with %s is refused', (_name, env, expected) => expect(wrong(env)).toContain(expected));

  test('over http is allowed on this machine', () => {
    expect(readConfig({ ...base, OIDC_ISSUER: 'http://127.0.0.1:9000' }, []).oidc).not.toBeNull();
  });
});

test('several nodes of RabbitMQ are a list, and exclude another broker', () => {
  const nodes = 'amqp://u:p@a:5672, amqps://u:p@b:5671/v';
  expect(readConfig({ AMQP_URL: nodes }, []).amqpUrls).toEqual(['amqp://u:p@a:5672', 'amqps://u:p@b:5671/v']);
  expect(wrong({ AMQP_URL: nodes, MQTT_URL: 'mqtt://h' })).toBe(
    'The settings MQTT_URL and AMQP_URL are both given.',
  );
});

test('valid settings are parsed to their types', () => {
  const config = readConfig({ PORT: '0', MQTT_PORT: '1884', DEVICE_RATE: '2.5', LEGACY_API: 'true' }, []);
  expect(config).toMatchObject({ port: 0, mqttPort: 1884, deviceRate: 2.5, legacyApi: true });
});

test('all data is kept for ever by default', () => {
  const kept = { raw: 0, quarterHours: 0, frames: 0, events: 0, commands: 0 };
  expect(readConfig({}, []).retention).toEqual(kept);
  const days = { RETENTION_RAW_DAYS: '35', RETENTION_QUARTER_HOUR_DAYS: '0', RETENTION_COMMANDS_DAYS: '400' };
  expect(readConfig(days, []).retention).toEqual({ ...kept, raw: 35, commands: 400 });
});

test('the bucket of files has both of its keys or none, and neither in its address', () => {
  const FILES_URL = 's3://files/a?endpoint=https://s3.example.org';
  const config = readConfig({ FILES_URL, FILES_ACCESS_KEY_ID: 'id', FILES_SECRET_ACCESS_KEY: 'secret' }, []);
  expect(config.filesPlace).toMatchObject({
    bucket: 'files',
    prefix: 'a/',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  });
  expect(readConfig({ FILES_URL }, []).filesPlace).not.toHaveProperty('credentials');
  expect(wrong({ FILES_URL, FILES_ACCESS_KEY_ID: 'id' })).toMatch(/FILES_SECRET_ACCESS_KEY is missing/);
  expect(wrong({ FILES_URL: 's3://id:secret@files' })).toMatch(/the address must not contain keys/);
});

test('exported files are in the data folder, or in a separate folder or bucket', () => {
  const EXPORTS_URL = 's3://exports/a';
  expect(readConfig({ DATA_DIR: '/data' }, []).exports).toEqual({
    place: null,
    folder: '/data/exports',
    keepDays: 90,
    account_MB: 5000,
  });
  expect(readConfig({ EXPORTS_DIR: '/mnt/exports' }, []).exports.folder).toBe('/mnt/exports');
  const files = { FILES_ACCESS_KEY_ID: 'files', FILES_SECRET_ACCESS_KEY: 'secret' };
  const own = { EXPORTS_ACCESS_KEY_ID: 'own', EXPORTS_SECRET_ACCESS_KEY: 'secret' };
  const keyOf = (env: Record<string, string>) => readConfig(env, []).exports.place?.credentials?.accessKeyId;
  expect(keyOf({ EXPORTS_URL, ...files })).toBe('files');
  expect(keyOf({ EXPORTS_URL, ...files, ...own })).toBe('own');
  expect(wrong({ EXPORTS_URL, EXPORTS_DIR: '/mnt/exports' })).toMatch(/are both given/);
});

test.each(['ADMIN_ADDRESSES', 'METRICS_ADDRESSES'])('%s are addresses and networks', (name) => {
  expect(wrong({ [name]: '10.1.2.3, 10.0.0.0/8,2001:db8::/32, ::1' })).toBe('accepted');
  for (const text of ['monitoring', '10.0.0.0/33', '10.0.0.0/x', '2001:db8::/129', '10.0.0.0/8/8'])
    expect(wrong({ [name]: text })).toContain(`The setting ${name} is wrong: it must be addresses like`);
});

test.each(['REPORTING_HOSTS', 'WEBHOOK_HOSTS', 'PRICE_HOSTS'])('%s are hosts', (name) => {
  expect(wrong({ [name]: '127.0.0.1:8090, platform.local,[::1]:8443' })).toBe('accepted');
  for (const text of ['http://127.0.0.1:8090', '*.example.org', 'a b', 'host:x', 'host:70000', 'host/path'])
    expect(wrong({ [name]: text })).toBe(
      `The setting ${name} is wrong: it must be hosts like 10.1.2.3 or platform.example.org:8443, separated by commas.`,
    );
  const { reportingHosts } = readConfig({ REPORTING_HOSTS: 'Platform.local:8090, [FD00::1]' }, []);
  expect([...reportingHosts]).toEqual(['platform.local:8090', '[fd00::1]']);
});

test('MAIL_FROM is an e-mail address, with or without a name', () => {
  for (const text of ['no-reply@localhost', 'Volt loop <no-reply@works.example>', '"Sun, Co" <a@b.example>'])
    expect([text, wrong({ MAIL_FROM: text })]).toEqual([text, 'accepted']);
  for (const text of [
    'Voltloop',
    'a@b@c',
    'Voltloop <no-reply>',
    'Sun, Co <a@b.example>',
    'a <b@c.example> d',
    'a\n<b@c.d>',
  ])
    expect(wrong({ MAIL_FROM: text })).toBe(
      'The setting MAIL_FROM is wrong: it must be an e-mail address like no-reply@example.org or Voltloop <no-reply@example.org>.',
    );
});

describe('a name similar to a setting', () => {
  test.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATA_DRI', 'DATA_DIR'],
    ['database_url', 'DATABASE_URL'],
    ['VOLTLOOP_PORT', 'PORT'],
    ['DATABSE_URL_FILE', 'DATABASE_URL_FILE'],
    ['OPERATOR_TOKEN_FIEL', 'OPERATOR_TOKEN_FILE'],
  ])('%s is refused and %s suggested', (name, known) => {
    expect(wrong({ [name]: 'x' })).toBe(`The setting ${name} is not known. Did you mean ${known}?`);
  });

  test('a file for a setting that is not read from one is refused', () => {
    expect(wrong({ OIDC_CLIENT_ID_FILE: '/run/secrets/id' })).toBe(
      'The setting OIDC_CLIENT_ID_FILE is not known. Did you mean OIDC_CLIENT_ID?',
    );
  });

  test('the addresses that Kubernetes adds for each service are ignored, and switched off in the manifests', () => {
    expect(wrong({ VOLTLOOP_PORT: 'tcp://10.96.0.7:80' })).toBe('accepted');
    // A service called mqtt would set MQTT_PORT.
    const manifests = readFileSync(
      join(import.meta.dirname, '../../deploy/kubernetes/voltloop.yaml'),
      'utf8',
    ).split('\n---\n');
    const pods = manifests.filter((text) => text.includes('kind: Deployment'));
    expect(pods).toHaveLength(3);
    for (const pod of pods) expect(pod).toContain('enableServiceLinks: false');
  });

  test('names of other programs are ignored', () => {
    const others = ['HOME', 'POST', 'HOSTNAME', 'HTTP_PORT', 'MQTT_USER', 'DEVICE_NAME', 'CLICKHOUSE_PORT'];
    expect(wrong(Object.fromEntries(others.map((name) => [name, 'x'])))).toBe('accepted');
  });
});
