import { connect, type Socket } from 'node:net';
import mqttPacket from 'mqtt-packet';

/**
 * A flood in its own process: devices that send as fast as their sockets accept and never wait for an
 * acknowledgement, so that the server always has more waiting than it can process.
 */
export interface FloodOrder {
  port: number;
  devices: { devid: string; secret: string }[];
  /** Keys of each frame besides the counter. */
  points: string[];
  begin_ms: number;
  seconds: number;
}

export interface FloodReport {
  sent: number;
  acknowledged: number;
  /** Numbers of the first device's acknowledged frames. */
  firstDevice: number[];
}

/** Frames per write; between writes the socket may signal that it is full. */
const CHUNK = 50;

class Flooder {
  readonly acknowledged: number[] = [];
  sent = 0;
  readonly #numberOfId = new Map<number, number>();
  readonly #order: FloodOrder;
  readonly #topic: string;
  readonly #socket: Socket;
  #rest: Buffer = Buffer.alloc(0);
  #begun = false;
  #running = true;

  constructor(order: FloodOrder, device: { devid: string; secret: string }) {
    this.#order = order;
    this.#topic = `things/${device.devid}/telemetry`;
    this.#socket = connect({ port: order.port, host: '127.0.0.1' });
    this.#socket.on('error', () => {});
    this.#socket.on('data', (bytes: Buffer) => this.#read(bytes));
    this.#socket.on('drain', () => this.#send());
    this.#socket.write(
      mqttPacket.generate({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        keepalive: 0,
        clientId: device.devid,
        username: device.devid,
        password: Buffer.from(device.secret),
      }),
    );
  }

  stopSending(): void {
    this.#running = false;
  }

  end(): void {
    this.#socket.destroy();
  }

  #send(): void {
    let writable = true;
    while (writable && this.#running && this.#numberOfId.size < 60_000) {
      const packets: Buffer[] = [];
      for (let i = 0; i < CHUNK; i++) packets.push(this.#frame(this.sent++));
      writable = this.#socket.write(Buffer.concat(packets));
    }
  }

  #frame(n: number): Buffer {
    const data: Record<string, number> = { E_E_PV: n };
    for (const key of this.#order.points) data[key] = (n % 500) / 10;
    const messageId = (n % 65_535) + 1;
    this.#numberOfId.set(messageId, n);
    const payload = JSON.stringify({ ts: this.#order.begin_ms + n * 100, boot: 1, seq: n, data });
    return mqttPacket.generate({
      cmd: 'publish',
      topic: this.#topic,
      payload,
      qos: 1,
      messageId,
      dup: false,
      retain: false,
    });
  }

  /** CONNACK first, then acknowledgements of four bytes each. */
  #read(bytes: Buffer): void {
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    let at = 0;
    for (; at + 4 <= all.length; at += 4) {
      if (!this.#begun) {
        this.#begun = true;
        this.#send();
        continue;
      }
      const id = all.readUInt16BE(at + 2);
      const n = this.#numberOfId.get(id);
      if (n !== undefined) this.acknowledged.push(n);
      this.#numberOfId.delete(id);
    }
    this.#rest = all.subarray(at);
    this.#send();
  }
}

process.once('message', (order: FloodOrder) => {
  const flooders = order.devices.map((device) => new Flooder(order, device));
  setTimeout(() => {
    for (const f of flooders) f.stopSending();
    // Frames in flight may still be acknowledged.
    setTimeout(() => {
      const report: FloodReport = {
        sent: flooders.reduce((sum, f) => sum + f.sent, 0),
        acknowledged: flooders.reduce((sum, f) => sum + f.acknowledged.length, 0),
        firstDevice: flooders[0]?.acknowledged ?? [],
      };
      for (const f of flooders) f.end();
      process.send?.(report, () => process.exit(0));
    }, 3000);
  }, order.seconds * 1000);
});
