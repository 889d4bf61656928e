import { setTimeout as sleep } from 'node:timers/promises';
import type { HistoryRow } from '@voltloop/contract';
import mqtt from 'mqtt';
import { type Client, register } from './api.ts';
import { hostileMessage, random } from './hostile-frames.ts';

export interface FuzzOptions {
  url: string;
  mqttPort: number;
  caller: Client;
  /** Total of hostile messages over MQTT and HTTP. */
  messages: number;
  seed: number;
}

export interface FuzzReport {
  seed: number;
  /** Hostile messages over MQTT: acknowledged, and not acknowledged. */
  acknowledged: number;
  unacknowledged: number;
  /** Replies to hostile messages over HTTP, by status. */
  statuses: Record<number, number>;
  /** Frames of the good device: acknowledged, and acknowledged but missing afterwards. */
  good: number;
  missing: number;
  ready: boolean;
}

/** Hostile devices. A device above its rate is only read more slowly, so there are several. */
const ATTACKERS = 8;
const HTTP_SHARE = 5;
const IN_FLIGHT = 40;
const GOOD_EVERY_MS = 50;

/**
 * Sends hostile messages (`hostileMessage`) from several devices over every topic and over HTTP, while a good
 * device reports. Afterwards every acknowledged frame of the good device must be found.
 */
export async function fuzzFrames(options: FuzzOptions): Promise<FuzzReport> {
  const { url, mqttPort, caller, seed } = options;
  const report: FuzzReport = {
    seed,
    acknowledged: 0,
    unacknowledged: 0,
    statuses: {},
    good: 0,
    missing: 0,
    ready: false,
  };
  const name = (n: string | number) => `FUZZ${seed}-${n}`;
  const devices = [];
  for (let n = 0; n < ATTACKERS; n++) {
    devices.push({ devid: name(n), secret: (await register(caller, name(n))).secret });
  }
  const good = { devid: name('good'), secret: (await register(caller, name('good'))).secret };
  const goodClient = await connect(mqttPort, good);

  const acknowledged: number[] = [];
  let running = true;
  const reporting = (async () => {
    while (running) {
      const ts = Date.now();
      const frame = JSON.stringify({
        ts,
        boot: 1,
        seq: acknowledged.length,
        data: { E_UPTIME: acknowledged.length },
      });
      await goodClient.publishAsync(`things/${good.devid}/telemetry`, frame, { qos: 1 });
      acknowledged.push(ts);
      await sleep(GOOD_EVERY_MS);
    }
  })();

  const each = Math.ceil(options.messages / ATTACKERS);
  await Promise.all(devices.map((device, n) => attack(device, each, random(seed * 1000 + n))));
  running = false;
  await reporting;
  await goodClient.endAsync();

  report.good = acknowledged.length;
  report.missing = await countMissing(caller, good.devid, acknowledged);
  report.ready = (await fetch(`${url}/readyz`)).ok;
  return report;

  async function attack(device: Device, count: number, next: () => number): Promise<void> {
    let client = await connect(mqttPort, device);
    const inFlight = new Set<Promise<void>>();
    for (let i = 0; i < count; i++) {
      const { kind, payload } = hostileMessage(next);
      const overHttp = i % HTTP_SHARE === 0;
      if (!overHttp && !client.connected) client = await connect(mqttPort, device);
      const sent = (overHttp ? post(device, payload) : publish(client, device, kind, payload)).finally(() =>
        inFlight.delete(sent),
      );
      inFlight.add(sent);
      if (inFlight.size >= IN_FLIGHT) await Promise.race(inFlight);
    }
    await Promise.all(inFlight);
    await client.endAsync(true);
  }

  async function publish(
    client: mqtt.MqttClient,
    { devid }: Device,
    kind: string,
    payload: Buffer,
  ): Promise<void> {
    // A message whose connection ends is never acknowledged.
    const closed = new Promise<void>((_, reject) => client.once('close', () => reject(new Error('closed'))));
    try {
      await Promise.race([client.publishAsync(`things/${devid}/${kind}`, payload, { qos: 1 }), closed]);
      report.acknowledged++;
    } catch {
      report.unacknowledged++;
    }
  }

  async function post({ devid, secret }: Device, payload: Buffer): Promise<void> {
    const response = await fetch(`${url}/v1/devices/${devid}/data`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`${devid}:${secret}`).toString('base64')}`,
      },
      body: new Uint8Array(payload),
    });
    await response.arrayBuffer();
    report.statuses[response.status] = (report.statuses[response.status] ?? 0) + 1;
  }
}

interface Device {
  devid: string;
  secret: string;
}

function connect(port: number, { devid, secret }: Device): Promise<mqtt.MqttClient> {
  const options = { host: '127.0.0.1', port, username: devid, password: secret, reconnectPeriod: 0 };
  return mqtt.connectAsync(options).then((client) => client.setMaxListeners(0).on('error', () => {}));
}

async function countMissing(caller: Client, devid: string, times: readonly number[]): Promise<number> {
  const model = `/v1/data-mgmt/tenants/${caller.login.tenant_id}/info-model/HE_BAT`;
  const range = `begin_time=${times[0] ?? 0}&end_time=${(times.at(-1) ?? 0) + 1}`;
  const rows = await caller.call<HistoryRow[]>(
    'GET',
    `${model}/things/batch/data?thirdThingsIds=${devid}&${range}&topN=50000&data_points=E_UPTIME`,
  );
  const found = new Set(rows.map((row) => row.time));
  return times.filter((time) => !found.has(time)).length;
}

if (import.meta.main) {
  const { startInstance } = await import('./instance.ts');
  const { setUp } = await import('./api.ts');
  const messages = Number(process.argv[2] ?? 100_000);
  const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 1e6));
  // The server logs each hostile message; only the report is printed.
  const instance = await startInstance({
    args: ['--empty'],
    env: { LOG_LEVEL: 'fatal', DEVICE_RATE: '100000', API_RATE: '10000000' },
  });
  try {
    const caller = await setUp(instance.url);
    const report = await fuzzFrames({ ...instance, caller, messages, seed });
    console.log(JSON.stringify(report, null, 2));
    const failed = report.missing > 0 || !report.ready || report.unacknowledged > 0;
    const serverErrors = Object.keys(report.statuses).some((status) => Number(status) >= 500);
    process.exitCode = failed || serverErrors ? 1 : 0;
  } finally {
    await instance.stop();
  }
}
