import type { Socket } from 'node:net';
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';
import mqttPacket from 'mqtt-packet';
import { connectDevice, type Device } from './mqtt-device.ts';

/**
 * A fleet in its own process: each device has a last will, subscribes to commands, reports itself online and sends a
 * frame periodically. It executes one order after the other.
 */
export type FleetOrder =
  | { do: 'connect'; port: number; devices: Device[]; atOnce: number }
  | { do: 'send'; every_s: number; seconds: number; points: string[] }
  | { do: 'drop' };

export interface FleetReport {
  seconds: number;
  frames: number;
  p50_ms: number;
  p99_ms: number;
  max_ms: number;
  /** Frames that were never acknowledged, and connections that closed unexpectedly. */
  unacknowledged: number;
  lost: number;
  /** Connection retries. */
  retries: number;
}

/** Loopback addresses of the devices: one address has at most 28,000 ports. */
const ADDRESSES = 8;
const KEEPALIVE_S = 120;
/** Timeout for the last frames. */
const TIMEOUT_MS = 30_000;
const MAX_TRIES = 20;

const counters = new Set(HE_BAT.points.filter(({ kind }) => kind === 'counter').map(({ key }) => key));

class FleetDevice {
  readonly #socket: Socket;
  readonly #topics: { telemetry: string; state: string; commands: string };
  readonly #acknowledged: (sentAt_ms: number) => void;
  readonly #sentAt = new Map<number, number>();
  readonly #ready = Promise.withResolvers<void>();
  #id = 2;
  #seq = 0;
  /** Why its connection ended, unless it ended it itself. */
  lost = '';

  constructor(socket: Socket, devid: string, acknowledged: (sentAt_ms: number) => void) {
    this.#socket = socket;
    this.#acknowledged = acknowledged;
    this.#topics = {
      telemetry: `things/${devid}/telemetry`,
      state: `things/${devid}/state`,
      commands: `things/${devid}/commands`,
    };
    const parser = mqttPacket.parser();
    parser.on('packet', (packet) => {
      if (packet.cmd === 'puback') this.#taken(packet.messageId ?? 0);
    });
    socket.on('data', (chunk: Buffer) => parser.parse(chunk));
    socket.on('error', (error) => {
      this.lost = error.message;
    });
    socket.on('close', () => {
      this.lost ||= 'closed';
      this.#ready.reject(new Error(`${devid}: ${this.lost} before it had begun`));
    });
  }

  get underWay(): number {
    return this.#sentAt.size;
  }

  #taken(id: number): void {
    if (id === 1) this.#ready.resolve();
    const sentAt = this.#sentAt.get(id);
    if (sentAt === undefined) return;
    this.#sentAt.delete(id);
    this.#acknowledged(sentAt);
  }

  /** Subscribes to commands and reports itself online; resolves once that is acknowledged. */
  begin(): Promise<void> {
    const { state, commands } = this.#topics;
    this.#socket.write(
      Buffer.concat([
        mqttPacket.generate({ cmd: 'subscribe', messageId: 2, subscriptions: [{ topic: commands, qos: 1 }] }),
        publish(state, 1, '{"online":true,"sw_version":"2.4.1"}', true),
      ]),
    );
    return this.#ready.promise;
  }

  send(data: string): void {
    this.#id = this.#id === 65535 ? 3 : this.#id + 1;
    this.#sentAt.set(this.#id, performance.now());
    const payload = `{"ts":${Date.now()},"boot":1,"seq":${this.#seq++},"q":0,"data":${data}}`;
    this.#socket.write(publish(this.#topics.telemetry, this.#id, payload, false));
  }

  drop(): void {
    this.#socket.destroy();
  }
}

const publish = (topic: string, messageId: number, payload: string, retain: boolean) =>
  mqttPacket.generate({ cmd: 'publish', topic, qos: 1, messageId, dup: false, retain, payload });

let fleet: FleetDevice[] = [];
let latency = createHistogram();
let retries = 0;
const acknowledged = (sentAt_ms: number) =>
  latency.record(Math.max(1, Math.round((performance.now() - sentAt_ms) * 1000)));

/** Retries after a delay, as devices do when a busy server refuses them. */
async function persistently(attempt: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries >= MAX_TRIES) throw error;
      retries += 1;
      await sleep(1000 + Math.random() * 4000);
    }
  }
}

async function connectAll({ port, devices, atOnce }: FleetOrder & { do: 'connect' }): Promise<number> {
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < devices.length; i = next++) {
      const device = devices[i] as Device;
      const localAddress = `127.0.0.${1 + (i % ADDRESSES)}`;
      await persistently(async () => {
        const socket = await connectDevice(device, { port, localAddress, keepalive: KEEPALIVE_S });
        fleet[i] = new FleetDevice(socket, device.devid, acknowledged);
        await fleet[i]?.begin();
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return devices.length;
}

/** One frame of each device in `every_s`, spread evenly. */
async function sendAll({ every_s, seconds, points }: FleetOrder & { do: 'send' }): Promise<number> {
  latency = createHistogram();
  const gauges = points.filter((key) => !counters.has(key));
  const frames = Array.from({ length: 64 }, (_, seed) =>
    JSON.stringify(
      Object.fromEntries(
        gauges.map((key, i) => [key, Math.round((50 + 40 * Math.sin(seed * 0.7 + i)) * 10) / 10]),
      ),
    ).slice(0, -1),
  );
  /** Counters rise by one watt-hour a second. */
  const counted = points.filter((key) => counters.has(key));
  const rising = () => {
    const value = Math.floor(Date.now() / 1000) - 1_700_000_000;
    return `${counted.map((key) => `,"${key}":${value}`).join('')}}`;
  };
  const perSecond = fleet.length / every_s;
  const started = performance.now();
  let sent = 0;
  for (let due = 0; due < perSecond * seconds; ) {
    due = Math.min(((performance.now() - started) / 1000) * perSecond, perSecond * seconds);
    const end = rising();
    for (; sent < Math.floor(due); sent++)
      fleet[sent % fleet.length]?.send(`${frames[sent % frames.length]}${end}`);
    await sleep(5);
  }
  const deadline = performance.now() + TIMEOUT_MS;
  while (fleet.some(({ lost, underWay }) => !lost && underWay > 0) && performance.now() < deadline)
    await sleep(10);
  return sent;
}

async function execute(order: FleetOrder): Promise<FleetReport> {
  const started = performance.now();
  let frames = 0;
  retries = 0;
  if (order.do === 'connect') await connectAll(order);
  else if (order.do === 'send') frames = await sendAll(order);
  else {
    for (const device of fleet) device.drop();
    fleet = [];
  }
  const at = (p: number) => latency.percentile(p) / 1000;
  const seconds = (performance.now() - started) / 1000;
  return {
    seconds,
    frames,
    p50_ms: at(50),
    p99_ms: at(99),
    max_ms: latency.max / 1000,
    unacknowledged: fleet.reduce((sum, { underWay }) => sum + underWay, 0),
    lost: fleet.filter(({ lost }) => lost).length,
    retries,
  };
}

process.on('message', (order: FleetOrder) => {
  execute(order).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
