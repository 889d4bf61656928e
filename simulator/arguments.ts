/** The options of main.ts, from arguments, files and standard input. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { demoFleet, type FleetDevice } from './demo-fleet.ts';
import { scenarios } from './scenarios/index.ts';

export const usage = `Usage: npm run sim -- --url mqtt://HOST:PORT (--devices FILE | --count N --credentials FILE) [options]
  --url URL            the broker
  --devices FILE       JSON: [{devid, secret, place: {lat, lon, tz}, packs, seed}]; - reads it from standard input
  --count N            the first N systems of the made-up fleet instead
  --credentials FILE   JSON: {devid: secret}, for --count
  --seed S             seed of the made-up fleet (default 1)
  --scenario NAME      ${[...scenarios.keys()].join(', ')} (default normal-day)
  --speed X            start a day ago and run X times faster until the present (default 1)
  --state FILE         resume from this file, and keep it up to date
  --http URL           the server that devices fetch firmware from; with --firmware-key
  --firmware-key KEY   Ed25519 public key (32 bytes, base64) that devices trust
  --quiet              print nothing but errors`;

export interface Arguments {
  url: string;
  devices: (FleetDevice & { secret: string })[];
  scenario: string;
  speed: number;
  state?: string;
  /** Source and signer of firmware; without them devices accept no upgrades. */
  firmware?: { httpUrl: string; publicKey: string };
  quiet: boolean;
}

/** Parses arguments and the files they name. Rejects with a readable sentence when something is missing or invalid. */
export async function readArguments(args: string[], stdin: () => Promise<string>): Promise<Arguments> {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: 'string' },
      devices: { type: 'string' },
      count: { type: 'string' },
      credentials: { type: 'string' },
      seed: { type: 'string', default: '1' },
      scenario: { type: 'string', default: 'normal-day' },
      speed: { type: 'string', default: '1' },
      state: { type: 'string' },
      http: { type: 'string' },
      'firmware-key': { type: 'string' },
      quiet: { type: 'boolean', default: false },
    },
  });
  if (!values.url) throw new Error('--url is missing');
  const seed = wholeNumber('--seed', values.seed);
  let devices: FleetDevice[];
  if (values.devices !== undefined) {
    devices = parseDevices(values.devices === '-' ? await stdin() : await readFile(values.devices, 'utf8'));
  } else if (values.count !== undefined) {
    devices = demoFleet(wholeNumber('--count', values.count), seed);
  } else throw new Error('specify the devices: --devices or --count');
  if ((values.http === undefined) !== (values['firmware-key'] === undefined)) {
    throw new Error('--http and --firmware-key belong together');
  }
  const secrets = values.credentials ? parseSecrets(await readFile(values.credentials, 'utf8')) : {};
  return {
    url: values.url,
    devices: devices.map((d) => {
      const secret = d.secret ?? secrets[d.devid];
      if (!secret) throw new Error(`no secret for ${d.devid}: give it in --devices or --credentials`);
      return { ...d, secret };
    }),
    scenario: values.scenario,
    speed: Number(values.speed),
    quiet: values.quiet,
    ...(values.state === undefined ? {} : { state: values.state }),
    ...(values.http !== undefined && values['firmware-key'] !== undefined
      ? { firmware: { httpUrl: values.http, publicKey: values['firmware-key'] } }
      : {}),
  };
}

function wholeNumber(name: string, text: string): number {
  const n = Number(text);
  if (!Number.isSafeInteger(n) || n < 0) throw new Error(`${name} must be a whole number, not ${text}`);
  return n;
}

/** A devices file; missing properties of a system follow from its index in the list. */
function parseDevices(text: string): FleetDevice[] {
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value)) throw new Error('a devices file must contain a list');
  return value.map((one: Partial<FleetDevice> | null, i) => {
    if (typeof one?.devid !== 'string' || one.devid === '') throw new Error(`device ${i + 1} has no devid`);
    const { place } = one;
    if (typeof place?.lat !== 'number' || typeof place.lon !== 'number' || typeof place.tz !== 'string') {
      throw new Error(`${one.devid} has no place: {lat, lon, tz}`);
    }
    return {
      ...one,
      devid: one.devid,
      place,
      seed: one.seed ?? i + 1,
      packs: one.packs ?? 2,
      name: one.name ?? one.devid,
    };
  });
}

function parseSecrets(text: string): Record<string, string> {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error('a credentials file must contain {devid: secret}');
  }
  return value as Record<string, string>;
}
