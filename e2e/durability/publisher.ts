import { setTimeout as sleep } from 'node:timers/promises';
import mqtt, { type MqttClient } from 'mqtt';

/**
 * A device that publishes as fast as its window allows and remembers what was acknowledged. Each frame has its own
 * time and a counter that rises by one Wh, so that every answer can be computed by hand.
 *
 * After a broken connection it starts a new client: mqtt.js resends its stored messages one at a time, which would
 * never end under load.
 */
export class Publisher {
  readonly devid: string;
  readonly acknowledged = new Set<number>();
  readonly #options: { host?: string; port: number; secret: string; begin_ms: number };
  readonly #lanes: Promise<void>[] = [];
  #connected: Promise<MqttClient>;
  #next = 0;
  #running = true;

  constructor(options: {
    host?: string;
    port: number;
    devid: string;
    secret: string;
    begin_ms: number;
    window?: number;
  }) {
    this.devid = options.devid;
    this.#options = options;
    this.#connected = this.#connect();
    for (let i = 0; i < (options.window ?? 20); i++) this.#lanes.push(this.#lane());
  }

  /** Device time of frame `n`. */
  time(n: number): number {
    return this.#options.begin_ms + n * 1000;
  }

  /** Stops sending new frames and waits until those in flight are acknowledged. */
  async finish(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#lanes);
    await (await this.#connected).endAsync(true);
  }

  async #connect(): Promise<MqttClient> {
    for (;;) {
      const client = mqtt.connect(`mqtt://${this.#options.host ?? '127.0.0.1'}:${this.#options.port}`, {
        username: this.devid,
        password: this.#options.secret,
        clientId: this.devid,
        reconnectPeriod: 0,
        connectTimeout: 5000,
      });
      // Refused connections are expected while the server is down.
      client.on('error', () => {});
      client.setMaxListeners(0);
      const connected = await new Promise<boolean>((resolve) => {
        client.once('connect', () => resolve(true));
        client.once('close', () => resolve(false));
      });
      if (connected) return client;
      client.end(true);
      await sleep(100);
    }
  }

  async #lane(): Promise<void> {
    while (this.#running) {
      const n = this.#next++;
      const payload = JSON.stringify({
        ts: this.time(n),
        boot: 1,
        seq: n,
        data: { M_SOC: 50, E_E_PV: n, E_PV_P: n % 1000 },
      });
      while (!(await this.#publish(payload))) await sleep(20);
      this.acknowledged.add(n);
    }
  }

  /**
   * True with the PUBACK; false if the connection broke before: the frame may be stored already, and is sent again.
   */
  async #publish(payload: string): Promise<boolean> {
    const client = await this.#connected;
    if (!client.connected) {
      await this.#reconnect(client);
      return false;
    }
    return new Promise((resolve) => {
      const broken = () => resolve(false);
      client.once('close', broken);
      client.publish(`things/${this.devid}/telemetry`, payload, { qos: 1 }, (error) => {
        client.off('close', broken);
        resolve(!error);
      });
    });
  }

  /** The first lane that notices reconnects; the others wait for the same connection. */
  async #reconnect(old: MqttClient): Promise<void> {
    if ((await this.#connected) === old) {
      old.end(true);
      this.#connected = this.#connect();
    }
    await this.#connected;
  }
}
