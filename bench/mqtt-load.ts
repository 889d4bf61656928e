import type { Socket } from 'node:net';
import { createHistogram } from 'node:perf_hooks';
import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';
import mqttPacket from 'mqtt-packet';
import { connectDevice, type Device } from './mqtt-device.ts';

/**
 * The load generator in its own process: many connections, each with up to `window` QoS 1 frames in flight. Packets are
 * prepared in advance; during the run only the message id, the time and the sequence number are written into them, to
 * minimise the load of the generator.
 */
export interface LoadOrder {
  port: number;
  devices: Device[];
  points: string[];
  window: number;
  seconds: number;
  /** Frames per second over all connections; 0 for unlimited. */
  rate: number;
  /** Milliseconds of all device times (0 to 999): loads with different ones never report the same time again. */
  offset_ms: number;
}

export interface LoadReport {
  /** Acknowledged within `seconds`. */
  frames: number;
  /** All of them, and the CPU time of the generator for them. */
  acknowledged: number;
  cpu_s: number;
  seconds: number;
  p50_ms: number;
  p99_ms: number;
  max_ms: number;
}

process.once('message', (order: LoadOrder) => {
  run(order).then(
    (report) => process.send?.(report, () => process.exit(0)),
    (e: unknown) => {
      console.error(e);
      process.exit(1);
    },
  );
});

/** Placeholders with as many digits as the values that replace them: a larger sequence number would be rejected. */
const FIRST_TS = 1_000_000_000_000;
const FIRST_SEQ = 1_000_000_000;

/**
 * A valid value of the point near `wanted`: one out of range would be rejected, and the frame would have fewer points.
 */
function fitting(key: string, wanted: number): number {
  const point = HE_BAT.points.find((each) => each.key === key);
  if (!point) throw new Error(`no point ${key}`);
  const step = point.kind === 'gauge' ? 10 : 1;
  return Math.max(point.min, Math.min(point.max, Math.round(wanted * step) / step));
}

/** A PUBLISH with placeholders for a time and a sequence number, and their offsets. */
function template(devid: string, points: readonly string[], seed: number) {
  const data: Record<string, number> = {};
  points.forEach((key, i) => {
    data[key] = fitting(key, 50 + 40 * Math.sin(seed + i));
  });
  const payload = JSON.stringify({ ts: FIRST_TS, seq: FIRST_SEQ, boot: 1, q: 0, data });
  const topic = `things/${devid}/telemetry`;
  const packet = mqttPacket.generate({
    cmd: 'publish',
    topic,
    qos: 1,
    messageId: 1,
    dup: false,
    retain: false,
    payload,
  });
  const start = packet.length - Buffer.byteLength(payload);
  return {
    packet,
    id: start - 2,
    ts: start + payload.indexOf(String(FIRST_TS)),
    seq: start + payload.lastIndexOf(String(FIRST_SEQ)),
  };
}

type Template = ReturnType<typeof template>;

function writeDigits(packet: Buffer, offset: number, value: number, digits: number): void {
  let rest = value;
  for (let i = digits - 1; i >= 0; i--) {
    packet[offset + i] = 48 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
}

/** One connection. Acknowledgements of QoS 1 are four bytes: 0x40 0x02 and the id. */
class Publisher {
  readonly #socket: Socket;
  readonly #templates: Template[];
  readonly #sentAt = new Float64Array(65536);
  readonly #done: (ms: number) => void;
  #rest: Buffer = Buffer.alloc(0);
  #id = 0;
  #seq = FIRST_SEQ;
  /** Frames are a second apart from each other in device time, ending about now. */
  #ts: number;
  underWay = 0;

  constructor(
    socket: Socket,
    devid: string,
    points: readonly string[],
    done: (ms: number) => void,
    { frames, offset_ms }: { frames: number; offset_ms: number },
  ) {
    this.#socket = socket;
    this.#done = done;
    this.#ts = (Math.floor(Date.now() / 1000) - frames) * 1000 + offset_ms;
    this.#templates = Array.from({ length: 8 }, (_, i) => template(devid, points, devid.length + i * 0.7));
    socket.on('data', (chunk: Buffer) => this.#acknowledged(chunk));
  }

  send(count: number): void {
    const now = performance.now();
    const templates = Array.from({ length: count }, (_, i) => this.#templateOf(this.#seq + i));
    const bytes = Buffer.allocUnsafe(templates.reduce((sum, { packet }) => sum + packet.length, 0));
    let at = 0;
    for (const { packet, id, ts, seq } of templates) {
      packet.copy(bytes, at);
      this.#id = (this.#id % 65535) + 1;
      bytes.writeUInt16BE(this.#id, at + id);
      writeDigits(bytes, at + ts, this.#ts, 13);
      writeDigits(bytes, at + seq, this.#seq, 10);
      this.#seq++;
      this.#ts += 1000;
      this.#sentAt[this.#id] = now;
      at += packet.length;
    }
    this.underWay += count;
    this.#socket.write(bytes);
  }

  #templateOf(seq: number): Template {
    return this.#templates[seq % this.#templates.length] as Template;
  }

  #acknowledged(chunk: Buffer): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    const now = performance.now();
    let at = 0;
    for (; at + 4 <= bytes.length; at += 4) {
      if (bytes[at] !== 0x40) throw new Error(`unexpected packet ${bytes[at]}`);
      this.underWay--;
      this.#done(now - (this.#sentAt[bytes.readUInt16BE(at + 2)] as number));
    }
    this.#rest = bytes.subarray(at);
  }

  end(): void {
    this.#socket.destroy();
  }
}

async function run(order: LoadOrder): Promise<LoadReport> {
  const latency = createHistogram();
  let frames = 0;
  const done = (ms: number) => {
    frames++;
    latency.record(Math.max(1, Math.round(ms * 1000)));
  };
  const expected = order.rate > 0 ? Math.ceil((order.rate * order.seconds) / order.devices.length) : 40_000;
  const devices: Publisher[] = [];
  for (const device of order.devices) {
    const socket = await connectDevice(device, { port: order.port });
    devices.push(
      new Publisher(socket, device.devid, order.points, done, {
        frames: expected,
        offset_ms: order.offset_ms,
      }),
    );
  }
  const cpu = process.cpuUsage();
  const started = performance.now();
  const ends = started + order.seconds * 1000;
  let owed = 0;
  let last = started;
  let turn = 0;
  while (performance.now() < ends) {
    if (order.rate > 0) {
      const now = performance.now();
      owed += ((now - last) / 1000) * order.rate;
      last = now;
      for (; owed >= 1; owed--) devices[turn++ % devices.length]?.send(1);
    } else {
      for (const device of devices) {
        const room = order.window - device.underWay;
        if (room >= order.window / 4) device.send(room);
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const seconds = (performance.now() - started) / 1000;
  const committed = frames;
  // Frames in flight are not counted as done, but must be acknowledged too.
  while (devices.some((d) => d.underWay > 0)) await new Promise((resolve) => setTimeout(resolve, 10));
  const { user, system } = process.cpuUsage(cpu);
  for (const device of devices) device.end();
  const at = (p: number) => latency.percentile(p) / 1000;
  return {
    frames: committed,
    acknowledged: frames,
    seconds,
    cpu_s: (user + system) / 1e6,
    p50_ms: at(50),
    p99_ms: at(99),
    max_ms: latency.max / 1000,
  };
}
