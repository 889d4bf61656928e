/** The configuration file: its schema, and messages that name the field. */
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';

/** Ends the program with a message instead of a stack trace. */
export class StartError extends Error {}

const whole = (from: number, to: number) => {
  const error = `it must be a whole number from ${from} to ${to}`;
  return z.int(error).min(from, error).max(to, error);
};
const text = () => z.string('it must be a text').min(1, 'it must not be empty');
const choice = <const T extends readonly string[]>(...names: T) =>
  z.enum(names, `it must be one of ${names.join(', ')}`);

const parts = ['inverter', 'pv', 'battery', 'meter'] as const;
export type Part = (typeof parts)[number];

const inverter = z.strictObject({
  /** Its name in logs. */
  name: text().optional(),
  host: text(),
  port: whole(1, 65_535).default(502),
  unit: whole(0, 255).default(1),
  /** Start of the SunSpec block, for inverters where it is not at 40000, 50000 or 0. */
  base: whole(0, 65_535).optional(),
  timeout_ms: whole(100, 60_000).default(3000),
  poll_s: whole(1, 3600).optional(),
  /** The parts to read: a second inverter's meter may not measure the grid. */
  read: z
    .array(choice(...parts))
    .min(1, 'it must name at least one part')
    .default([...parts]),
  /** The meaning of a positive power of the meter. */
  meter_positive: choice('import', 'export').default('import'),
  /** The meaning of a positive power of the battery model 802. */
  battery_positive: choice('discharge', 'charge').default('discharge'),
  /** Inputs of model 160 that belong to the battery, counted from 1; detected by name when absent. */
  mppt_charge: whole(1, 16).optional(),
  mppt_discharge: whole(1, 16).optional(),
});

const device = z
  .strictObject({
    devid: z
      .string('it must be a text')
      .regex(/^[A-Za-z0-9_-]{4,64}$/, 'it must have 4 to 64 letters, digits, - or _'),
    secret_file: text().optional(),
    secret_env: text().optional(),
    /** A certificate of the operator's authority replaces the secret. */
    cert_file: text().optional(),
    key_file: text().optional(),
    inverters: z.array(inverter).min(1, 'it needs at least one inverter').max(16, 'at most 16 inverters'),
  })
  .check((ctx) => {
    const { secret_file, secret_env, cert_file, key_file } = ctx.value;
    const problem = (path: string, message: string) =>
      ctx.issues.push({ code: 'custom', message, path: [path], input: ctx.value });
    if ((cert_file === undefined) !== (key_file === undefined))
      problem(cert_file === undefined ? 'cert_file' : 'key_file', 'cert_file and key_file belong together');
    const given = [secret_file, secret_env, cert_file].filter((v) => v !== undefined).length;
    if (given !== 1)
      problem('secret_file', 'give either secret_file, secret_env, or cert_file with key_file');
  });

const schema = z
  .strictObject({
    data_dir: text().default('data'),
    log_level: choice('debug', 'info', 'warn', 'error').default('info'),
    mqtt: z.strictObject({
      url: z
        .url({
          protocol: /^(mqtt|mqtts|ws|wss)$/,
          error: 'it must be an address like mqtts://voltloop.example.com:8883',
        })
        .refine(
          (url) => !/^[a-z]+:\/\/[^/]*@/.test(url),
          'the secret belongs in secret_file, not in the address',
        ),
      /** Authorities to trust instead of those of Node. */
      ca_file: text().optional(),
    }),
    poll_s: whole(1, 3600).default(10),
    report_s: whole(5, 3600).default(60),
    /** Limit of frames stored on disk while the broker is unreachable; the oldest are dropped first. */
    keep_frames: whole(100, 1_000_000).default(20_160),
    devices: z.array(device).min(1, 'it needs at least one device').max(100, 'at most 100 devices'),
  })
  .check((ctx) => {
    const seen = new Set<string>();
    ctx.value.devices.forEach(({ devid }, n) => {
      if (seen.has(devid))
        ctx.issues.push({
          code: 'custom',
          message: `${devid} is already another device`,
          path: ['devices', n, 'devid'],
          input: devid,
        });
      seen.add(devid);
    });
  });

export type Config = z.infer<typeof schema>;
export type DeviceConfig = Config['devices'][number];
export type InverterConfig = DeviceConfig['inverters'][number];

/** Reads a configuration file; its relative paths are relative to it. @throws StartError naming every invalid field */
export function readConfig(path: string): Config {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new StartError(`${path} cannot be read: ${(error as Error).message}`);
  }
  return checkConfig(value, dirname(resolve(path)), path);
}

export function checkConfig(value: unknown, folder: string, name = 'the configuration'): Config {
  const result = schema.safeParse(value);
  if (!result.success) {
    const lines = result.error.issues.map((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => `  ${placeOf([...issue.path, key])}: there is no such field`).join('\n')
        : `  ${placeOf(issue.path)}: ${issue.message}`,
    );
    throw new StartError(`${name} is wrong:\n${lines.join('\n')}`);
  }
  const config = result.data;
  const absolute = (path: string | undefined) => (path === undefined ? undefined : resolve(folder, path));
  return {
    ...config,
    data_dir: resolve(folder, config.data_dir),
    mqtt: { ...config.mqtt, ca_file: absolute(config.mqtt.ca_file) },
    devices: config.devices.map((d) => ({
      ...d,
      secret_file: absolute(d.secret_file),
      cert_file: absolute(d.cert_file),
      key_file: absolute(d.key_file),
    })),
  };
}

/** `devices[0].inverters[1].port` */
function placeOf(path: readonly PropertyKey[]): string {
  let place = '';
  for (const step of path) {
    if (typeof step === 'number') place += `[${step}]`;
    else place += place === '' ? String(step) : `.${String(step)}`;
  }
  return place || 'the file';
}

/** Credentials of a device. */
export interface Credentials {
  secret?: string;
  cert?: Buffer;
  key?: Buffer;
}

/** @param warn Called for a secret that other users of the machine may read. */
export function readCredentials(
  device: DeviceConfig,
  env: Record<string, string | undefined>,
  warn: (message: string) => void = () => {},
): Credentials {
  const { devid, secret_file, secret_env, cert_file, key_file } = device;
  if (cert_file !== undefined && key_file !== undefined)
    return { cert: readNeeded(cert_file, devid, 'cert_file'), key: readNeeded(key_file, devid, 'key_file') };
  if (secret_file !== undefined) {
    const secret = readNeeded(secret_file, devid, 'secret_file').toString('utf8').trim();
    if (secret === '') throw new StartError(`${devid}: secret_file ${secret_file} is empty`);
    if (process.platform !== 'win32' && (statSync(secret_file).mode & 0o077) !== 0)
      warn(`${devid}: other users may read ${secret_file}; chmod 600 changes that`);
    return { secret };
  }
  const secret = env[secret_env ?? '']?.trim();
  if (!secret)
    throw new StartError(`${devid}: the environment variable ${secret_env} (secret_env) is not set`);
  return { secret };
}

export function readNeeded(path: string, owner: string, field: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new StartError(`${owner}: ${field} cannot be read: ${(error as Error).message}`);
  }
}
