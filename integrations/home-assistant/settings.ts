import { readFileSync } from 'node:fs';
import { parseArgs, parseEnv } from 'node:util';

export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];

export interface Settings {
  /** Address of the Voltloop server. */
  url: string;
  token: string;
  broker: { url: string; username: string | undefined; password: string | undefined };
  /** First part of the topics of states; distinguishes several bridges. */
  baseTopic: string;
  discoveryPrefix: string;
  language: Language;
  /** How often devices and energy counters are read again. */
  refresh_ms: number;
}

/** A setting is missing or invalid: `message` is for its author. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

type Values = Readonly<Record<string, string | undefined>>;

/** Settings of the environment, which override those of the file named by `--settings`. @throws SettingsError */
export function readSettings(args: readonly string[], environment: Values): Settings {
  return settingsOf({ ...fileOf(args), ...environment });
}

function fileOf(args: readonly string[]): Values {
  const file = settingsFile(args);
  return file === undefined ? {} : (parseEnv(contentOf('--settings', file)) as Values);
}

function settingsFile(args: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...args], options: { settings: { type: 'string' } } }).values.settings;
  } catch (error) {
    throw new SettingsError((error as Error).message);
  }
}

function settingsOf(values: Values): Settings {
  const text = (name: string) => values[name]?.trim() || undefined;
  const required = (name: string) => {
    const value = text(name);
    if (value === undefined) throw new SettingsError(`${name} is not set`);
    return value;
  };
  /** A secret: its value, or the file that contains it. */
  const secret = (name: string) => {
    const file = text(`${name}_FILE`);
    return file === undefined ? text(name) : contentOf(`${name}_FILE`, file).trim();
  };
  const token = secret('VOLTLOOP_TOKEN');
  if (!token) throw new SettingsError('VOLTLOOP_TOKEN is not set');
  if (!token.startsWith('vlt_'))
    throw new SettingsError('VOLTLOOP_TOKEN is not an API token: it begins with vlt_');
  return {
    url: address('VOLTLOOP_URL', required('VOLTLOOP_URL'), ['http:', 'https:']),
    token,
    broker: {
      url: address('MQTT_URL', text('MQTT_URL') ?? 'mqtt://127.0.0.1:1883', [
        'mqtt:',
        'mqtts:',
        'ws:',
        'wss:',
      ]),
      username: text('MQTT_USERNAME'),
      password: secret('MQTT_PASSWORD'),
    },
    baseTopic: topicPart('MQTT_BASE_TOPIC', text('MQTT_BASE_TOPIC') ?? 'voltloop'),
    discoveryPrefix: topicPart('HA_DISCOVERY_PREFIX', text('HA_DISCOVERY_PREFIX') ?? 'homeassistant'),
    language: oneOf('BRIDGE_LANGUAGE', text('BRIDGE_LANGUAGE') ?? 'en', languages),
    refresh_ms: seconds('REFRESH_S', text('REFRESH_S') ?? '60', 10, 3600) * 1000,
  };
}

function contentOf(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SettingsError(`${setting}: ${(error as Error).message}`);
  }
}

function address(name: string, value: string, protocols: readonly string[]): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !protocols.includes(url.protocol))
    throw new SettingsError(
      `${name} is no address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    );
  if (url.username || url.password)
    throw new SettingsError(`${name} has a password in it: use the setting for it`);
  return value;
}

/** Home Assistant allows only these characters in discovery topics. */
function topicPart(name: string, value: string): string {
  if (!/^[A-Za-z0-9_-]{1,40}$/.test(value))
    throw new SettingsError(`${name} may have letters, digits, _ and - only, at most 40`);
  return value;
}

function oneOf<T extends string>(name: string, value: string, choices: readonly T[]): T {
  const choice = choices.find((each) => each === value);
  if (choice === undefined) throw new SettingsError(`${name} is one of ${choices.join(', ')}`);
  return choice;
}

function seconds(name: string, value: string, min: number, max: number): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < min || number > max)
    throw new SettingsError(`${name} is a whole number of seconds from ${min} to ${max}`);
  return number;
}
